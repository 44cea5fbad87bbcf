import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { openPageCursors } from "./page-cursor.ts";

const cursors = openPageCursors(randomBytes(32));
const makeRows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: randomUUID(), at: new Date(1_795_000_000_000 - at) }));

describe("the cursor of a page", () => {
  test("is read as the time and the id of the last row, whatever they are", () => {
    const at = fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(at, fc.uuid(), (time, id) => {
        const { page, next } = cursors.cut([{ at: time, id }, ...makeRows(1)], 1);
        expect(page).toEqual([{ at: time, id }]);
        expect(cursors.read(next ?? "")).toEqual({ at: time, id });
        // The contract bounds what a browser sends back.
        expect(next?.length).toBeLessThanOrEqual(80);
      }),
    );
  });

  test("exists only when there is one row more than the page shows", () => {
    expect(cursors.cut(makeRows(3), 3)).toMatchObject({ next: null });
    expect(cursors.cut([], 3)).toEqual({ page: [], next: null });
    expect(cursors.cut(makeRows(4), 3)).toMatchObject({ page: { length: 3 }, next: expect.any(String) });
  });

  test("[T69] is another text each time and shows nothing of the time", () => {
    const [firstCursor, otherCursor] = [1, 2].map(() => cursors.cut(makeRows(2), 1).next ?? "");
    expect(firstCursor).not.toBe(otherCursor);
    const time = Buffer.alloc(6);
    time.writeUIntBE(1_795_000_000_000, 0, 6);
    expect(Buffer.from(firstCursor ?? "", "base64url").includes(time.subarray(0, 4))).toBe(false);
  });

  test("is undefined for no text, rubbish, a changed one, and one of another installation", () => {
    const { next } = openPageCursors(randomBytes(32)).cut(makeRows(2), 1);
    const own = cursors.cut(makeRows(2), 1).next ?? "";
    const changedBytes = Buffer.from(own, "base64url");
    changedBytes.writeUInt8(changedBytes.readUInt8(15) ^ 1, 15);
    for (const text of [undefined, "", "x", "1_2", next ?? "", own.slice(1), changedBytes.toString("base64url")])
      expect(cursors.read(text)).toBeUndefined();
  });
});
