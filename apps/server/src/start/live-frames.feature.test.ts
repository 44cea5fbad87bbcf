import { afterEach, describe, expect, test, vi } from "vitest";
import { lockStreams } from "../base/members/stream-queries.ts";
import { type LiveSocket, openLiveSocket } from "../testing/live-socket.ts";
import { PATIENT } from "../testing/patience.ts";
import { makeSignedIn, openBrowserOf } from "../testing/signed-in.ts";
import { openWorld } from "../testing/world.ts";

const world = await openWorld();

const openedSockets: LiveSocket[] = [];
async function open(): Promise<LiveSocket> {
  const live = await openLiveSocket((await makeSignedIn(world)).browser);
  openedSockets.push(live);
  return live;
}
afterEach(async () => {
  for (const { socket } of openedSockets.splice(0)) socket.terminate();
  await vi.waitFor(() => expect(world.live.count()).toBe(0), PATIENT);
});

const typing = { event: "typing", withId: "0192f000-0000-7000-8000-000000000001", isTyping: true };
const frame = JSON.stringify(typing);
/** Whether the connection still answers a ping. */
async function isAlive({ socket }: LiveSocket): Promise<boolean> {
  if (socket.readyState !== socket.OPEN) return false;
  socket.ping();
  return Promise.race([
    new Promise<boolean>((resolve) => socket.once("pong", () => resolve(true))),
    new Promise<boolean>((resolve) => socket.once("close", () => resolve(false))),
  ]);
}

describe("a connection that sends", () => {
  test("[TB.02] a frame over 16 KiB is closed with 1009", async () => {
    const live = await open();
    live.socket.send("x".repeat(16_385));
    expect(await live.closed).toBe(1009);
  });

  test("[TB.02] a frame of exactly 16 KiB stays open", async () => {
    const live = await open();
    live.socket.send("x".repeat(16_384));
    expect(await isAlive(live)).toBe(true);
  });

  test("[TB.02] a frame over 16 KiB in many pieces is closed with 1009", async () => {
    const live = await open();
    for (let i = 0; i < 20; i++) live.socket.send("x".repeat(1_000), { fin: false });
    expect(await live.closed).toBe(1009);
  });

  test("[TB.02] a frame in hundreds of empty pieces is closed", async () => {
    const live = await open();
    for (let i = 0; i < 200; i++) live.socket.send("", { fin: false });
    expect(await live.closed).toBe(1008);
  });

  test("[TB.02] more events than are handled is closed with 1008 when 41 of them wait", async () => {
    const ana = await makeSignedIn(world);
    const live = await openLiveSocket(ana.browser);
    openedSockets.push(live);
    await world.owner.transaction().execute(async (trx) => {
      await lockStreams(trx, [ana.id]);
      // The send waits for the locked stream, and the frames after it wait for the send.
      live.send("send", { withId: typing.withId, clientId: crypto.randomUUID(), text: "oi" });
      for (const more of [18, 19, 2]) {
        for (let i = 0; i < more; i++) live.socket.send(frame);
        expect(await isAlive(live)).toBe(true);
        world.pass(1_000);
      }
      live.socket.send(frame);
      expect(await live.closed).toBe(1008);
    });
  });

  test("[TB.02] 20 frames in a second stays open, and may send 20 more after that second", async () => {
    const live = await open();
    for (let i = 0; i < 19; i++) live.socket.send(frame);
    expect(await isAlive(live)).toBe(true);
    world.pass(1_000);
    for (let i = 0; i < 19; i++) live.socket.send(frame);
    expect(await isAlive(live)).toBe(true);
  });

  test.each([
    ["frames", (live: LiveSocket) => live.socket.send(frame)],
    ["pings", (live: LiveSocket) => live.socket.ping()],
    ["unrequested pongs", (live: LiveSocket) => live.socket.pong()],
  ])("[TB.02] 21 %s at once is closed with 1008", async (_, send) => {
    const live = await open();
    for (let i = 0; i < 21; i++) send(live);
    expect(await live.closed).toBe(1008);
  });

  test.each([
    ["no JSON", "{"],
    ["an event that is not declared", JSON.stringify({ ...typing, event: "heartbeat" })],
    ["an undeclared key", JSON.stringify({ ...typing, senderId: typing.withId })],
    ["bytes", Buffer.from(frame)],
  ])("[TB.03] %s five times is closed with 1008", async (_, violation) => {
    const live = await open();
    for (let i = 0; i < 4; i++) live.socket.send(violation);
    expect(await isAlive(live)).toBe(true);
    live.socket.send(violation);
    expect(await live.closed).toBe(1008);
  });

  test("[TB.03] well-formed frames stays open, whichever member they name", async () => {
    const live = await open();
    for (let i = 0; i < 10; i++) live.socket.send(frame);
    expect(await isAlive(live)).toBe(true);
    expect(live.received.map(({ event }) => event)).toEqual(["heartbeat"]);
  });
});

