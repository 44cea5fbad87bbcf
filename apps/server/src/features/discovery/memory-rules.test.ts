import { expect, test } from "vitest";
import { bytesOf } from "./memory-rules.ts";

const MEGABYTE = 1_048_576;

test.each([
  ["a site that begins takes next to nothing", 50, 0, 1],
  ["ten thousand members take what is known of viewers, too", 10_000, 85, 95],
  ["a million members take half a gigabyte, and what is kept beside them has its bounds", 1_000_000, 650, 670],
])("%s", (_, members, least, most) => {
  expect(bytesOf(members)).toBeGreaterThanOrEqual(least * MEGABYTE);
  expect(bytesOf(members)).toBeLessThanOrEqual(most * MEGABYTE);
});
