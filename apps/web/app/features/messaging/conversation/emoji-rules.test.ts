import { expect, test } from "vitest";
import emojis from "~/data/emojis.json";
import { findEmojis } from "./emoji-rules.ts";

const find = (text: string) => findEmojis(emojis, text).map(({ emoji }) => emoji.emoji);

test("[K4.16] a word finds emojis of that name, and none that only have its letters inside of another word", () => {
  expect(find("bolo")).toEqual(["🎂", "🍰", "🧁", "🥮"]);
  expect(find("sol")[0]).toBe("☀️");
});

test("[K4.16] beginnings of words come after whole words, and accents and case mean nothing", () => {
  const cafe = find("CAFE");
  expect(cafe).toEqual(find("café"));
  expect(cafe[0]).toBe("☕️");
  expect(find("corac")).toContain("❤️");
  expect(find("coração").indexOf("❤️")).toBeLessThan(find("coração").length / 2);
});

test("[K4.16] several words are found one after the other, and words in quotation marks as well", () => {
  expect(find("feliz aniversario")).toContain("🎂");
  expect(find("free")).toContain("🆓");
  expect(find("xyzxyz")).toEqual([]);
});
