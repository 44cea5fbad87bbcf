import { randomUUID } from "node:crypto";
import { type RateLimitName, rateLimits } from "@caramelo/contract/call/rate-limits";
import { Redis } from "ioredis";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Rate } from "../platform/limits/rate.ts";
import { openRateLimits } from "../platform/limits/rate-limit.ts";
import { openRedis } from "../platform/nodes/redis.ts";
import { attempt } from "../testing/attempt-limit.ts";
import { openBlackHole } from "../testing/black-hole.ts";
import { grant } from "../testing/entitlements.ts";
import { type LiveSocket, openLiveSocket } from "../testing/live-socket.ts";
import { waitForLocks } from "../testing/lock-waits.ts";
import { makeWriter, type Writer } from "../testing/messages.ts";
import { PATIENT } from "../testing/patience.ts";
import { makeMember, PASSWORD } from "../testing/people.ts";
import { startRedis } from "../testing/redis-server.ts";
import { openBrowserOf } from "../testing/signed-in.ts";
import { openWorld, type World } from "../testing/world.ts";

const redis = await startRedis();
afterAll(() => redis.kill());
const settings = { REDIS_URL: redis.url, LIMIT_MESSAGES: "200/10", LIMIT_SIGN_IN_ACCOUNT: "4/900" };
const firstWorld = await openWorld(settings);
const otherWorld = await openWorld(settings, firstWorld);
const GRACE_MS = 10_000;
const PATIENCE = { timeout: 20_000 };
const NEW_PASSWORD = "outra senha comprida";

const openedSockets: LiveSocket[] = [];
async function open(browser: Parameters<typeof openLiveSocket>[0]): Promise<LiveSocket> {
  const live = await openLiveSocket(browser);
  openedSockets.push(live);
  return live;
}
afterEach(async () => {
  for (const { socket } of openedSockets.splice(0)) socket.terminate();
  for (const { live } of [firstWorld, otherWorld]) await vi.waitFor(() => expect(live.count()).toBe(0), PATIENT);
});

/** The browser of a member at another process, with the same session. */
function openElsewhere(world: World, { jar }: { jar: Map<string, string> }) {
  const browser = world.browser();
  for (const [name, value] of jar) browser.jar.set(name, value);
  return browser;
}

async function makeDaddy(world: World): Promise<Writer> {
  const daddy = await makeWriter(world, { role: "daddy" });
  await grant(firstWorld.db, daddy, { tokens: 1_000, conversations: 10 });
  return daddy;
}

/** The live connections of a member at both processes. */
async function openBoth(memberId: string) {
  return [
    await open(await openBrowserOf(firstWorld, memberId)),
    await open(await openBrowserOf(otherWorld, memberId)),
  ] as const;
}

describe("events", () => {
  test("[TB.08] reach every connection of a member once and in order, whichever process it and the sender are at", async () => {
    const [ana, dan] = [await makeWriter(firstWorld), await makeDaddy(firstWorld)];
    const danThere: Writer = { ...dan, ...(await sendersOf(otherWorld, dan.id)) };
    const tabs = [...(await openBoth(ana.id)), ...(await openBoth(dan.id))];
    const COUNT = 40;
    for (let i = 0; i < COUNT; i += 1) expect((await (i % 2 ? danThere : dan).send(ana, `${i}`)).status).toBe(200);
    for (const tab of tabs) {
      const changes = await tab.waitFor("change", COUNT);
      expect(changes.map(({ seq }) => seq)).toEqual(Array.from({ length: COUNT }, (_, i) => i + 1));
    }
  });

  test("[TB.08] of typing reach the other one at the other process, and no other member there", async () => {
    const [ana, dan, eve] = [await makeWriter(firstWorld), await makeDaddy(firstWorld), await makeWriter(otherWorld)];
    await dan.send(ana);
    const [hers, his] = [
      await open(await openBrowserOf(firstWorld, ana.id)),
      await open(await openBrowserOf(otherWorld, dan.id)),
    ];
    const strangers = await open(await openBrowserOf(otherWorld, eve.id));
    hers.send("typing", { withId: dan.id, isTyping: true });
    expect(await his.waitFor("typing")).toEqual([{ event: "typing", withId: ana.id, isTyping: true }]);
    expect(strangers.received.map(({ event }) => event)).toEqual(["heartbeat"]);
  });
});

