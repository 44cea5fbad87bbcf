import { freeText, lineText } from "@caramelo/contract/call/text";
import { ABOUT_MAX, CARD_NAME_MAX, NAME_MAX } from "@caramelo/contract/limits";
import { ABOUT_NAMES } from "@caramelo/contract/texts/about";
import { expect, test } from "vitest";
import { findCity } from "../platform/cities/cities.ts";
import { textsOf } from "./people/about.ts";
import type { Line } from "./people/texts/texts.ts";
import { DEMO_PEOPLE, FIRST_MEMBERS, makePeople } from "./people.ts";

const people = makePeople();
const texts = { required: "required", tooLong: "too long" };

function countBy(key: (person: (typeof people)[number]) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const person of people) counts[key(person)] = (counts[key(person)] ?? 0) + 1;
  return counts;
}

test("makePeople makes the same people every time, and the first of them when fewer are requested", () => {
  expect(makePeople()).toEqual(people);
  expect(makePeople(8)).toEqual(people.slice(0, 8));
});

test("there are three hundred people of all three roles", () => {
  expect(people).toHaveLength(DEMO_PEOPLE);
  expect(countBy(({ role }) => role)).toEqual({ baby: 170, daddy: 95, mommy: 35 });
});

test("every role has ages of its own, within the limits of the forms", () => {
  const agesOf = (role: string) => people.filter((person) => person.role === role).map(({ age }) => age);
  expect(Math.min(...people.map(({ age }) => age))).toBe(19);
  expect(Math.max(...people.map(({ age }) => age))).toBe(71);
  expect(agesOf("baby").filter((age) => age <= 34).length).toBeGreaterThan(160);
  expect(Math.min(...agesOf("daddy"))).toBeGreaterThanOrEqual(35);
  expect(Math.min(...agesOf("mommy"))).toBeGreaterThanOrEqual(32);
});

test("every text is valid for the forms, and no two texts are equal", () => {
  const name = lineText(NAME_MAX, texts);
  const about = freeText(ABOUT_MAX, texts);
  for (const person of people) {
    expect(name.parse(person.name)).toBe(person.name);
    for (const field of ABOUT_NAMES) expect(about.parse(person[field])).toBe(person[field]);
  }
  for (const field of ABOUT_NAMES) expect(new Set(people.map((person) => person[field])).size).toBe(DEMO_PEOPLE);
  expect(new Set(people.map(({ email }) => email)).size).toBe(DEMO_PEOPLE);
});

test("no first name comes twice", () => {
  expect(new Set(people.map(({ name }) => name)).size).toBe(DEMO_PEOPLE);
});

const sentencesOf = (role: keyof typeof textsOf) =>
  Object.entries(textsOf[role]).flatMap(([part, lines]) => (part === "tastes" ? [] : [...lines]));
const textOf = (line: Line) => (typeof line === "string" ? line : line.text);
const countUses = (sentence: string, role: string) =>
  people.filter(
    (person) =>
      person.role === role && `${person.bio} ${person.lookingFor}`.toLowerCase().includes(sentence.toLowerCase()),
  ).length;

test("no sentence stands in two lists", () => {
  const all = (["baby", "daddy", "mommy"] as const).flatMap(sentencesOf).map(textOf);
  expect(all.filter((sentence, at) => all.indexOf(sentence) !== at)).toEqual([]);
});

test.each(["baby", "daddy", "mommy"] as const)(
  "a sentence of a %s comes again only when all of its list have come",
  (role) => {
    const { tastes: _, ...parts } = textsOf[role];
    const count = people.filter((person) => person.role === role).length;
    for (const lines of Object.values(parts)) {
      // A sentence for some ages may come once less than its share, and another one once more in its place.
      const bound = Math.ceil(count / lines.length) + 1;
      expect(lines.map(textOf).filter((sentence) => countUses(sentence, role) > bound)).toEqual([]);
    }
  },
);

test("a sentence for some ages is said at these ages only", () => {
  for (const { role, age, bio, lookingFor } of people.slice(2)) {
    for (const line of sentencesOf(role)) {
      if (typeof line === "string" || !`${bio} ${lookingFor}`.includes(line.text)) continue;
      expect([line.from <= age, age <= line.until], `${age}: ${line.text}`).toEqual([true, true]);
    }
  }
});

test("some names are too long for a card", () => {
  expect(people.filter(({ name }) => name.length > CARD_NAME_MAX).length).toBeGreaterThan(3);
});

test("the people live in real cities of every state", () => {
  const states = new Set(people.map(({ cityId }) => findCity(cityId)?.uf));
  expect(states.has(undefined)).toBe(false);
  expect(states.size).toBe(27);
});

test("the people have every standing, and no unclaimed member is verified or premium", () => {
  expect(Object.keys(countBy(({ standing }) => standing)).sort()).toEqual([
    "active",
    "deactivated",
    "managed",
    "suspended",
  ]);
  const managed = people.filter(({ standing }) => standing === "managed");
  expect(managed.filter(({ isVerified, paidTimeEndsIn }) => isVerified || paidTimeEndsIn !== undefined)).toEqual([]);
  for (const [what, count] of Object.entries({
    verified: people.filter(({ isVerified }) => isVerified).length,
    wildcard: people.filter(({ isWildcardCity }) => isWildcardCity).length,
    highlighted: people.filter(({ role, paidTimeEndsIn }) => role === "baby" && paidTimeEndsIn !== undefined).length,
    premium: people.filter(({ role, paidTimeEndsIn }) => role !== "baby" && paidTimeEndsIn !== undefined).length,
    "new": people.filter(({ joinedAgo }) => joinedAgo < 48 * 60).length,
    online: people.filter(({ activeAgo }) => activeAgo !== undefined && activeAgo < 5).length,
  })) {
    expect(count, what).toBeGreaterThan(5);
    expect(count, what).toBeLessThan(130);
  }
});

test("few members are verified, because the staff verifies by hand", () => {
  const share = people.filter(({ isVerified }) => isVerified).length / DEMO_PEOPLE;
  expect(share).toBeGreaterThan(0.08);
  expect(share).toBeLessThan(0.2);
});

test("the first members, whom the two accounts know, are active and joined long before their conversations", () => {
  for (const person of people.slice(0, FIRST_MEMBERS)) {
    expect(person.standing).toBe("active");
    expect(person.joinedAgo).toBeGreaterThan(59 * 24 * 60);
  }
});

test("each person has two to five portraits of the same face and hair, in other clothes, places and framings", () => {
  for (const { album } of people) {
    expect(album.length).toBeGreaterThanOrEqual(2);
    expect(album.length).toBeLessThanOrEqual(5);
    const faces = album.map(({ face: { mouth: _, hasFlower: __, ...lasting } }) => JSON.stringify(lasting));
    expect(new Set(faces).size).toBe(1);
    const [first, second] = album;
    expect(second?.outfit.cut).not.toBe(first?.outfit.cut);
    expect(second?.scene.place).not.toBe(first?.scene.place);
    expect(new Set(album.map(({ pose: { scale } }) => scale)).size).toBe(album.length);
  }
});
