import { expect, test } from "vitest";
import { openUploadGate } from "./upload-gate.ts";

const MAX = 1_000;
const cut = () => {};
const from = (address: string) => ({ memberId: undefined, address, length: "10", cut });
const by = (memberId: string) => ({ memberId, address: "203.0.113.1", length: "10", cut });

test("[T58][T66] a guest's address can have four uploads coming in; other addresses are not affected, and a finished upload frees its slot", () => {
  const gate = openUploadGate();
  const leaves = Array.from({ length: 4 }, () => gate.enter(from("a"), MAX));
  expect(() => gate.enter(from("a"), MAX)).toThrow("RATE_LIMIT_EXCEEDED");
  gate.enter(from("b"), MAX);
  leaves[0]?.();
  gate.enter(from("a"), MAX);
  expect(() => gate.enter(from("a"), MAX)).toThrow("RATE_LIMIT_EXCEEDED");
});

test("[T66] a member can have four uploads coming in, wherever the others at the same address are", () => {
  const gate = openUploadGate();
  for (let n = 0; n < 4; n += 1) gate.enter(by("ana"), MAX);
  expect(() => gate.enter(by("ana"), MAX)).toThrow("RATE_LIMIT_EXCEEDED");
  gate.enter(by("bia"), MAX);
});

test("[T58] a household that holds 2^64 addresses is one sender", () => {
  const gate = openUploadGate();
  for (let n = 1; n <= 4; n += 1) gate.enter(from(`2001:db8:1:1::${n.toString(16)}`), MAX);
  expect(() => gate.enter(from("2001:db8:1:1:ffff::1"), MAX)).toThrow("RATE_LIMIT_EXCEEDED");
  gate.enter(from("2001:db8:1:2::1"), MAX);
});

test("[T66] all guests together have a limited number of uploads, and members have their own slots", () => {
  const gate = openUploadGate();
  for (let n = 0; n < 96; n += 1) gate.enter(from(String(n)), MAX);
  expect(() => gate.enter(from("one more"), MAX)).toThrow("SERVICE_BUSY");
  for (let n = 0; n < 64; n += 1) gate.enter(by(`member ${n}`), MAX);
  expect(() => gate.enter(by("one more"), MAX)).toThrow("SERVICE_BUSY");
});

test("[T66] when all slots are taken, an arrival takes one of the address that holds the most, at once", () => {
  const gate = openUploadGate();
  const goneIds: string[] = [];
  const enter = (address: string) => gate.enter({ ...from(address), cut: () => goneIds.push(address) }, MAX);
  for (let n = 0; n < 96; n += 1) enter(`attacker ${Math.floor(n / 4)}`);
  enter("ana");
  expect(goneIds).toEqual(["attacker 0"]);
  // Each attacker loses a slot to a newcomer. Ana then gets a second slot, but no third: no attacker has more than 3.
  for (let n = 0; n < 23; n += 1) enter(`guest ${n}`);
  expect(new Set(goneIds).size).toBe(24);
  enter("ana");
  expect(() => enter("ana")).toThrow("SERVICE_BUSY");
});

test("[T66] when all slots are taken, the upload that has had its own the longest is cut for an arrival, but not within half a minute", () => {
  let time = 0;
  const gate = openUploadGate(() => time);
  const goneIds: string[] = [];
  const enter = (address: string) => gate.enter({ ...from(address), cut: () => goneIds.push(address) }, MAX);
  const leaves = Array.from({ length: 96 }, (_, n) => enter(`guest ${n}`));
  time = 29_999;
  expect(() => enter("ana")).toThrow("SERVICE_BUSY");
  time = 30_000;
  enter("ana");
  expect(goneIds).toEqual(["guest 0"]);
  // The end of the upload that was cut frees no second slot.
  leaves[0]?.();
  enter("bia");
  expect(goneIds).toEqual(["guest 0", "guest 1"]);
});

test("a body that is too long, or does not say how long it is, never starts", () => {
  const gate = openUploadGate();
  expect(() => gate.enter({ ...from("a"), length: String(MAX + 256 * 1024 + 1) }, MAX)).toThrow("FILE_TOO_LARGE");
  expect(() => gate.enter({ ...from("a"), length: undefined }, MAX)).toThrow("VALIDATION_ERROR");
});
