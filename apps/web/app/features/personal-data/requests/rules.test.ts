import { dataRequestFields } from "@caramelo/contract/texts/data-requests";
import { expect, test } from "vitest";
import { findRequestErrors, readKind } from "./rules.ts";

test("[D5.18] a link may choose the kind of a request, and an unknown one chooses none", () => {
  expect(readKind("correction")).toBe("correction");
  for (const text of [null, "", "ransom", "toString"]) expect(readKind(text)).toBe("");
});

test("[D5.18] a request needs a kind, words, a name and an address", () => {
  const errors = findRequestErrors({ kind: "", words: " ", name: "", email: "" });
  expect(Object.keys(errors)).toEqual(["kind", "words", "name", "email"]);
  expect(errors.kind).toBe(dataRequestFields.dataRequestKindRequired);
  const form = { kind: "access", words: "Quais?", name: "Bia", email: "bia@example.com" };
  expect(findRequestErrors(form)).toEqual({});
});
