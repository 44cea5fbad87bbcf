import { DISCOVERY_PAGE, SEED_MAX } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { bytesOf, endOf, pageOf, readCursor, SEGMENTS, segmentAt, writeCursor } from "./rules.ts";

describe("the order", () => {
  test("[K9.02] lists tier after tier, each from the seed on and then up to it", () => {
    const parts = Array.from({ length: SEGMENTS }, (_, index) => segmentAt(index));
    expect(parts.map(({ tier, isFromSeed }) => `${tier}${isFromSeed ? "+" : "-"}`).join(" ")).toBe(
      "0+ 0- 1+ 1- 2+ 2- 3+ 3-",
    );
  });
});

test("[D3.01][D3.24] a tab ends before the tiers that it does not show", () => {
  expect([endOf("all", false), endOf("highlighted", false), endOf("new", false)]).toEqual([8, 4, 6]);
  expect([endOf("all", true), endOf("new", true)]).toEqual([4, 4]);
});

const key = fc.integer({ min: 0, max: SEED_MAX });
const position = fc.record({ segment: fc.integer({ min: 0, max: SEGMENTS - 1 }), key, id: fc.uuid() });

describe("a cursor", () => {
  test("leads back to the position that it was written for, with the same seed", () => {
    fc.assert(
      fc.property(position, key, (from, seed) => {
        const isFitting = segmentAt(from.segment).isFromSeed === from.key >= seed;
        expect(readCursor(writeCursor(from), seed)).toEqual(isFitting ? from : undefined);
        expect(writeCursor(from)).toMatch(/^[\w-]{28}$/);
      }),
    );
  });

  test("that the server did not write is refused, whatever it holds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 80 }), fc.base64String({ maxLength: 80 })), key, (text, seed) => {
        const where = readCursor(text, seed);
        if (where) expect(writeCursor(where)).toBe(text);
      }),
    );
    const good = writeCursor({ segment: 0, key: 7, id: "0189a1b2-0000-7000-8000-000000000001" });
    expect(readCursor(good, 7)).toBeDefined();
    for (const text of ["", good.slice(1), `${good}A`, `${good}=`, ` ${good}`, `_${good.slice(1)}`, good.repeat(2)])
      expect(readCursor(text, 7)).toBeUndefined();
  });
});

test("a page has a next one only when one more position than it shows was found", () => {
  const last = { segment: 0, key: 7, id: "0189a1b2-0000-7000-8000-000000000001" };
  const shownRows = [...Array.from({ length: DISCOVERY_PAGE - 1 }, (_, at) => ({ ...last, id: `${at}` })), last];
  const ids = shownRows.map(({ id }) => id);
  expect(pageOf([])).toEqual({ ids: [], next: null });
  expect(pageOf(shownRows)).toEqual({ ids, next: null });
  expect(pageOf([...shownRows, { ...last, id: "beyond" }])).toEqual({ ids, next: writeCursor(last) });
});

const MEGABYTE = 1_048_576;

test.each([
  ["a site that begins takes next to nothing", 50, 0, 1],
  ["ten thousand members take what is known of viewers, too", 10_000, 85, 95],
  ["a million members take half a gigabyte, and what is kept beside them has its bounds", 1_000_000, 650, 670],
])("%s", (_, members, least, most) => {
  expect(bytesOf(members)).toBeGreaterThanOrEqual(least * MEGABYTE);
  expect(bytesOf(members)).toBeLessThanOrEqual(most * MEGABYTE);
});
