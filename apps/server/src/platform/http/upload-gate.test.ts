import { expect, test } from "vitest";
import { openUploadGate } from "./upload-gate.ts";

const MAX = 1_000;
const from = (address: string) => ({ address, length: "10" });

test("[T58] one address can have only so many uploads coming in, others are not touched, and a place is given back", () => {
  const gate = openUploadGate();
  const leaves = Array.from({ length: 32 }, () => gate.enter(from("a"), MAX));
  expect(() => gate.enter(from("a"), MAX)).toThrow("RATE_LIMIT_EXCEEDED");
  gate.enter(from("b"), MAX);
  leaves[0]?.();
  gate.enter(from("a"), MAX);
  expect(() => gate.enter(from("a"), MAX)).toThrow("RATE_LIMIT_EXCEEDED");
});

test("[T58] a household that holds 2^64 addresses is one sender", () => {
  const gate = openUploadGate();
  for (let n = 1; n <= 32; n += 1) gate.enter(from(`2001:db8:1:1::${n.toString(16)}`), MAX);
  expect(() => gate.enter(from("2001:db8:1:1:ffff::1"), MAX)).toThrow("RATE_LIMIT_EXCEEDED");
  gate.enter(from("2001:db8:1:2::1"), MAX);
});

test("all addresses together can have only so many", () => {
  const gate = openUploadGate();
  for (let n = 0; n < 128; n += 1) gate.enter(from(String(n)), MAX);
  expect(() => gate.enter(from("one more"), MAX)).toThrow("RATE_LIMIT_EXCEEDED");
});

test("a body that is too long, or does not say how long it is, never starts", () => {
  const gate = openUploadGate();
  expect(() => gate.enter({ address: "a", length: String(MAX + 256 * 1024 + 1) }, MAX)).toThrow("FILE_TOO_LARGE");
  expect(() => gate.enter({ address: "a", length: undefined }, MAX)).toThrow("VALIDATION_ERROR");
});