test("[TB.04] the sixth connection of a member ends the oldest one with 4409, on any device", async () => {
  const ana = await makeSignedIn(world);
  const phone = await openBrowserOf(world, ana.id);
  const first = await openLiveSocket(ana.browser);
  for (let i = 0; i < 4; i++) openedSockets.push(await openLiveSocket(i % 2 ? ana.browser : phone));
  expect(await isAlive(first)).toBe(true);
  openedSockets.push(await openLiveSocket(phone));
  expect(await first.closed).toBe(4409);
  expect(world.live.count()).toBe(5);
});

describe("a connection that", () => {
  test("[TB.05] does not answer a ping is ended by the next ping, well within 30 s", async () => {
    const live = await openLiveSocket((await makeSignedIn(world)).browser);
    live.socket.pause();
    await world.live.ping();
    expect(world.live.count()).toBe(1);
    await world.live.ping();
    await vi.waitFor(() => expect(world.live.count()).toBe(0), PATIENT);
    live.socket.resume();
    expect(await live.closed).toBe(1006);
  });

  test("[TB.05] answers its pings stays open through any number of them", async () => {
    const live = await open();
    for (let i = 0; i < 5; i++) {
      const pinged = new Promise((resolve) => live.socket.once("ping", resolve));
      await world.live.ping();
      await pinged;
      expect(await isAlive(live)).toBe(true);
      world.pass(10_000);
    }
  });

  test("[TB.06] does not read is ended once 1 MiB waits for it", async () => {
    const { id, browser } = await makeSignedIn(world);
    const [slow, quick] = [await openLiveSocket(browser), await openLiveSocket(browser)];
    openedSockets.push(slow, quick);
    slow.socket.pause();
    const text = "x".repeat(60_000);
    let publishedCount = 0;
    await vi.waitFor(
      () => {
        publishedCount += 1;
        world.context.live.publish(id, "change", changeOf(publishedCount, text));
        expect(world.live.count()).toBe(1);
      },
      { interval: 1, timeout: 30_000 },
    );
    // Besides the 1 MiB of the server, the system buffers some megabytes for a connection.
    expect(publishedCount * text.length).toBeLessThan(30_000_000);
    expect((await quick.waitFor("change", publishedCount)).length).toBe(publishedCount);
  });
});

function changeOf(seq: number, text: string) {
  const [id, at] = [typing.withId, new Date()];
  const plain = { warnings: [], replyTo: null, reactions: { mine: null, theirs: null } };
  const message = { id, seq, clientId: null, isMine: false, text, sentAt: at, readAt: null, ...plain };
  return { seq, type: "message" as const, withId: id, message, upTo: null, at, unread: 1, unreadTotal: 1 };
}

test("[T21] an event of a member reaches every connection of that member and no other", async () => {
  const [ana, bia] = [await makeSignedIn(world), await makeSignedIn(world)];
  const phone = await openBrowserOf(world, ana.id);
  const [firstSocket, two, otherSocket] = [
    await openLiveSocket(ana.browser),
    await openLiveSocket(phone),
    await openLiveSocket(bia.browser),
  ];
  openedSockets.push(firstSocket, two, otherSocket);
  const change = changeOf(1, "Oi!");
  world.context.live.publish(ana.id, "change", change);
  for (const live of [firstSocket, two]) {
    const [receivedChange] = await live.waitFor("change");
    expect(receivedChange).toEqual(JSON.parse(JSON.stringify({ event: "change", ...change })));
  }
  expect(await isAlive(otherSocket)).toBe(true);
  expect(otherSocket.received.map(({ event }) => event)).toEqual(["heartbeat"]);
});

test("[TA.04] publishing an event with an undeclared key throws where answers are checked", async () => {
  const { id, browser } = await makeSignedIn(world);
  openedSockets.push(await openLiveSocket(browser));
  const change = { ...changeOf(1, "Oi!"), email: "ana@exemplo.invalid" };
  expect(() => world.context.live.publish(id, "change", change)).toThrow();
});
