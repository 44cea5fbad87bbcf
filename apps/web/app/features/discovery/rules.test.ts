import { SEED_MAX } from "@caramelo/contract/limits";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseBanner, countText, seedOf } from "./rules.ts";
import { seedOfVisit } from "./visit.ts";

describe("a visit", () => {
  test("[D3.02] has one seed for as long as its entry lasts, and each visit its own", () => {
    const first = seedOfVisit("a");
    expect(seedOfVisit("a")).toBe(first);
    const others = ["b", "c", "d", "e"].map(seedOfVisit);
    expect(new Set([first, ...others]).size).toBeGreaterThan(1);
  });

  test("has a seed that the contract takes", () => {
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
  test("says how many it shows, and when that is all", () => {
    expect(countText(1, false)).toBe("1 perfil na lista.");
    expect(countText(24, false)).toBe("24 perfis na lista.");
    expect(countText(30, true)).toBe("30 perfis na lista. Fim da lista.");
  });
});

describe("the banner", () => {
  test("[K2.24][M6.02] offers babies the highlight", () => {
    expect(chooseBanner({ role: "baby", isPremium: false })).toBe("highlight");
  });

  test("[K2.25][M6.02][M6.03] offers premium to a daddy or mommy who is not premium, and to nobody else", () => {
    expect(chooseBanner({ role: "daddy", isPremium: false })).toBe("premium");
    expect(chooseBanner({ role: "mommy", isPremium: false })).toBe("premium");
    expect(chooseBanner({ role: "daddy", isPremium: true })).toBeUndefined();
    expect(chooseBanner({ role: "mommy", isPremium: true })).toBeUndefined();
    expect(chooseBanner({ role: "admin", isPremium: false })).toBeUndefined();
  });
});
