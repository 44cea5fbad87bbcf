import { describe, expect, test } from "vitest";
import { changeLook, findNext, findReviewKey, PLAIN_LOOK, readListAddress, statusWords } from "./rules.ts";

describe("the address of the list", () => {
  test.each([
    ["", "", 1],
    ["situacao=pendentes", "pendentes", 1],
    ["situacao=aprovadas&pagina=3", "aprovadas", 3],
  ])("of %j is %j and page %i", (search, value, page) => {
    expect(readListAddress(new URLSearchParams(search))).toMatchObject({ value, page });
  });

  test.each(["situacao=todas", "pagina=0", "pagina=-1", "pagina=1.5", "pagina=x", "pagina=99999"])(
    "with the unknown words %j counts as without them",
    (search) => {
      expect(readListAddress(new URLSearchParams(search))).toEqual({ value: "", status: undefined, page: 1 });
    },
  );
});

test("[K2.58] the states read Pendente, Aprovado and Rejeitado", () => {
  expect(Object.values(statusWords).map(({ text }) => text)).toEqual(["Pendente", "Aprovado", "Rejeitado"]);
});

test("the next request is the one behind this one, from the last the first, and none when nothing else waits", () => {
  expect(findNext(["a", "b", "c"], "a")).toBe("b");
  expect(findNext(["a", "b", "c"], "c")).toBe("a");
  expect(findNext(["b", "c"], "a")).toBe("b");
  expect(findNext(["a"], "a")).toBeUndefined();
  expect(findNext([], "a")).toBeUndefined();
});

test("the keys of a review work in both cases, and no other key does anything", () => {
  expect(["a", "A", "r", "n", "G", "+", "-", "0", "2"].map(findReviewKey)).toEqual([
    "approve",
    "approve",
    "reject",
    "next",
    "turn",
    "larger",
    "smaller",
    "reset",
    "picture 2",
  ]);
  expect(["Enter", "x", "9", " ", "constructor"].map(findReviewKey)).toEqual(Array(5).fill(undefined));
});

test("a picture turns by a quarter and comes back, and is never smaller than its frame nor larger than five of them", () => {
  let look = PLAIN_LOOK;
  for (const turn of [90, 180, 270, 0]) {
    look = changeLook(look, "turn");
    expect(look).toEqual({ zoom: 1, turn });
  }
  expect(changeLook(look, "smaller")).toEqual(PLAIN_LOOK);
  for (let press = 0; press < 20; press += 1) look = changeLook(look, "larger");
  expect(look.zoom).toBe(5);
  expect(changeLook({ zoom: 3, turn: 90 }, "reset")).toEqual(PLAIN_LOOK);
});
