import { describe, expect, test } from "vitest";
import { fansText, favoritesCountText, readPlace, tidySearch, writePlace } from "./rules.ts";

describe("the place in the screen", () => {
  test("is in the address, and comes back from it", () => {
    for (const [tab, q] of [
      ["favoritos", undefined],
      ["favoritos", "ana"],
      ["fas", undefined],
    ] as const) {
      expect(readPlace(new URLSearchParams(writePlace(tab, q)))).toEqual({ tab, q });
    }
  });

  test("is the favourites for anything unknown", () => {
    expect(readPlace(new URLSearchParams("aba=outra&q=%20"))).toEqual({ tab: "favoritos", q: undefined });
  });

  test("holds a search of 80 characters at most", () => {
    expect(tidySearch(` ${"a".repeat(90)} `)).toBe("a".repeat(80));
    expect(tidySearch("  ")).toBeUndefined();
  });
});

test("counts agree with their number", () => {
  expect(fansText(1)).toBe("1 pessoa favoritou você");
  expect(fansText(12)).toBe("12 pessoas favoritaram você");
  expect(fansText(1_000)).toBe("1.000 ou mais pessoas favoritaram você");
  expect(favoritesCountText(1, false)).toBe("1 favorito na lista.");
  expect(favoritesCountText(3, true)).toBe("3 favoritos na lista. Fim da lista.");
});
