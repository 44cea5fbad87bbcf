import { expect, test } from "vitest";
import { findBioPlaces } from "./bio-place-rules.ts";

test.each([
  ["Moro perto do mar e toco violão.", ["beach", "music"]],
  ["Toco violão perto do mar.", ["music", "beach"]],
  ["Cozinho aos domingos, leio livros usados.", ["kitchen", "books"]],
  ["Tenho uma vira-lata chamada Pipoca.", ["park"]],
  ["Sou da MARINHA na reserva", ["beach"]],
])("the places of %j are %j, in the order of the text", (bio, places) => {
  expect(findBioPlaces(bio)).toEqual(places);
});

test.each([
  ["a word within another word", "Sou marinheira de escritório? Não: marketeira."],
  ["a word that stands for itself alone", "Marcante e barulhento."],
  ["no word at all", ""],
])("%s leads to no place", (_, bio) => {
  expect(findBioPlaces(bio)).toEqual([]);
});
