import { describe, expect, test } from "vitest";
import { findBroken, readPosition, writePosition } from "./rules.ts";

const row = (id: number, isWhole = true, follows = true) => ({ id, isWhole, follows });

describe("[D5.21][T25] a chain", () => {
  test("is whole when each row fits its hash and the row before it", () => {
    expect(findBroken([row(1), row(2)], 0)).toBeNull();
    expect(findBroken([], 0)).toBeNull();
    expect(findBroken([row(7, true, false), row(8)], 7)).toBeNull();
  });

  test("is broken at the first row that was altered, or before which rows are missing", () => {
    expect(findBroken([row(1), row(2, false), row(3, true, false)], 0)).toEqual({ id: 2, what: "altered" });
    expect(findBroken([row(1), row(4, true, false)], 0)).toEqual({ id: 4, what: "missing" });
    expect(findBroken([row(7, false, false)], 7)).toEqual({ id: 7, what: "altered" });
    expect(findBroken([row(8)], 7)).toEqual({ id: 7, what: "missing" });
  });
});

test("the position of a page travels as text", () => {
  const position = { at: new Date("2026-11-23T12:00:00.123Z"), id: 57 };
  expect(readPosition(writePosition(position))).toEqual(position);
  expect(readPosition(undefined)).toBeUndefined();
});
