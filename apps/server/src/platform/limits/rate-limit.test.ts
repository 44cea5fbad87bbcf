import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { attempt } from "../../testing/attempt-limit.ts";
import { addressKey, networkKey, openRateLimit, ownerKey } from "./rate-limit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a limit", () => {
  test("[D2.37] accepts its number of attempts, then answers how long to wait, and accepts again when the window is over", async () => {
    const limit = openRateLimit("a", { points: 2, seconds: 60 });
    expect([await attempt(limit, "k"), await attempt(limit, "k")]).toEqual(["taken", "taken"]);
    vi.advanceTimersByTime(20_000);
    expect(await attempt(limit, "k")).toBe(40);
    vi.advanceTimersByTime(39_500);
    expect(await attempt(limit, "k")).toBe(1);
    vi.advanceTimersByTime(501);
    expect(await attempt(limit, "k")).toBe("taken");
  });

  test("trying while it is shut does not lengthen the wait", async () => {
    const limit = openRateLimit("b", { points: 1, seconds: 60 });
    await limit.take("k");
    for (let i = 0; i < 100; i++) await attempt(limit, "k");
    vi.advanceTimersByTime(60_001);
    expect(await attempt(limit, "k")).toBe("taken");
  });

  test("keys do not touch each other", async () => {
    const limit = openRateLimit("c", { points: 1, seconds: 60 });
    await limit.take("one");
    expect(await attempt(limit, "two")).toBe("taken");
  });

  test("an attempt that is no longer counted can be made again, and a forgotten key starts from zero", async () => {
    const limit = openRateLimit("d", { points: 2, seconds: 60 });
    await limit.take("k");
    await limit.take("k");
    await limit.giveBack("k");
    expect([await attempt(limit, "k"), await attempt(limit, "k")]).toEqual(["taken", 60]);
    await limit.forget("k");
    expect(await attempt(limit, "k")).toBe("taken");
  });

  test("of a hundred at once exactly its number pass", async () => {
    const limit = openRateLimit("e", { points: 10, seconds: 60 });
    const results = await Promise.all(Array.from({ length: 100 }, () => attempt(limit, "k")));
    expect(results.filter((result) => result === "taken")).toHaveLength(10);
  });
});

describe("[T65] a limit of what work takes", () => {
  test("is charged when the work is done, also in parts and beyond what was left, and then refuses until its window is over", async () => {
    const limit = openRateLimit("f", { points: 10, seconds: 60 });
    await limit.check("k");
    await limit.charge("k", 9.5);
    await limit.check("k");
    await limit.charge("k", 3);
    await expect(limit.check("k")).rejects.toMatchObject({ details: { retryAfterSeconds: 60 } });
    await limit.check("another");
    vi.advanceTimersByTime(60_001);
    await limit.check("k");
  });
});

describe("the key of an address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2"],
    ["2001:DB8:1:2::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["1::", "1:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["unknown", "unknown"],
  ])("%s counts as %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  test("a household is one key however it spells its addresses, and the neighbour another", () => {
    expect(addressKey("2001:db8:1:2::1")).toBe(addressKey("2001:db8:1:2:ffff:ffff:ffff:ffff"));
    expect(addressKey("2001:db8:1:2::1")).not.toBe(addressKey("2001:db8:1:3::1"));
  });
});

describe("the network of an address", () => {
  test.each([
    ["189.40.100.3", "189.40.100"],
    ["189.40.100.250", "189.40.100"],
    ["189.40.101.3", "189.40.101"],
    ["::ffff:189.40.100.3", "189.40.100"],
    ["2001:db8:1:2::1", "2001:db8:1"],
    ["2001:0DB8:0001:ffff::", "2001:db8:1"],
    ["2001:db8:2:2::1", "2001:db8:2"],
    ["::1", "0:0:0"],
    ["fe80::1%eth0", "fe80:0:0"],
    ["unknown", "unknown"],
  ])("[T72] of %s is %s", (address, key) => {
    expect(networkKey(address)).toBe(key);
  });
});

describe("the owner of an address", () => {
  test.each([
    ["189.40.100.3", "189.40.100.3"],
    ["::ffff:189.40.100.3", "189.40.100.3"],
    ["2001:db8:1:2::1", "2001:db8:1"],
    ["2001:0DB8:0001:ffff::", "2001:db8:1"],
    ["2001:db8:2:2::1", "2001:db8:2"],
  ])("[T63] of %s counts as %s", (address, key) => {
    expect(ownerKey(address)).toBe(key);
  });
});
