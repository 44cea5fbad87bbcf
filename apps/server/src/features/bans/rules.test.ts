import { describe, expect, test } from "vitest";
import { normalizeDocument } from "./rules.ts";

describe("what a ban remembers", () => {
  test("a document number is the same with and without dots, spaces and case", () => {
    for (const text of ["12.345.678-9", "123456789", " 12 345 678 9 ", "１２３４５６７８９"])
      expect(normalizeDocument(text)).toBe("123456789");
    expect(normalizeDocument("mg-1a")).toBe("MG1A");
  });
});
