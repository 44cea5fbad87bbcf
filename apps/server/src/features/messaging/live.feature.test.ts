import { TYPING_EVERY_MS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

async function openPair() {
  const [ana, dan] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
  await makeConversation(world.db, dan.id, ana.id);
  const [hers, his] = [await openLiveSocket(ana.browser), await openLiveSocket(dan.browser)];
  return { ana: { ...ana, live: hers }, dan: { ...dan, live: his } };
}
type Person = Awaited<ReturnType<typeof openPair>>["ana"];

/**
 * Whether `listener` receives the event that says that `typist` is writing. The frames of one connection are processed
 * in order, so the arrival of the second frame at `witness` shows that the first one was processed.
 */
async function receives(listener: Person, typist: Person, witness: Person): Promise<boolean> {
  typist.live.send("typing", { withId: listener.id, isTyping: true });
  typist.live.send("typing", { withId: witness.id, isTyping: false });
  await witness.live.waitFor("typing");
  // The heartbeat comes over the same connection, so all that was sent before it has come, too.
  const heartbeats = listener.live.received.filter(({ event }) => event === "heartbeat").length;
  await world.live.heartbeat();
  await listener.live.waitFor("heartbeat", heartbeats + 1);
  return listener.live.received.some(({ event }) => event === "typing");
}

/** A member who has a conversation with `typist`, and receives the event that was sent last. */
async function makeWitness(typist: Person): Promise<Person> {
  const sam = await makeSignedIn(world, { role: "mommy" });
  await makeConversation(world.db, sam.id, typist.id);
  return { ...sam, live: await openLiveSocket(sam.browser) };
}

describe("typing", () => {
  test("[K2.12] reaches the other one of the pair under the typist's id, and ends with a second event", async () => {
    const { ana, dan } = await openPair();
    ana.live.send("typing", { withId: dan.id, isTyping: true });
    await dan.live.waitFor("typing");
    world.pass(TYPING_EVERY_MS);
    ana.live.send("typing", { withId: dan.id, isTyping: false });
    expect(await dan.live.waitFor("typing", 2)).toEqual([
      { event: "typing", withId: ana.id, isTyping: true },
      { event: "typing", withId: ana.id, isTyping: false },
    ]);
    expect(ana.live.received.map(({ event }) => event)).toEqual(["heartbeat"]);
  });

  test("[T59][T70] reaches the other one once a second, and earlier events are dropped silently", async () => {
    const { ana, dan } = await openPair();
    const witness = await makeWitness(ana);
    for (let second = 1; second <= 3; second += 1) {
      for (let i = 0; i < 5; i += 1) ana.live.send("typing", { withId: dan.id, isTyping: i % 2 === 0 });
      ana.live.send("typing", { withId: witness.id, isTyping: true });
      await witness.live.waitFor("typing", second);
      world.pass(TYPING_EVERY_MS);
    }
    expect(await dan.live.waitFor("typing", 3)).toEqual(
      Array(3).fill({ event: "typing", withId: ana.id, isTyping: true }),
    );
    expect(ana.live.socket.readyState).toBe(ana.live.socket.OPEN);
    expect(ana.live.received.every(({ event }) => event === "heartbeat")).toBe(true);
  });

  test("[T21] reaches no third member, whatever they send", async () => {
    const { ana, dan } = await openPair();
    const eve = await makeSignedIn(world, { role: "daddy" });
    const live = await openLiveSocket(eve.browser);
    const witness = await makeWitness({ ...eve, live });
    expect(await receives(ana, { ...eve, live }, witness)).toBe(false);
    dan.live.send("typing", { withId: ana.id, isTyping: true });
    await ana.live.waitFor("typing");
    expect(live.received.map(({ event }) => event)).toEqual(["heartbeat", "heartbeat"]);
  });

  test("[T21] from a stranger has no effect, whether the member exists or not", async () => {
    const { ana } = await openPair();
    const eve = await makeSignedIn(world, { role: "daddy" });
    const live = await openLiveSocket(eve.browser);
    const witness = await makeWitness({ ...eve, live });
    for (const withId of [ana.id, eve.id, "0192f000-0000-7000-8000-000000000001"])
      for (let i = 0; i < 3; i++) live.send("typing", { withId, isTyping: true });
    expect(await receives(ana, { ...eve, live }, witness)).toBe(false);
    expect(live.socket.readyState).toBe(live.socket.OPEN);
    expect(live.received.every(({ event }) => event === "heartbeat")).toBe(true);
  });

  test("[T23][TB.07] is dropped in both directions from the moment of a block", async () => {
    const { ana, dan } = await openPair();
    const [firstWitness, two] = [await makeWitness(ana), await makeWitness(dan)];
    await hidePair(world.db, ana.id, dan.id);
    expect(await receives(dan, ana, firstWitness)).toBe(false);
    expect(await receives(ana, dan, two)).toBe(false);
  });

  test("[T21] does not reach a suspended member", async () => {
    const { ana, dan } = await openPair();
    const witness = await makeWitness(ana);
    await world.db.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", dan.id).execute();
    ana.live.send("typing", { withId: dan.id, isTyping: true });
    ana.live.send("typing", { withId: witness.id, isTyping: true });
    await witness.live.waitFor("typing");
    expect(dan.live.received.map(({ event }) => event)).toEqual(["heartbeat"]);
  });

  test("[T21] cannot be sent in the name of another member", async () => {
    const { ana, dan } = await openPair();
    const witness = await makeWitness(ana);
    ana.live.socket.send(JSON.stringify({ event: "typing", withId: dan.id, isTyping: true, fromId: witness.id }));
    ana.live.send("typing", { withId: witness.id, isTyping: true });
    expect(await witness.live.waitFor("typing")).toEqual([{ event: "typing", withId: ana.id, isTyping: true }]);
    expect(dan.live.received.map(({ event }) => event)).toEqual(["heartbeat"]);
  });
});
