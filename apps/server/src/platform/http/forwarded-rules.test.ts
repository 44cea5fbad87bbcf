import { expect, test } from "vitest";
import { bareAddresses, hasTwoHosts } from "./forwarded-rules.ts";

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
