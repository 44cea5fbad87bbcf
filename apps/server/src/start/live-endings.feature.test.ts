import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openLiveBus } from "../platform/live/live-bus.ts";
import { findRefusal, type LiveSocket, openLiveSocket } from "../testing/live-socket.ts";
import { makeConversation } from "../testing/pairs.ts";
import { PATIENT } from "../testing/patience.ts";
import { makeMember, PASSWORD } from "../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../testing/signed-in.ts";
import { openWorld } from "../testing/world.ts";
import { readConfig } from "./config.ts";
import { openLive } from "./live.ts";

const world = await openWorld();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const openedSockets: LiveSocket[] = [];
async function open(browser: Parameters<typeof openLiveSocket>[0]): Promise<LiveSocket> {
  const live = await openLiveSocket(browser);
  openedSockets.push(live);
  return live;
}
afterEach(async () => {
  for (const { socket } of openedSockets.splice(0)) socket.terminate();
  await vi.waitFor(() => expect(world.live.count()).toBe(0), PATIENT);
});

describe("a connection ends at once", () => {
  test("[TB.07] when its session signs out; another device stays connected", async () => {
    const ana = await makeSignedIn(world);
    const phone = await openBrowserOf(world, ana.id);
    const [tab, otherTab, onPhone] = [await open(ana.browser), await open(ana.browser), await open(phone)];
    await ana.browser.api.accounts.signOut();
    // The answer arrives after the server has ended both tabs.
    expect(world.live.count()).toBe(1);
    expect(await tab.closed).toBe(4401);
    expect(await otherTab.closed).toBe(4401);
    await world.live.heartbeat();
    await onPhone.waitFor("heartbeat", 2);
    expect(world.live.count()).toBe(1);
  });

  test("[TB.07] when another member signs in with the same browser", async () => {
    const [ana, bia] = [await makeSignedIn(world), await makeMember(world.owner)];
    const tab = await open(ana.browser);
    const body = { email: bia.email, password: PASSWORD, remember: false };
    expect((await ana.browser.api.accounts.signIn({ body })).status).toBe(200);
    expect(await tab.closed).toBe(4401);
  });

  test("[TB.07] when its member is suspended or changes the password; other members stay connected", async () => {
    const [ana, bia] = [await makeSignedIn(world), await makeSignedIn(world)];
    const tabs = [await open(ana.browser), await open(await openBrowserOf(world, ana.id)), await open(bia.browser)];
    const [first, second] = tabs;
    world.context.live.endMember(ana.id);
    expect(world.live.count()).toBe(1);
    expect([await first?.closed, await second?.closed]).toEqual([4401, 4401]);
  });

  test("[TB.07] and receives no later event, even when its browser does not close it", async () => {
    const { id, browser } = await makeSignedIn(world);
    const live = await open(browser);
    live.socket.pause();
    world.context.live.endMember(id);
    world.context.live.publish(id, "heartbeat", { lastSeq: 77 });
    live.socket.resume();
    expect(await live.closed).toBe(4401);
    expect(live.received).toEqual([{ event: "heartbeat", lastSeq: 0 }]);
  });
});

