import { expect, test } from "vitest";
import { relativeTime } from "./ages.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

test("[M9.05] a conversation says Agora below a minute, then minutes, hours and days", () => {
  const ago = (ms: number) => relativeTime(new Date(NOON - ms).toISOString(), NOON);
  expect(ago(-5_000)).toBe("Agora");
  expect(ago(MINUTE - 1)).toBe("Agora");
  expect(ago(MINUTE)).toBe("1m");
  expect(ago(60 * MINUTE - 1)).toBe("59m");
  expect(ago(60 * MINUTE)).toBe("1h");
  expect(ago(24 * 60 * MINUTE - 1)).toBe("23h");
  expect(ago(24 * 60 * MINUTE)).toBe("1d");
  expect(ago(400 * 24 * 60 * MINUTE)).toBe("400d");
});
