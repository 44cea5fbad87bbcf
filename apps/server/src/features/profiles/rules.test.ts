import type { AccountType } from "@caramelo/contract/accounts/account";
import { describe, expect, test } from "vitest";
import { maySeeProfile, presentCard, presentCards, restateAge, statusOf } from "./rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const CAMPINAS = 3_509_502;
const SANTOS = 3_548_500;

describe("a stated age", () => {
  test.each([
    [26, "2000-11-21", undefined],
    [25, "2000-11-21", { statedAge: 25, ageStatedOn: "2026-11-21" }],
    [27, "2000-11-21", { statedAge: 27, ageStatedOn: "2026-11-21" }],
    [99, "1926-11-21", undefined],
    [98, "1926-11-21", { statedAge: 98, ageStatedOn: "2026-11-21" }],
    [26, null, { statedAge: 26, ageStatedOn: "2026-11-21" }],
  ])("[D2.35] of %i for an estimated birth date of %s changes %o", (age, bornOn, change) => {
    expect(restateAge(age, { birthOn: null, estimatedBirthOn: bornOn }, "2026-11-21")).toEqual(change);
  });

  test("[D2.36] of any number changes nothing once a birth date is verified", () => {
    const known = { birthOn: "2000-11-21", estimatedBirthOn: "2000-11-21" };
    for (const age of [18, 25, 26, 99]) expect(restateAge(age, known, "2026-11-21")).toBeUndefined();
  });
});

describe("a profile opens", () => {
  const viewer = { id: "v", role: "daddy" as const };
  const profile = {
    id: "p",
    role: "baby" as AccountType | "admin",
    isActive: true,
    isHiddenPair: false,
    hasConversation: false,
  };

  test.each([
    ["of the other side", {}, true],
    ["of one's own side", { role: "mommy" as const }, false],
    ["of one's own side in a conversation", { role: "mommy" as const, hasConversation: true }, true],
    ["of an inactive member", { isActive: false, hasConversation: true }, false],
    ["of a hidden member", { isHiddenPair: true, hasConversation: true }, false],
    ["of the team", { role: "admin" as const, hasConversation: true }, false],
    ["of oneself", { id: "v", role: "daddy" as const }, true],
  ])("%s: %o is %s", (_, facts, isOpen) => {
    expect(maySeeProfile(viewer, { ...profile, ...facts })).toBe(isOpen);
  });

  test("to the team in every state, unless it is of the team", () => {
    const admin = { id: "a", role: "admin" as const };
    expect(maySeeProfile(admin, { ...profile, isActive: false, isHiddenPair: true })).toBe(true);
    expect(maySeeProfile(admin, { ...profile, id: "a", role: "admin" })).toBe(false);
  });

  test("to the team with its state", () => {
    const none = { deactivatedAt: null, suspendedAt: null, bannedAt: null, hiddenAt: null, awaitsConfirmation: false };
    expect(statusOf(none)).toBe("active");
    expect(statusOf({ ...none, deactivatedAt: now })).toBe("deactivated");
    expect(statusOf({ ...none, awaitsConfirmation: true })).toBe("unconfirmed");
    expect(statusOf({ ...none, hiddenAt: now })).toBe("hidden");
    expect(statusOf({ ...none, deactivatedAt: now, suspendedAt: now, hiddenAt: now, awaitsConfirmation: true })).toBe(
      "suspended",
    );
    expect(statusOf({ ...none, suspendedAt: now, bannedAt: now })).toBe("banned");
  });
});

describe("a card", () => {
  const facts = {
    ...{ id: "p", name: "Ana", role: "baby" as const, estimatedBirthOn: "2000-01-01", cityId: CAMPINAS },
    ...{ isWildcardCity: false, isVerified: false, isPremium: false, isPromoted: false, isManaged: false },
    ...{ isDemo: false, isFavorite: false, lastActiveAt: now, leftAt: null, isHidden: false },
    ...{ hasWritten: false, changedAt: new Date(0), beforeActiveAt: null, beforeLeftAt: null },
    ...{ availableFrom: null, availableUntil: null, fileName: null, width: null, height: null, thumbhash: null },
  };
  const presentation = {
    viewerCityId: SANTOS as number | null,
    now,
    today: "2026-11-21",
    photoLinks: { linkTo: (fileName: string, size: string) => `${fileName}/${size}` },
    cityLabelOf: (id: number) => (id === SANTOS ? "Santos, SP" : "Campinas, SP"),
  };

  test("shows the age of the day and the city for the viewer", () => {
    expect(presentCard(facts, presentation)).toMatchObject({
      age: 26,
      city: "Campinas, SP",
      presence: "online",
      photo: null,
    });
  });

  test("[T43][D3.25][D3.27] of a member with a wildcard city shows the viewer's city, marked, or the real one when the viewer has none", () => {
    const wildcard = { ...facts, isWildcardCity: true };
    expect(presentCard(wildcard, presentation)).toMatchObject({ city: "Santos, SP", isWildcardCity: true });
    const forTheTeam = { ...presentation, viewerCityId: null };
    expect(presentCard(wildcard, forTheTeam)).toMatchObject({ city: "Campinas, SP", isWildcardCity: false });
  });

  test("stands where its id stands in the list, and a missing card is left out", () => {
    const cards = presentCards(
      ["b", "gone", "a"],
      [
        { ...facts, id: "a" },
        { ...facts, id: "b" },
      ],
      presentation,
    );
    expect(cards.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  test("has the links of the three sizes of its photo", () => {
    const photo = { fileName: "a", width: 3, height: 4, thumbhash: "x" };
    expect(presentCard({ ...facts, ...photo }, presentation).photo).toEqual({
      ...{ small: "a/small", medium: "a/medium", large: "a/large" },
      ...{ width: 3, height: 4, thumbhash: "x" },
    });
  });
});
