import { SEED_MAX } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { chooseBanner, chooseOffer, countAhead, countOf, countText, seedOf } from "./rules.ts";

describe("a visit", () => {
  test("has a seed that the contract accepts", () => {
    expect(seedOf(0)).toBe(0);
    expect(seedOf(1 - Number.EPSILON / 2)).toBe(SEED_MAX);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (chance) => {
        const seed = seedOf(chance);
        expect(Number.isInteger(seed) && seed >= 0 && seed <= SEED_MAX).toBe(true);
      }),
    );
  });
});

describe("the list", () => {
  test("announces how many profiles it shows, and when that is all", () => {
    expect(countText(1, false)).toBe("1 perfil na lista.");
    expect(countText(24, false)).toBe("24 perfis na lista.");
    expect(countText(30, true)).toBe("30 perfis na lista. Fim da lista.");
  });
});

describe("the space below the shown profiles", () => {
  test("is three rows at first and two later, and as much as a returning member had before", () => {
    expect(countAhead(0, 0, 6)).toBe(18);
    expect(countAhead(24, 0, 6)).toBe(12);
    expect(countAhead(0, 96, 6)).toBe(96);
    expect(countAhead(24, 96, 6)).toBe(72);
    expect(countAhead(96, 96, 6)).toBe(12);
  });
});

describe("the tabs", () => {
  test("[K2.16] each has its own count, and none until the counts are there", () => {
    const counts = { all: 42, highlighted: 7, new: 3 };
    expect([countOf(counts, "todos"), countOf(counts, "destaque"), countOf(counts, "novos")]).toEqual([42, 7, 3]);
    expect(countOf(undefined, "todos")).toBeUndefined();
  });
});

describe("the banner", () => {
  test("gives way to a hint about the own profile for a newcomer, and staff get neither", () => {
    const baby = { role: "baby", isPremium: false, isNewcomer: true } as const;
    expect(chooseOffer(baby)).toBe("profile");
    expect(chooseOffer({ ...baby, role: "daddy", isPremium: true })).toBe("profile");
    expect(chooseOffer({ ...baby, isNewcomer: false })).toBe("highlight");
    expect(chooseOffer({ ...baby, role: "admin", isNewcomer: false })).toBeUndefined();
  });

  test("[K2.24][M6.02] offers the highlight to a baby", () => {
    expect(chooseBanner({ role: "baby", isPremium: false })).toBe("highlight");
  });

  test("[K2.25][M6.02][M6.03] offers premium only to a daddy or mommy who is not premium", () => {
    expect(chooseBanner({ role: "daddy", isPremium: false })).toBe("premium");
    expect(chooseBanner({ role: "mommy", isPremium: false })).toBe("premium");
    expect(chooseBanner({ role: "daddy", isPremium: true })).toBeUndefined();
    expect(chooseBanner({ role: "mommy", isPremium: true })).toBeUndefined();
    expect(chooseBanner({ role: "admin", isPremium: false })).toBeUndefined();
  });
});