describe("a session that ends at one process", () => {
  test("[TB.07][TB.08] ends its connections at the others by its own event, before any check that is repeated, and no other session's", async () => {
    const { id } = await makeMember(firstWorld.owner);
    const browser = await openBrowserOf(firstWorld, id);
    const [here, there] = [await open(browser), await open(openElsewhere(otherWorld, browser))];
    const phone = await open(await openBrowserOf(otherWorld, id));
    await browser.api.accounts.signOut();
    // No ping, heartbeat, sweep or beat runs in a test by itself: without the event they would stay open.
    expect([await here.closed, await there.closed]).toEqual([4401, 4401]);
    expect(phone.socket.readyState).toBe(phone.socket.OPEN);
  });

  test("[TB.07][TB.08] with a changed password ends the others', also while Redis is dead, and the one that changed it stays", async () => {
    const { id } = await makeMember(firstWorld.owner);
    const [browser, stranger] = [await openBrowserOf(firstWorld, id), await openBrowserOf(otherWorld, id)];
    const [own, there] = [await open(openElsewhere(otherWorld, browser)), await open(stranger)];
    await redis.kill();
    const body = { currentPassword: PASSWORD, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
    expect((await browser.api.accounts.changePassword({ body })).status).toBe(200);
    expect(await there.closed).toBe(4401);
    expect(own.socket.readyState).toBe(own.socket.OPEN);
    await bringBack();
  });
});

/** Starts Redis again and waits until both processes have it back. */
async function bringBack(): Promise<void> {
  await redis.restart();
  for (const { context } of [firstWorld, otherWorld])
    await vi.waitFor(() => expect(context.redisState()).toBe("connected"), PATIENCE);
}

async function sendersOf(world: World, memberId: string): Promise<Pick<Writer, "send">> {
  const { messaging } = (await openBrowserOf(world, memberId)).api;
  return {
    send: (to, text = "oi", clientId: string = randomUUID()) =>
      messaging.send({ params: { memberId: to.id }, body: { clientId, text } }),
  };
}

describe("presence", () => {
  const see = async (viewer: Writer, { id }: { id: string }) => {
    const { body } = await (await openBrowserOf(firstWorld, viewer.id)).api.presence.list({ query: { ids: [id] } });
    return body.presences[0]?.presence;
  };
  /** A member who is online, and a viewer who may see their exact presence. */
  async function makeOnline() {
    const [ana, dan] = [await makeWriter(firstWorld), await makeDaddy(firstWorld)];
    await dan.send(ana);
    await ana.send(dan);
    expect((await (await openBrowserOf(firstWorld, ana.id)).api.presence.ping()).status).toBe(200);
    expect(await see(dan, ana)).toBe("online");
    return { ana, dan };
  }
  const closeTab = async (world: World, { socket, closed }: LiveSocket) => {
    const before = world.live.count();
    socket.close();
    await closed;
    await vi.waitFor(() => expect(world.live.count()).toBe(before - 1), PATIENT);
    world.pass(GRACE_MS);
    await world.live.sweep();
  };
  /** A browser does not see when its arrival is recorded, so the tests wait for the rows. */
  const waitForArrivals = (memberIds: string[], count: number) =>
    vi.waitFor(async () => {
      const rows = await firstWorld.owner
        .selectFrom("nodeMember")
        .where("memberId", "in", memberIds)
        .selectAll()
        .execute();
      expect(rows).toHaveLength(count);
    }, PATIENCE);
  const pretendSilence = (world: World) =>
    firstWorld.owner
      .updateTable("node")
      .set({ seenAt: sql<Date>`clock_timestamp() - interval '25 seconds'` })
      .where("id", "=", world.context.nodeId ?? "")
      .execute();

  test("[D3.14][TB.08] of a member with a tab at each process ends with the last of them", async () => {
    const { ana, dan } = await makeOnline();
    const [here, there] = await openBoth(ana.id);
    await closeTab(firstWorld, here);
    expect(await see(dan, ana)).toBe("online");
    await closeTab(otherWorld, there);
    expect(await see(dan, ana)).toBe("recent");
  });

  test("[D3.14][TB.08] ends once, whichever of two processes loses its last connection first, also at the same moment", async () => {
    const { ana, dan } = await makeOnline();
    const [here, there] = await openBoth(ana.id);
    for (const { socket, closed: whenClosed } of [here, there]) {
      socket.close();
      await whenClosed;
    }
    for (const { live } of [firstWorld, otherWorld]) await vi.waitFor(() => expect(live.count()).toBe(0), PATIENT);
    for (const world of [firstWorld, otherWorld]) world.pass(GRACE_MS);
    await Promise.all([firstWorld.live.sweep(), otherWorld.live.sweep()]);
    expect(await see(dan, ana)).toBe("recent");
  });

  test("[D3.14][TB.08] ends also when the arrival was slow to be recorded", async () => {
    const [{ ana, dan }, slow] = [await makeOnline(), await makeOnline()];
    const { sweeping } = await firstWorld.owner.transaction().execute(async (trx) => {
      await sql`select from presence where member_id = ${slow.ana.id} for update`.execute(trx);
      await open(await openBrowserOf(firstWorld, slow.ana.id));
      await waitForLocks(firstWorld.owner, 1);
      // This arrival waits for the slow one. It must not be recorded after the departure that follows it.
      const tab = await open(await openBrowserOf(firstWorld, ana.id));
      tab.socket.close();
      await tab.closed;
      await vi.waitFor(() => expect(firstWorld.live.count()).toBe(1), PATIENT);
      firstWorld.pass(GRACE_MS);
      const sweep = firstWorld.live.sweep();
      for (let i = 0; i < 20; i += 1) await sql`select 1`.execute(firstWorld.db);
      return { sweeping: sweep };
    });
    await sweeping;
    const last = await makeMember(firstWorld.owner);
    await open(await openBrowserOf(firstWorld, last.id));
    await waitForArrivals([last.id], 1);
    expect(await see(dan, ana)).toBe("recent");
  });

  test("[D3.14][TB.08] of members at a process that gives no sign of life ends within half a minute, unless they are at another one", async () => {
    const [{ ana, dan }, second] = [await makeOnline(), await makeOnline()];
    // No timer runs here, so both processes would be taken for dead if the tests before took long.
    for (const { live } of [firstWorld, otherWorld]) await live.beat();
    await open(await openBrowserOf(otherWorld, ana.id));
    await openBoth(second.ana.id);
    await waitForArrivals([ana.id, second.ana.id], 3);
    for (const { live } of [firstWorld, otherWorld, firstWorld]) await live.beat();
    expect(await see(dan, ana)).toBe("online");
    for (const world of [firstWorld, otherWorld]) world.pass(60_000);
    await pretendSilence(otherWorld);
    await firstWorld.live.beat();
    expect(await see(dan, ana)).toBe("recent");
    expect(await see(second.dan, second.ana)).toBe("online");
    expect(firstWorld.logged.join("")).toContain("gave no sign of life");

    // The process was only slow: its next beat adds it again, with its members.
    await otherWorld.live.beat();
    expect(await see(dan, ana)).toBe("online");
  });
});

describe("limits", () => {
  const rates = Object.fromEntries(Object.keys(rateLimits).map((name) => [name, { points: 5, seconds: 600 }]));
  /** The limits of one process; however slow the machine is, Redis is waited for. */
  const openLimits = async () => {
    const link = openRedis({
      url: redis.url,
      secret: Buffer.alloc(32),
      log: firstWorld.context.log,
      answerWithinMs: 30_000,
    });
    onTestFinished(link.close);
    expect(await link.waitUntilConnected(30_000)).toBe(true);
    // The cast is safe, because `rates` has the same names.
    return openRateLimits(rates as Record<RateLimitName, Rate>, { redis: link }).limits;
  };

  test("[T58][TB.08] let exactly their number pass over two processes, one by one and all at once, and count again what is given back", async () => {
    const [here, there] = [await openLimits(), await openLimits()];
    for (const name of Object.keys(rateLimits) as RateLimitName[]) {
      const key = randomUUID();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, i) => attempt((i % 2 ? here : there)[name], key)),
      );
      expect(
        outcomes.filter((outcome) => outcome === "taken"),
        name,
      ).toHaveLength(5);
      for (const wait of outcomes.filter((outcome) => outcome !== "taken")) {
        expect(wait, name).toBeGreaterThan(0);
        expect(wait, name).toBeLessThanOrEqual("form" in rateLimits[name] ? 120 : 600);
      }
      await expect(here[name].check(key), name).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
      // A session may take half as many, rounded down, and is counted separately.
      const ofSession = await Promise.all([here, there, here].map((limits) => attempt(limits[name].ofSession, key)));
      expect(
        ofSession.filter((outcome) => outcome === "taken"),
        name,
      ).toHaveLength(2);
      await there[name].forget(key);
      expect(await attempt(here[name], key), name).toBe("taken");
      await there[name].charge(key, 3.5);
      await here[name].check(key).catch(() => {});
      await here[name].giveBack(key);
      expect(await attempt(there[name], key), name).toBe("taken");
      expect(await attempt(there[name], randomUUID()), name).toBe("taken");
    }
  });

  test("[T58] that are buckets owe no more than they hold, however much is charged at once", async () => {
    const [{ bodies }, key] = [await openLimits(), randomUUID()];
    for (let at = 0; at < 10; at += 1) await bodies.charge(key, 19);
    const wait = await attempt(bodies, key);
    // The 600 seconds of a whole bucket, and up to 120 for one token.
    expect(wait).toBeGreaterThan(600);
    expect(wait).toBeLessThanOrEqual(720);
  });

  test("[T58] hold no address and no name in Redis that could be read there", async () => {
    const [limits, email] = [await openLimits(), `${randomUUID()}@exemplo.invalid`];
    await limits.signInAccount.take(`${email} 203.0.113.7`);
    const client = new Redis(redis.url);
    const keys = await client.keys("*");
    client.disconnect();
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(key).toMatch(/^caramelo:[\w-]{43}$/);
  });

  test("[T58][D2.38] of wrong passwords are one for both processes, and a right one forgets them at both", async () => {
    const { email } = await makeMember(firstWorld.owner);
    const address = "203.0.113.77";
    const signIn = (world: World, password: string) =>
      world.browser(address).api.accounts.signIn({ body: { email, password, remember: false } });
    for (const world of [firstWorld, otherWorld, firstWorld])
      expect((await signIn(world, "errada, errada")).status).toBe(401);
    expect((await signIn(otherWorld, PASSWORD)).status).toBe(200);
    for (const world of [otherWorld, firstWorld, otherWorld, firstWorld])
      expect((await signIn(world, "errada, errada")).status).toBe(401);
    expect((await signIn(firstWorld, PASSWORD)).status).toBe(429);
    expect((await signIn(otherWorld, PASSWORD)).status).toBe(429);
  });

  test("[T16] of the profiles of a day are one for both processes, and what was shown may be opened again at both", async () => {
    const small = { ...settings, PROFILES_A_DAY_NEW: "6" };
    const [here, there] = [await openWorld(small, firstWorld), await openWorld(small, firstWorld)];
    const viewer = { id: (await makeMember(firstWorld.owner, { role: "daddy" })).id, isAdmin: false };
    const [ids, now] = [Array.from({ length: 6 }, () => randomUUID()), firstWorld.context.clock.now()];
    for (const [at, seenPresence] of ids.entries())
      await (at % 2 ? here : there).context.profileAllowance.takeOne(viewer, seenPresence, now);
    const another = here.context.profileAllowance.takeOne(viewer, randomUUID(), now);
    await expect(another).rejects.toMatchObject({ code: "DAILY_PROFILES_REACHED" });
    const again = ids.map((id) => there.context.profileAllowance.takeOne(viewer, id, now));
    await expect(Promise.all(again)).resolves.toBeDefined();
  });
});