describe("the heartbeat", () => {
  test("sends each member the position of their own stream", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    const [hers, his] = [await open(ana.browser), await open(dan.browser)];
    await makeConversation(world.db, dan.id, ana.id);
    await world.db.updateTable("memberStream").set({ lastSeq: 9 }).where("memberId", "=", dan.id).execute();
    await world.live.heartbeat();
    expect((await hers.waitFor("heartbeat", 2)).map(({ lastSeq }) => lastSeq)).toEqual([0, 1]);
    expect((await his.waitFor("heartbeat", 2)).map(({ lastSeq }) => lastSeq)).toEqual([0, 9]);
  });

  test.each(["suspendedAt", "deactivatedAt"])(
    "[TB.07] ends the connections of a member whose %s another process wrote",
    async (column) => {
      const { id, browser } = await makeSignedIn(world);
      const live = await open(browser);
      await world.db
        .updateTable("profile")
        .set({ [column]: new Date() })
        .where("memberId", "=", id)
        .execute();
      await world.live.heartbeat();
      expect(await live.closed).toBe(4401);
    },
  );

  test("[TB.07] ends the connection of a session that another process ended", async () => {
    const { id, browser } = await makeSignedIn(world);
    const live = await open(browser);
    await world.db.updateTable("session").set({ endedAt: new Date() }).where("memberId", "=", id).execute();
    await world.live.heartbeat();
    expect(await live.closed).toBe(4401);
  });

  test("[TB.07] ends the connection of a session that expired, which the next heartbeat after 25 s does within 60 s", async () => {
    const { browser } = await makeSignedIn(world);
    const live = await open(browser);
    world.pass(24 * HOUR - MINUTE);
    await world.live.heartbeat();
    await live.waitFor("heartbeat", 2);
    world.pass(MINUTE);
    await world.live.heartbeat();
    expect(await live.closed).toBe(4401);
  });

  test("does nothing when nobody is connected", async () => {
    await world.live.heartbeat();
    expect(world.live.count()).toBe(0);
  });
});

test("[TB.05][TB.07] a started hub sends pings every 10 s and heartbeats every 25 s by itself, and a stopped hub sends none", async () => {
  const configResult = readConfig({ DATA_DIR: world.dataDir });
  if (!configResult.ok) throw new Error(configResult.errors.join());
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");

  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const context = { ...world.context, live: openLiveBus() };
  const hub = openLive({ context, config: configResult.config, limits: world.limits, server, isStrict: true });
  const { browser } = await makeSignedIn(world);
  const live = await openLiveSocket({ ...browser, base: `http://127.0.0.1:${address.port}` });
  // Both are awaited separately, because each check of `vi.waitFor` would advance the timers.
  const firstPing = once(live.socket, "ping");
  vi.advanceTimersByTime(10_000);
  await firstPing;
  // A connection that has not answered the first ping ends at the second. The server has read the answer once it answers a
  // ping that was sent afterwards.
  const ownPong = once(live.socket, "pong");
  live.socket.ping();
  await ownPong;
  vi.advanceTimersByTime(15_000);
  await live.waitFor("heartbeat", 2);

  hub.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(await live.closed).toBe(1001);
  await new Promise((resolve) => server.close(resolve));
});

test("a process that will stop goes on until the balancer knows, then ends its connections one after the other and takes no new ones", async () => {
  const otherWorld = await openWorld();
  const people = await Promise.all([makeSignedIn(otherWorld), makeSignedIn(otherWorld), makeSignedIn(otherWorld)]);
  const ends: number[] = [];
  for (const { browser } of people) {
    const live = await openLiveSocket(browser);
    void live.closed.then((code) => ends.push(code));
  }
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const draining = otherWorld.live.drain(450);
  const late = await openLiveSocket(people[0].browser);
  expect(otherWorld.live.count()).toBe(4);
  await vi.advanceTimersByTimeAsync(150);
  expect(otherWorld.live.count()).toBe(2);
  expect(await findRefusal(people[0].browser)).toBe(503);
  expect(otherWorld.live.count()).toBe(2);
  await vi.advanceTimersByTimeAsync(300);
  await draining;
  await vi.waitFor(() => expect(ends).toEqual([1001, 1001, 1001]), PATIENT);
  expect(await late.closed).toBe(1001);
  expect(otherWorld.live.count()).toBe(0);
});

test("a stop ends all connections with 1001, and after a second also that of a browser that does not answer", async () => {
  const otherWorld = await openWorld();
  const { browser } = await makeSignedIn(otherWorld);
  const [live, silent] = [await openLiveSocket(browser), await openLiveSocket(browser)];
  silent.socket.pause();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  otherWorld.live.close();
  expect(await live.closed).toBe(1001);
  const stopping = otherWorld.app.close();
  await vi.advanceTimersByTimeAsync(1_000);
  await stopping;
  expect(otherWorld.live.count()).toBe(0);
});
