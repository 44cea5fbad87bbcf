import type { VisibleId } from "@caramelo/contract/call/call";
import { describe, expect, test } from "vitest";
import { inOrder, type PersonRow, personFrom, presentCard } from "./rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const CAMPINAS = 3_509_502;
const SANTOS = 3_548_500;

describe("a card", () => {
  const facts = {
    id: "p" as VisibleId,
    name: "Ana",
    role: "baby" as const,
    estimatedBirthOn: "2000-01-01",
    cityId: CAMPINAS,
    isWildcardCity: false,
    isVerified: false,
    isPremium: false,
    isPromoted: false,
    isManaged: false,
    isDemo: false,
    isFavorite: false,
    lastActiveAt: now,
    leftAt: null,
    isHidden: false,
    hasWritten: false,
    changedAt: new Date(0),
    beforeActiveAt: null,
    beforeLeftAt: null,
    availableFrom: null,
    availableUntil: null,
    fileName: null,
    width: null,
    height: null,
    thumbhash: null,
  };
  const presentation = {
    viewerCityId: SANTOS as number | null,
    originCityId: SANTOS as number | null,
    now,
    today: "2026-11-21",
    photoLinks: { linkTo: (fileName: string, size: string) => `${fileName}/${size}` },
    distanceBetween: (from: number, to: number) => (from === to ? 0 : 125),
    cityLabelOf: (id: number) => (id === SANTOS ? "Santos, SP" : "Campinas, SP"),
  };

  const present = (row: PersonRow<VisibleId>) => presentCard(personFrom(row, now), presentation);

  test("shows the age of the day and the city for the viewer", () => {
    expect(present(facts)).toMatchObject({ age: 26, city: "Campinas, SP", presence: "online", photo: null });
  });

  test("[T43][D3.25][D3.27] of a member with a wildcard city shows the viewer's city, marked, or the real one when the viewer has none", () => {
    const wildcard = { ...facts, isWildcardCity: true };
    expect(present(wildcard)).toMatchObject({ city: "Santos, SP", isWildcardCity: true });
    const forStaff = { ...presentation, viewerCityId: null };
    expect(presentCard(personFrom(wildcard, now), forStaff)).toMatchObject({
      city: "Campinas, SP",
      isWildcardCity: false,
    });
  });

  test("[K9.03] says how far the member's city is from the origin, and nothing of a wildcard city or without an origin", () => {
    expect(present(facts).distanceKm).toBe(125);
    expect(present({ ...facts, cityId: SANTOS }).distanceKm).toBe(0);
    expect(present({ ...facts, isWildcardCity: true }).distanceKm).toBeNull();
    const forStaff = { ...presentation, originCityId: null };
    expect(presentCard(personFrom(facts, now), forStaff).distanceKm).toBeNull();
    const unknown = { ...presentation, distanceBetween: () => null };
    expect(presentCard(personFrom(facts, now), unknown).distanceKm).toBeNull();
  });

  test("has the position of its id in the list, and a missing card is left out", () => {
    const people = new Map((["a", "b"] as VisibleId[]).map((id) => [id, personFrom({ ...facts, id }, now)]));
    const cards = inOrder([{ id: "b" }, { id: "gone" }, { id: "a" }], people, (person) =>
      presentCard(person, presentation),
    );
    expect(cards.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  test("has the links of the three sizes of its photo", () => {
    const photo = { fileName: "a", width: 3, height: 4, thumbhash: "x" };
    expect(present({ ...facts, ...photo }).photo).toEqual({
      small: "a/small",
      medium: "a/medium",
      large: "a/large",
      width: 3,
      height: 4,
      thumbhash: "x",
    });
  });

  test("shows no presence of a member who hides theirs, and the exact one of somebody who has written", () => {
    expect(present({ ...facts, isHidden: true }).presence).toBe("offline");
    const lately = { ...facts, changedAt: now, beforeActiveAt: null };
    expect(present(lately).presence).toBe("offline");
    expect(present({ ...lately, hasWritten: true }).presence).toBe("online");
  });
});
