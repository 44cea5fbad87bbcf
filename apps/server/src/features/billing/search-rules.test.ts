import { expect, test } from "vitest";
import { readSearch } from "./search-rules.ts";

test.each(["", "   ", "\n"])("%j is no search", (q) => {
  expect(readSearch(q)).toBeUndefined();
});

test("a name is found by the folded beginnings of its words, whatever is between them", () => {
  expect(readSearch(" Zuleica d'Ávila ")?.words).toBe("zuleica:* & davila:*");
  expect(readSearch("a | b & !c:* <-> \\ '")?.words).toBe("a:* & b:* & c:*");
  expect(readSearch("%")).toEqual({ text: "%", words: null, ids: null });
});

test("the number of an order is found by its beginning, with and without dashes", () => {
  const from = "0a203e003f12753d96f7000000000000";
  const to = "0a203e003f12753d96f7ffffffffffff";
  for (const q of ["0A203E00-3f12-753d-96f7-", "0a203e003f12753d96f7"])
    expect(readSearch(q)?.ids).toEqual({ from, to });
  const whole = "0a203e00-3f12-753d-96f7-669fbfffa1b2";
  expect(readSearch(whole)?.ids?.from).toBe(readSearch(whole)?.ids?.to);
  for (const q of ["abc", "----", "maria", "0a203e00x", "a".repeat(33)]) expect(readSearch(q)?.ids).toBeNull();
  // Fewer than four digits would match thousands of orders.
  expect(readSearch("0a2")?.ids).toBeNull();
  expect(readSearch("0a20")?.ids?.from).toBe("0a20".padEnd(32, "0"));
});
