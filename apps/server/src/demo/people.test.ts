import { ABOUT_MAX, CARD_NAME_MAX, NAME_MAX } from "@caramelo/contract/limits";
import { freeText, lineText } from "@caramelo/contract/text";
import { expect, test } from "vitest";
import { findCity } from "../platform/cities/cities.ts";
import { CAST, DEMO_PEOPLE, makePeople } from "./people.ts";

const people = makePeople();
const texts = { required: "required", tooLong: "too long" };

function countBy(key: (person: (typeof people)[number]) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const person of people) counts[key(person)] = (counts[key(person)] ?? 0) + 1;
  return counts;
}

test("the same people come out every time, and fewer are the first of them", () => {
  expect(makePeople()).toEqual(people);
  expect(makePeople(8)).toEqual(people.slice(0, 8));
});

test("there are three hundred people of all three roles", () => {
  expect(people).toHaveLength(DEMO_PEOPLE);
  expect(countBy(({ role }) => role)).toEqual({ baby: 170, daddy: 95, mommy: 35 });
});

test("every role has its ages, within the limits of the forms", () => {
  const agesOf = (role: string) => people.filter((person) => person.role === role).map(({ age }) => age);
  expect(Math.min(...people.map(({ age }) => age))).toBe(19);
  expect(Math.max(...people.map(({ age }) => age))).toBe(71);
  expect(agesOf("baby").filter((age) => age <= 34).length).toBeGreaterThan(160);
  expect(Math.min(...agesOf("daddy"))).toBeGreaterThanOrEqual(35);
  expect(Math.min(...agesOf("mommy"))).toBeGreaterThanOrEqual(32);
});

test("every text stands as somebody could have typed it, and no two are alike", () => {
  const name = lineText(NAME_MAX, texts);
  const about = freeText(ABOUT_MAX, texts);
  for (const person of people) {
    expect(name.parse(person.name)).toBe(person.name);
    expect(about.parse(person.bio)).toBe(person.bio);
    expect(about.parse(person.lookingFor)).toBe(person.lookingFor);
  }
  expect(new Set(people.map(({ bio }) => bio)).size).toBe(DEMO_PEOPLE);
  expect(new Set(people.map(({ lookingFor }) => lookingFor)).size).toBe(DEMO_PEOPLE);
  expect(new Set(people.map(({ email }) => email)).size).toBe(DEMO_PEOPLE);
});

test("some names are too long for a card", () => {
  expect(people.filter(({ name }) => name.length > CARD_NAME_MAX).length).toBeGreaterThan(3);
});

test("they live in real cities of every state", () => {
  const states = new Set(people.map(({ cityId }) => findCity(cityId)?.uf));
  expect(states.has(undefined)).toBe(false);
  expect(states.size).toBe(27);
});

test("every standing and mark is there, and nobody unclaimed is verified or paid for", () => {
  expect(Object.keys(countBy(({ standing }) => standing)).sort()).toEqual([
    "active",
    "deactivated",
    "managed",
    "suspended",
  ]);
  const managed = people.filter(({ standing }) => standing === "managed");
  expect(managed.filter(({ isVerified, paidPlaceEndsIn }) => isVerified || paidPlaceEndsIn !== undefined)).toEqual([]);
  for (const [what, count] of Object.entries({
    verified: people.filter(({ isVerified }) => isVerified).length,
    wildcard: people.filter(({ isWildcardCity }) => isWildcardCity).length,
    highlighted: people.filter(({ role, paidPlaceEndsIn }) => role === "baby" && paidPlaceEndsIn !== undefined).length,
    premium: people.filter(({ role, paidPlaceEndsIn }) => role !== "baby" && paidPlaceEndsIn !== undefined).length,
    "new": people.filter(({ joinedAgo }) => joinedAgo < 48 * 60).length,
    online: people.filter(({ activeAgo }) => activeAgo !== undefined && activeAgo < 5).length,
  })) {
    expect(count, what).toBeGreaterThan(5);
    expect(count, what).toBeLessThan(130);
  }
});

test("the first ones, whom the two accounts know, are active and joined long before they wrote", () => {
  for (const person of people.slice(0, CAST)) {
    expect(person.standing).toBe("active");
    expect(person.joinedAgo).toBeGreaterThan(59 * 24 * 60);
  }
});

test("each has two to five portraits of the same face in other clothes or places", () => {
  for (const { album } of people) {
    expect(album.length).toBeGreaterThanOrEqual(2);
    expect(album.length).toBeLessThanOrEqual(5);
    const facts = album.map(({ face: { skin, hairColor, nose, head, brows, beard, years } }) =>
      JSON.stringify({ skin, hairColor, nose, head, brows, beard, years }),
    );
    expect(new Set(facts).size).toBe(1);
    expect(new Set(album.map((portrait) => JSON.stringify(portrait))).size).toBe(album.length);
  }
});
