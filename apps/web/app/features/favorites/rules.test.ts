import { describe, expect, test } from "vitest";
import { fansText, favoritesCountText, noteGivenUp, readPlace, tidySearch, withGivenUp, writePlace } from "./rules.ts";

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

describe("whoever is given up on the screen", () => {
  const card = (id: string, isFavorite = true) => ({ id, isFavorite });
  const listed = [card("a"), card("b", false), card("c")];
  const kept = noteGivenUp([], listed);

  test("stays where they stood when the list comes without them", () => {
    expect(kept).toEqual([{ card: card("b", false), place: 1 }]);
    expect(withGivenUp([card("a"), card("c")], kept).map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(withGivenUp([], kept).map(({ id }) => id)).toEqual(["b"]);
    expect(withGivenUp(listed, kept)).toEqual(listed);
  });

  test("is forgotten once they are a favourite again, and noted once", () => {
    expect(noteGivenUp(kept, listed)).toBe(kept);
    expect(noteGivenUp(kept, [card("a")])).toBe(kept);
    expect(noteGivenUp(kept, [card("b"), card("a")])).toEqual([]);
  });
});
