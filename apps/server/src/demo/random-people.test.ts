import { freeText, lineText } from "@caramelo/contract/call/text";
import { ABOUT_MAX, NAME_MAX } from "@caramelo/contract/limits";
import { ABOUT_NAMES } from "@caramelo/contract/texts/about";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { judgeName } from "../features/profiles/name-rules.ts";
import { findCity } from "../platform/cities/cities.ts";
import { QUICK_TOWNS } from "./people/towns.ts";
import { openRandomPeople } from "./random-people.ts";

const people = openRandomPeople();
afterAll(() => people.close());
const drawnPeople = Array.from({ length: 2_000 }, (_, at) => people.draw(String(at)));
const texts = { required: "required", tooLong: "too long" };

describe("[K9.05] the random generator", () => {
  test("makes a woman in six cases of ten, aged 19 to 28, and otherwise a man aged 18 to 65", () => {
    const women = drawnPeople.filter(({ gender }) => gender === "Feminino");
    const men = drawnPeople.filter(({ gender }) => gender === "Masculino");
    expect(women.length / drawnPeople.length).toBeGreaterThan(0.56);
    expect(women.length / drawnPeople.length).toBeLessThan(0.64);
    expect([Math.min(...women.map(({ age }) => age)), Math.max(...women.map(({ age }) => age))]).toEqual([19, 28]);
    expect([Math.min(...men.map(({ age }) => age)), Math.max(...men.map(({ age }) => age))]).toEqual([18, 65]);
    expect(new Set(women.map(({ accountType }) => accountType))).toEqual(new Set(["baby"]));
    expect(new Set(men.map(({ accountType }) => accountType))).toEqual(new Set(["daddy"]));
  });

  test("draws from forty Brazilian cities", () => {
    expect(new Set(QUICK_TOWNS).size).toBe(40);
    expect(QUICK_TOWNS.every((id) => findCity(id))).toBe(true);
    expect(new Set(drawnPeople.map(({ cityId }) => cityId)).size).toBe(40);
  });

  test("writes names and texts that the forms accept", () => {
    const name = lineText(NAME_MAX, texts);
    const about = freeText(ABOUT_MAX, texts);
    for (const person of drawnPeople) {
      expect([person.name, judgeName(person.name)]).toEqual([person.name, undefined]);
      expect(name.parse(person.name)).toBe(person.name);
      for (const field of ABOUT_NAMES) expect(about.parse(person[field])).toBe(person[field]);
    }
    expect(new Set(drawnPeople.map((person) => person.bio)).size).toBeGreaterThan(1_900);
  });

  test("draws the same person for the same name, and the same pictures for the same face", async () => {
    expect(people.draw("a")).toEqual(people.draw("a"));
    const { face, accountType, age } = people.draw("a");
    const sitter = { face, accountType, age };
    const [firstPhoto, again, otherPhoto] = await Promise.all([0, 0, 1].map((at) => people.drawPhoto(sitter, at)));
    expect(firstPhoto).toEqual(again);
    expect(firstPhoto).not.toEqual(otherPhoto);
    expect(await sharp(firstPhoto).metadata()).toMatchObject({ format: "webp", width: 600, height: 800 });
    expect(await people.drawPhoto(sitter, 5)).toBeUndefined();
  });
});
