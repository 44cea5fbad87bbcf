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

/** Whether `listener` hears that `typist` writes. Frames of one connection are obeyed in order, so a sure one follows. */
async function hears(listener: Person, typist: Person, sure: Person): Promise<boolean> {
  typist.live.send("typing", { withId: listener.id, isTyping: true });
  typist.live.send("typing", { withId: sure.id, isTyping: false });
  await sure.live.hears("typing");
  // A beat goes the same way as the news would have gone before it.
  const beats = listener.live.heard.filter(({ event }) => event === "beat").length;
  await world.live.beat();
  await listener.live.hears("beat", beats + 1);
  return listener.live.heard.some(({ event }) => event === "typing");
}

/** Somebody who has a conversation with `typist`, to hear what was sent last. */
async function makeSure(typist: Person): Promise<Person> {
  const sam = await makeSignedIn(world, { role: "mommy" });
  await makeConversation(world.db, sam.id, typist.id);
  return { ...sam, live: await openLiveSocket(sam.browser) };
}

describe("typing", () => {
  test("[K2.12] is heard by the other one of the pair, by their own id, and ends when it is said", async () => {
    const { ana, dan } = await openPair();
    ana.live.send("typing", { withId: dan.id, isTyping: true });
    ana.live.send("typing", { withId: dan.id, isTyping: false });
    expect(await dan.live.hears("typing", 2)).toEqual([
      { event: "typing", withId: ana.id, isTyping: true },
      { event: "typing", withId: ana.id, isTyping: false },
    ]);
    expect(ana.live.heard.map(({ event }) => event)).toEqual(["beat"]);
  });

  test("[T21] is heard by no third member, whatever they do", async () => {
    const { ana, dan } = await openPair();
    const eve = await makeSignedIn(world, { role: "daddy" });
    const live = await openLiveSocket(eve.browser);
    const sure = await makeSure({ ...eve, live });
    expect(await hears(ana, { ...eve, live }, sure)).toBe(false);
    dan.live.send("typing", { withId: ana.id, isTyping: true });
    await ana.live.hears("typing");
    expect(live.heard.map(({ event }) => event)).toEqual(["beat", "beat"]);
  });

  test("[T21] by a stranger looks the same whether the pair, the member or nobody exists", async () => {
    const { ana } = await openPair();
    const eve = await makeSignedIn(world, { role: "daddy" });
    const live = await openLiveSocket(eve.browser);
    const sure = await makeSure({ ...eve, live });
    for (const withId of [ana.id, eve.id, "0192f000-0000-7000-8000-000000000001"])
      for (let i = 0; i < 3; i++) live.send("typing", { withId, isTyping: true });
    expect(await hears(ana, { ...eve, live }, sure)).toBe(false);
    expect(live.socket.readyState).toBe(live.socket.OPEN);
    expect(live.heard.every(({ event }) => event === "beat")).toBe(true);
  });

  test("[T23][TB.07] counts for nothing from the moment of a block on, in both directions", async () => {
    const { ana, dan } = await openPair();
    const [one, two] = [await makeSure(ana), await makeSure(dan)];
    await hidePair(world.db, ana.id, dan.id);
    expect(await hears(dan, ana, one)).toBe(false);
    expect(await hears(ana, dan, two)).toBe(false);
  });

  test("[T21] is not told to a member who left or was suspended", async () => {
    const { ana, dan } = await openPair();
    const sure = await makeSure(ana);
    await world.db.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", dan.id).execute();
    ana.live.send("typing", { withId: dan.id, isTyping: true });
    ana.live.send("typing", { withId: sure.id, isTyping: true });
    await sure.live.hears("typing");
    expect(dan.live.heard.map(({ event }) => event)).toEqual(["beat"]);
  });

  test("[T21] cannot be sent in another's name", async () => {
    const { ana, dan } = await openPair();
    const sure = await makeSure(ana);
    ana.live.socket.send(JSON.stringify({ event: "typing", withId: dan.id, isTyping: true, fromId: sure.id }));
    ana.live.send("typing", { withId: sure.id, isTyping: true });
    expect(await sure.live.hears("typing")).toEqual([{ event: "typing", withId: ana.id, isTyping: true }]);
    expect(dan.live.heard.map(({ event }) => event)).toEqual(["beat"]);
  });
});
