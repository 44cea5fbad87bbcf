import { freeText, lineText } from "@caramelo/contract/call/text";
import { ABOUT_MAX, CARD_NAME_MAX, NAME_MAX } from "@caramelo/contract/limits";
import { ABOUT_NAMES } from "@caramelo/contract/texts/about";
import { expect, test } from "vitest";
import { applyAmounts, type Entitlement, grantOf } from "../features/billing/amount-rules.ts";
import { mayOrder } from "../features/billing/order-rules.ts";
import { findCity } from "../platform/cities/cities.ts";
import { textsOf } from "./people/about.ts";
import type { Line } from "./people/texts/texts.ts";
import { DEMO_PEOPLE, FIRST_MEMBERS, makePeople } from "./people.ts";
import { findBioPlaces } from "./portraits/bio-place-rules.ts";
import { hasCompanion } from "./portraits/companions.ts";
import { BESIDE_COMPANION, FRAMINGS } from "./portraits/framing.ts";
import { PLACES_ANYWHERE, type Place } from "./portraits/places.ts";
import type { Portrait } from "./portraits/portrait.ts";

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

test("every role has its own range of ages, within the limits of the forms", () => {
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

test("no first name is used twice", () => {
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

test("no sentence is in two lists", () => {
  const all = (["baby", "daddy", "mommy"] as const).flatMap(sentencesOf).map(textOf);
  expect(all.filter((sentence, at) => all.indexOf(sentence) !== at)).toEqual([]);
});

test.each(["baby", "daddy", "mommy"] as const)(
  "a sentence of a %s is repeated only after all others of its list were used",
  (role) => {
    const { tastes: _, ...parts } = textsOf[role];
    const count = people.filter((person) => person.role === role).length;
    for (const lines of Object.values(parts)) {
      // A sentence for some ages may be used once less than its share, and another one once more instead.
      const bound = Math.ceil(count / lines.length) + 1;
      expect(lines.map(textOf).filter((sentence) => countUses(sentence, role) > bound)).toEqual([]);
    }
  },
);

test("a sentence for some ages is used at these ages only", () => {
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
  expect(managed.filter(({ isVerified, purchases }) => isVerified || purchases.length > 0)).toEqual([]);
  for (const [what, count] of Object.entries({
    verified: people.filter(({ isVerified }) => isVerified).length,
    wildcard: people.filter(({ isWildcardCity }) => isWildcardCity).length,
    buyers: people.filter(({ purchases }) => purchases.length > 0).length,
    "new": people.filter(({ joinedAgo }) => joinedAgo < 48 * 60).length,
    online: people.filter(({ activeAgo }) => activeAgo !== undefined && activeAgo < 5).length,
  })) {
    expect(count, what).toBeGreaterThan(5);
    expect(count, what).toBeLessThan(130);
  }
});

const NOW = new Date("2026-11-27T12:00:00Z");

/** Whether premium or a highlight, which put a member before the others, runs now. */
function hasPaidPlace({ purchases }: (typeof people)[number]): boolean {
  let entitlement: Entitlement = { tokens: 0, conversations: 0, premiumUntil: null, highlightedUntil: null };
  for (const { product, boughtAgo } of purchases) {
    const at = new Date(NOW.getTime() - boughtAgo * 60_000);
    entitlement = applyAmounts(entitlement, grantOf(product, entitlement, at), at);
  }
  return [entitlement.premiumUntil, entitlement.highlightedUntil].some((end) => end !== null && end > NOW);
}

test("two members of each side have a paid place, and everybody bought only what the role may buy", () => {
  const paidPeople = people.filter(hasPaidPlace);
  expect(paidPeople.map(({ role, standing }) => [role, standing])).toEqual([
    ["daddy", "active"],
    ["daddy", "active"],
    ["baby", "active"],
    ["baby", "active"],
  ]);
  for (const { role, purchases, joinedAgo } of people)
    for (const { product, boughtAgo } of purchases) {
      expect(mayOrder(role, product)).toBe(true);
      expect(boughtAgo).toBeLessThan(joinedAgo);
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
    const faces = album.map(({ face: { hasFlower: _, ...lasting } }) => JSON.stringify(lasting));
    expect(new Set(faces).size).toBe(1);
    const [first, second] = album;
    expect(second?.outfit.cut).not.toBe(first?.outfit.cut);
    expect(second?.scene.place).not.toBe(first?.scene.place);
    expect(new Set(album.map(({ pose: { scale } }) => scale)).size).toBe(album.length);
  }
});

const albums = people.map(({ album }) => album);
const firstPictures = albums.flatMap(([first]) => first ?? []);
const poseOf = ({ pose: { framing, isMirrored, tilt }, expression, light }: Portrait) =>
  JSON.stringify([framing, expression, isMirrored, light, tilt]);

test("the first pictures have six expressions, four framings and two lights, each often", () => {
  const kinds = [
    { values: firstPictures.map(({ expression }) => expression), count: 6 },
    { values: firstPictures.map(({ pose }) => pose.framing), count: 4 },
    { values: firstPictures.map(({ light }) => light), count: 2 },
  ];
  for (const { values, count } of kinds) {
    expect(new Set(values).size).toBe(count);
    for (const value of values)
      expect(values.filter((other) => other === value).length).toBeGreaterThan(values.length / count / 2);
  }
});

test("no two first pictures of one list have the same pose, and those that differ by the tilt alone are tilted to other sides", () => {
  for (const side of [["baby"], ["daddy", "mommy"]]) {
    const pictures = people.filter(({ role }) => side.includes(role)).flatMap(({ album }) => album[0] ?? []);
    expect(new Set(pictures.map(poseOf)).size).toBe(pictures.length);
    const tilts = Map.groupBy(pictures, ({ pose, expression, light }) =>
      JSON.stringify([pose.framing, expression, pose.isMirrored, light]),
    );
    for (const alike of tilts.values())
      for (const [at, { pose }] of alike.entries())
        for (const other of alike.slice(at + 1)) expect(Math.abs(pose.tilt - other.pose.tilt)).toBeGreaterThan(10);
  }
});

test("the pictures of one person differ in framing or place, in expression and in light", () => {
  for (const [first, second, third] of albums) {
    expect(second?.expression).not.toBe(first?.expression);
    expect(third?.expression).not.toBe(first?.expression);
    expect(second?.light).not.toBe(first?.light);
    expect(second?.pose.framing).not.toBe(first?.pose.framing);
  }
});

test("the second and third pictures show places that the bio speaks of, in its order, and the first one none", () => {
  let [second, third] = [0, 0];
  for (const { bio, album } of people) {
    const bioPlaces: Place[] = findBioPlaces(bio);
    const places = album.map(({ scene }) => scene.place);
    expect(PLACES_ANYWHERE).toContain(places[0]);
    expect(places.slice(1, 1 + bioPlaces.length)).toEqual(bioPlaces.slice(0, places.length - 1));
    if (bioPlaces.length > 0) second += 1;
    if (bioPlaces.length > 1 && places.length > 2) third += 1;
  }
  expect(second / people.length).toBeGreaterThan(0.85);
  expect(third / people.filter(({ album }) => album.length > 2).length).toBeGreaterThan(0.6);
});

test("a framing is repeated only after all were used, or where an object next to the person leaves no other", () => {
  for (const album of albums)
    for (const [at, { pose, scene }] of album.entries()) {
      const before = album.slice(0, at).map((picture) => picture.pose.framing);
      const fitting = hasCompanion(scene.place) ? BESIDE_COMPANION : FRAMINGS;
      const unused = fitting.filter((framing) => !before.includes(framing));
      if (unused.length > 0) expect(unused).toContain(pose.framing);
    }
});
