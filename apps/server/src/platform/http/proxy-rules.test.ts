import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { bareAddresses, hasTwoHosts, openRequestIds } from "./proxy-rules.ts";

test.each([
  ["198.51.100.7", "198.51.100.7"],
  ["198.51.100.7:443", "198.51.100.7"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["[fe80::1%eth0]:443", "fe80::1"],
  ["::ffff:198.51.100.7", "::ffff:198.51.100.7"],
  ["198.51.100.7:443,10.0.0.1:5 , [fd00::1]:6", "198.51.100.7, 10.0.0.1, fd00::1"],
  ["unknown", "unknown"],
  ["unknown, ", "unknown, "],
  ["", ""],
])("[T90] the addresses of %j have neither port nor zone", (forwarded, addresses) => {
  expect(bareAddresses(forwarded)).toBe(addresses);
});

test("[T90] a host is counted by names, however they are written, and not by values", () => {
  expect(hasTwoHosts(["Host", "a", "host", "b"])).toBe(true);
  expect(hasTwoHosts(["Host", "host", "x-host", "b"])).toBe(false);
  expect(hasTwoHosts([])).toBe(false);
});

const OWN = "own";
const ID = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";

const nameOf = (trustProxy: string | undefined, address: string | undefined, id: string | string[] | undefined) =>
  // The function reads only these two properties of a request.
  openRequestIds(
    trustProxy,
    () => OWN,
  )({ socket: { remoteAddress: address }, headers: { "x-request-id": id } } as unknown as IncomingMessage);

test("a trusted proxy names its requests", () => {
  expect(nameOf("127.0.0.1", "127.0.0.1", ID)).toBe(ID);
  expect(nameOf("10.0.0.0/8, 127.0.0.1", "10.2.3.4", ID.replaceAll("-", ""))).toBe(ID.replaceAll("-", ""));
  expect(nameOf("loopback", "::1", ID)).toBe(ID);
});

test("a client cannot name a request", () => {
  expect(nameOf("10.0.0.0/8", "127.0.0.1", ID)).toBe(OWN);
  expect(nameOf(undefined, "127.0.0.1", ID)).toBe(OWN);
  expect(nameOf("127.0.0.1", undefined, ID)).toBe(OWN);
});

test.each([undefined, "", "mine", "0190a1b2", `${ID}\n`, `${ID} x`, "g".repeat(32), "a".repeat(65), [ID, ID]])(
  "a name that no proxy makes is not taken: %j",
  (id) => {
    expect(nameOf("127.0.0.1", "127.0.0.1", id)).toBe(OWN);
  },
);
