import { describe, expect, test } from "vitest";
import { type KnownSession, openSessionCache, SURE_MS } from "./session-cache.ts";

const session = (memberId: string): KnownSession => ({
  id: `session of ${memberId}`,
  memberId,
  isRemembered: true,
  endedAt: null,
  expiresAt: new Date(9e12),
  lastSeenAt: new Date(),
  provedAt: new Date(),
  hasFactor: false,
  isOpen: true,
  ageGate: null,
  lacksConsent: false,
  erasesAt: null,
  isAdmin: false,
  staffRole: null,
  role: "baby",
  cityId: 1,
});

/** A cache that has just heard from the database, with a clock that a test moves. */
function open(max = 10) {
  let time = 0;
  const cache = openSessionCache({ max, now: () => time });
  cache.confirm(0);
  const read = async (key: string, memberId = key, isGood = () => true) => {
    let hasRead = false;
    await cache.find(key, isGood, async () => {
      hasRead = true;
      return session(memberId);
    });
    return hasRead ? "database" : "memory";
  };
  return { cache, read, pass: (ms: number) => (time += ms), now: () => time };
}

describe("a session of the cache", () => {
  test("is read once, and again when an announcement names its member or all", async () => {
    const { cache, read } = open();
    expect([await read("a"), await read("a")]).toEqual(["database", "memory"]);
    await read("phone of a", "a");
    await read("b");
    cache.receive("a");
    expect([await read("a"), await read("phone of a", "a"), await read("b")]).toEqual([
      "database",
      "database",
      "memory",
    ]);
    cache.receive("all");
    expect([await read("a"), await read("b")]).toEqual(["database", "database"]);
    cache.receive();
    expect(await read("a")).toBe("database");
  });

  test("comes from memory as it was read", async () => {
    const { cache } = open();
    const adminSession: KnownSession = {
      ...session("a"),
      role: "admin",
      staffRole: "owner",
      ageGate: "entry",
      isAdmin: true,
    };
    const find = () =>
      cache.find(
        "a",
        () => true,
        async () => adminSession,
      );
    await find();
    expect(cache.count()).toBe(1);
    expect(await find()).toEqual(adminSession);
    expect(await find()).not.toBe(adminSession);
  });

  test("is not kept when an announcement came while it was read", async () => {
    const { cache, read } = open();
    const { promise, resolve } = Promise.withResolvers<KnownSession>();
    const reading = cache.find(
      "a",
      () => true,
      () => promise,
    );
    cache.receive("a");
    resolve(session("a"));
    expect((await reading)?.memberId).toBe("a");
    expect(cache.count()).toBe(0);
    expect(await read("a")).toBe("database");
  });

  test("is used for a second after the last sign of life of the database, and again after the next one", async () => {
    const { cache, read, pass, now } = open();
    await read("a");
    pass(SURE_MS - 1);
    expect(await read("a")).toBe("memory");
    pass(1);
    expect(await read("a")).toBe("database");
    expect(await read("a")).toBe("database");
    cache.confirm(now());
    expect([await read("a"), await read("a")]).toEqual(["database", "memory"]);
  });

  test("is not used before the first sign of life of the database", async () => {
    const cache = openSessionCache({ max: 1 });
    await cache.find(
      "a",
      () => true,
      async () => session("a"),
    );
    expect(cache.count()).toBe(0);
  });

  test("is read again when it does not pass, and then not kept", async () => {
    const { cache, read } = open();
    await read("a");
    expect(await read("a", "a", () => false)).toBe("database");
    expect(cache.count()).toBe(0);
  });

  test("makes room for newer ones", async () => {
    const { cache, read } = open(2);
    for (const key of ["a", "b", "c"]) await read(key);
    expect(cache.count()).toBe(2);
    expect([await read("b"), await read("c"), await read("a")]).toEqual(["memory", "memory", "database"]);
  });
});
