import { createServer } from "node:http";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "./config.ts";
import { openLive } from "./live.ts";
import { openLiveBus } from "./platform/live-bus.ts";
import { type LiveSocket, openLiveSocket } from "./testing/live-socket.ts";
import { makeConversation } from "./testing/pairs.ts";
import { makeMember, PASSWORD } from "./testing/people.ts";
import { makeSignedIn, openBrowserOf } from "./testing/signed-in.ts";
import { openWorld } from "./testing/world.ts";

const world = await openWorld();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const opened: LiveSocket[] = [];
async function open(browser: Parameters<typeof openLiveSocket>[0]): Promise<LiveSocket> {
  const live = await openLiveSocket(browser);
  opened.push(live);
  return live;
}
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.terminate();
  await vi.waitFor(() => expect(world.live.count()).toBe(0), { interval: 5 });
});

/** Milliseconds from the end of `deed` to the end of the connection, and the code with which it ended. */
async function timeEnd(live: LiveSocket, deed: () => unknown) {
  await deed();
  const before = performance.now();
  return { code: await live.closed, ms: performance.now() - before };
}

describe("within a second", () => {
  test("[TB.07] sign-out ends the connections of that session, and not those of another device", async () => {
    const ana = await makeSignedIn(world);
    const phone = await openBrowserOf(world, ana.id);
    const [tab, otherTab, onPhone] = [await open(ana.browser), await open(ana.browser), await open(phone)];
    const { code, ms } = await timeEnd(tab, () => ana.browser.api.accounts.signOut());
    expect(code).toBe(4401);
    expect(ms).toBeLessThan(1_000);
    expect(await otherTab.closed).toBe(4401);
    await world.live.beat();
    await onPhone.hears("beat", 2);
    expect(world.live.count()).toBe(1);
  });

  test("[TB.07] signing in as somebody else in the same browser ends what the tabs before it heard", async () => {
    const [ana, bia] = [await makeSignedIn(world), await makeMember(world.owner)];
    const tab = await open(ana.browser);
    const body = { email: bia.email, password: PASSWORD, remember: false };
    expect((await ana.browser.api.accounts.signIn({ body })).status).toBe(200);
    expect(await tab.closed).toBe(4401);
  });

  test("[TB.07] a suspension or a changed password ends all connections of the member, and nobody else's", async () => {
    const [ana, bia] = [await makeSignedIn(world), await makeSignedIn(world)];
    const tabs = [await open(ana.browser), await open(await openBrowserOf(world, ana.id)), await open(bia.browser)];
    const [first, second] = tabs;
    const { code, ms } = await timeEnd(first as LiveSocket, () => world.context.live.endMember(ana.id)); // three were opened
    expect(code).toBe(4401);
    expect(ms).toBeLessThan(1_000);
    expect(await second?.closed).toBe(4401);
    expect(world.live.count()).toBe(1);
  });

  test("[TB.07] what was told after the end is not heard, even by a browser that will not hang up", async () => {
    const { id, browser } = await makeSignedIn(world);
    const live = await open(browser);
    live.socket.pause();
    world.context.live.endMember(id);
    world.context.live.tell(id, "beat", { lastSeq: 77 });
    live.socket.resume();
    expect(await live.closed).toBe(4401);
    expect(live.heard).toEqual([{ event: "beat", lastSeq: 0 }]);
  });
});

describe("the beat", () => {
  test("tells each member where their own stream is, with one question for all", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    const [hers, his] = [await open(ana.browser), await open(dan.browser)];
    await makeConversation(world.db, dan.id, ana.id);
    await world.db.updateTable("memberStream").set({ lastSeq: 9 }).where("memberId", "=", dan.id).execute();
    await world.live.beat();
    expect((await hers.hears("beat", 2)).map(({ lastSeq }) => lastSeq)).toEqual([0, 1]);
    expect((await his.hears("beat", 2)).map(({ lastSeq }) => lastSeq)).toEqual([0, 9]);
  });

  test.each(["suspendedAt", "deactivatedAt"])(
    "[TB.07] finds members whose %s was written elsewhere",
    async (column) => {
      const { id, browser } = await makeSignedIn(world);
      const live = await open(browser);
      await world.db
        .updateTable("profile")
        .set({ [column]: new Date() })
        .where("memberId", "=", id)
        .execute();
      await world.live.beat();
      expect(await live.closed).toBe(4401);
    },
  );

  test("[TB.07] finds a session that ended elsewhere: a lost word of it is made up for", async () => {
    const { id, browser } = await makeSignedIn(world);
    const live = await open(browser);
    await world.db.updateTable("session").set({ endedAt: new Date() }).where("memberId", "=", id).execute();
    await world.live.beat();
    expect(await live.closed).toBe(4401);
  });

  test("[TB.07] finds a session that ran out, which the next beat after 25 s does within 60 s", async () => {
    const { browser } = await makeSignedIn(world);
    const live = await open(browser);
    world.pass(24 * HOUR - MINUTE);
    await world.live.beat();
    await live.hears("beat", 2);
    world.pass(MINUTE);
    await world.live.beat();
    expect(await live.closed).toBe(4401);
  });

  test("says nothing to anybody when nobody is there", async () => {
    await world.live.beat();
    expect(world.live.count()).toBe(0);
  });
});

test("[TB.05][TB.07] a started hub pings every 10 s and beats every 25 s by itself, and a stopped one no more", async () => {
  const read = readConfig({ DATA_DIR: world.dataDir });
  if (!read.ok) throw new Error(read.faults.join());
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const place = server.address();
  if (typeof place !== "object" || !place) throw new Error("no port");

  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const context = { ...world.context, live: openLiveBus() };
  const hub = openLive({ context, config: read.config, server, isStrict: true });
  const { browser } = await makeSignedIn(world);
  const live = await openLiveSocket({ ...browser, base: `http://127.0.0.1:${place.port}` });
  let pings = 0;
  live.socket.on("ping", () => {
    pings += 1;
  });
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(() => expect(pings).toBe(1));
  vi.advanceTimersByTime(15_000);
  await live.hears("beat", 2);

  hub.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(await live.closed).toBe(1001);
  await new Promise((resolve) => server.close(resolve));
});

test("a stop ends all connections with 1001 and keeps nobody waiting, not even for one who will not hang up", async () => {
  const other = await openWorld();
  const { browser } = await makeSignedIn(other);
  const [live, deaf] = [await openLiveSocket(browser), await openLiveSocket(browser)];
  deaf.socket.pause();
  const before = performance.now();
  other.live.close();
  expect(await live.closed).toBe(1001);
  await other.app.close();
  expect(performance.now() - before).toBeLessThan(10_000);
  expect(other.live.count()).toBe(0);
});
