import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { breakSource, VARIANTS, type VariantName } from "./variants.ts";

const sourceOf = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

// The cast is safe, because these are the keys of the table.
for (const variant of Object.keys(VARIANTS) as VariantName[]) {
  test(`[T75] the words that a product which ${variant} lacks are in its source, once`, () => {
    for (const replacement of VARIANTS[variant].replace) {
      const source = sourceOf(replacement.file);
      expect(breakSource(source, replacement)).not.toBe(source);
    }
  });
}

test("a variant whose words the product has twice, or not any more, is refused", () => {
  const replacement = { file: "a.ts", from: "lock()", to: "" };
  expect(breakSource("await lock();", replacement)).toBe("await ;");
  for (const source of ["lock(); lock();", "unlocked();"])
    expect(() => breakSource(source, replacement)).toThrow("a.ts does not have this once: lock()");
});
