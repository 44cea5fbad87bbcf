import { describe, expect, test } from "vitest";
import {
  admirersText,
  favoritesCountText,
  keepRemoved,
  readAddress,
  tidySearch,
  withRemoved,
  writeAddress,
} from "./rules.ts";

describe("the address of the favourites screen", () => {
  test("holds the tab and the search", () => {
    for (const [tab, q] of [
      ["favoritos", undefined],
      ["favoritos", "ana"],
      ["fas", undefined],
    ] as const) {
      expect(readAddress(new URLSearchParams(writeAddress(tab, q)))).toEqual({ tab, q });
    }
  });

  test("names the favourites when it is unknown", () => {
    expect(readAddress(new URLSearchParams("aba=outra&q=%20"))).toEqual({ tab: "favoritos", q: undefined });
  });

  test("holds a search of at most 80 characters", () => {
    expect(tidySearch(` ${"a".repeat(90)} `)).toBe("a".repeat(80));
    expect(tidySearch("  ")).toBeUndefined();
  });
});

test("the nouns of counts agree with their number", () => {
  expect(admirersText(1)).toBe("1 pessoa favoritou você");
  expect(admirersText(12)).toBe("12 pessoas favoritaram você");
  expect(admirersText(1_000)).toBe("1.000 ou mais pessoas favoritaram você");
  expect(favoritesCountText(1, false)).toBe("1 favorito na lista.");
  expect(favoritesCountText(3, true)).toBe("3 favoritos na lista. Fim da lista.");
});

describe("a favourite that is removed on the screen", () => {
  const card = (id: string, isFavorite = true) => ({ id, isFavorite });
  const listedCards = [card("a"), card("b", false), card("c")];
  const removedCards = keepRemoved([], listedCards);

  test("keeps its position when the list comes without it", () => {
    expect(removedCards).toEqual([{ card: card("b", false), position: 1 }]);
    expect(withRemoved([card("a"), card("c")], removedCards).map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(withRemoved([], removedCards).map(({ id }) => id)).toEqual(["b"]);
    expect(withRemoved(listedCards, removedCards)).toEqual(listedCards);
  });

  test("is kept once, and dropped when it is a favourite again", () => {
    expect(keepRemoved(removedCards, listedCards)).toBe(removedCards);
    expect(keepRemoved(removedCards, [card("a")])).toBe(removedCards);
    expect(keepRemoved(removedCards, [card("b"), card("a")])).toEqual([]);
  });
});