/** Commands whose answers are not awaited: those that open and check a connection, and what is published. */
const UNAWAITED = new Set(["auth", "hello", "info", "ping", "publish", "select", "subscribe"]);

/** Returns a function that lists the commands since now whose answers requests wait for. */
function watchQuestions(): () => string[] {
  const { calls } = vi.spyOn(Redis.prototype, "sendCommand").mock;
  const first = calls.length;
  const listNames = () => calls.slice(first).map(([{ name }]) => name);
  return () => listNames().filter((name) => !UNAWAITED.has(name));
}

describe("while Redis is away", () => {
  test("[TB.09] sends are stored and delivered at the own process at once, and by the other when Redis is back; it is logged once", async () => {
    const [ana, dan] = [await makeWriter(firstWorld), await makeDaddy(firstWorld)];
    await dan.send(ana);
    const [here, there] = await openBoth(ana.id);
    const logged = firstWorld.logged.length;
    await redis.kill();
    expect((await dan.send(ana, "0")).status).toBe(200);
    const listQuestions = watchQuestions();
    for (let i = 1; i < 10; i += 1) expect((await dan.send(ana, `${i}`)).status).toBe(200);
    expect(listQuestions()).toEqual([]);
    expect(firstWorld.context.redisState()).toBe("lost");
    expect((await here.waitFor("change", 10)).map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(there.received.filter(({ event }) => event === "change")).toEqual([]);
    await bringBack();
    // The heartbeat tells the browser how far its stream is, so that the browser can read what it missed.
    await vi.waitFor(() => expect(there.received.at(-1)).toEqual({ event: "heartbeat", lastSeq: 11 }), PATIENCE);
    await dan.send(ana, "e de novo");
    expect((await there.waitFor("change")).map(({ seq }) => seq)).toEqual([12]);
    const redisLines = firstWorld.logged.slice(logged).filter((line) => line.includes("Redis"));
    expect(redisLines.filter((line) => line.includes("does not answer"))).toHaveLength(1);
    expect(redisLines.filter((line) => line.includes("answers again"))).toHaveLength(1);
  });

  test("[TB.09] limits are counted by each process, so that a dead Redis neither refuses everybody nor lets everything pass", async () => {
    const email = () => `${randomUUID()}@exemplo.invalid`;
    await redis.kill();
    const [browser, address] = [email(), "203.0.113.99"];
    const outcomes: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const body = { email: browser, password: "errada, errada", remember: false };
      outcomes.push((await firstWorld.browser(address).api.accounts.signIn({ body })).status);
    }
    expect(outcomes).toEqual([401, 401, 401, 401, 429, 429]);
    await bringBack();
  });

  test("[TB.09] a Redis that takes connections and answers nothing delays one request and not the next ones", async () => {
    const [ana, dan] = [await makeWriter(firstWorld), await makeDaddy(firstWorld)];
    const listBefore = watchQuestions();
    expect((await dan.send(ana)).status).toBe(200);
    expect(listBefore()).not.toEqual([]);
    redis.freeze();
    try {
      expect((await dan.send(ana)).status).toBe(200);
      expect(firstWorld.context.redisState()).toBe("lost");
      // While Redis counts as lost, requests do not ask it.
      const listQuestions = watchQuestions();
      const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await dan.send(ana)).status));
      expect(statuses).toEqual(Array(5).fill(200));
      expect(listQuestions()).toEqual([]);
    } finally {
      redis.thaw();
    }
    await vi.waitFor(async () => {
      await dan.send(ana);
      expect(firstWorld.context.redisState()).toBe("connected");
    }, PATIENCE);
  });

  test("[TB.09] a connection to Redis that is dead without a word is replaced", async () => {
    const hole = await openBlackHole(redis.url);
    onTestFinished(hole.close);
    const { log } = firstWorld.context;
    const [listener, speaker] = [hole.address, redis.url].map((url) =>
      openRedis({ url, secret: Buffer.alloc(32), log }),
    );
    if (!listener || !speaker) throw new Error("a link is missing");
    onTestFinished(() => [listener, speaker].forEach((link) => void link.close()));
    const heardIds: string[] = [];
    let begunCount = 0;
    listener.subscribe({
      onText: (text) => heardIds.push(text),
      onBegin: () => {
        begunCount += 1;
      },
    });
    await vi.waitFor(() => expect(begunCount).toBe(1), PATIENCE);
    expect(await speaker.waitUntilConnected(10_000)).toBe(true);
    hole.swallow();
    speaker.publish("lost");
    await vi.waitFor(() => expect(begunCount).toBe(2), { timeout: 30_000 });
    speaker.publish("heard");
    await vi.waitFor(() => expect(heardIds).toEqual(["heard"]), PATIENCE);
  });

  test("[TB.09] no log shows the password of Redis", () => {
    for (const { logged } of [firstWorld, otherWorld]) expect(logged.join("")).not.toContain(redis.password);
  });
});
