import { randomUUID } from "node:crypto";
import { limitSetting, rateLimits } from "@caramelo/contract/call/rate-limits";
import { contract } from "@caramelo/contract/contract";
import { type ToBrowser, type ToServer, toBrowser, toServer } from "@caramelo/contract/live";
import { describe, expect, test, vi } from "vitest";
import { addFavorite } from "../base/pairs/favorite-queries.ts";
import { makeActors } from "../testing/access-matrix/actors.ts";
import { CALLERS, callerFacts, isStaff, openCaller } from "../testing/access-matrix/callers.ts";
import { verdictOf } from "../testing/access-matrix/expected.ts";
import { eachKind } from "../testing/each-kind.ts";
import { askErasure, eraseSignedIn } from "../testing/erasures.ts";
import { findRefusal, type LiveSocket, openLiveSocket } from "../testing/live-socket.ts";
import { openBrowserOf } from "../testing/signed-in.ts";
import { openWorld } from "../testing/world.ts";

const unlimited = Object.keys(rateLimits).map((name) => [limitSetting(name), "999999/1"]);
const world = await openWorld(Object.fromEntries(unlimited));

const OTHERS = ["counterpart", "stranger", "blocker", "blocked"] as const;
type Relation = (typeof OTHERS)[number];
/** One of those whose connections are open: the caller with two devices, and the others. */
type Listener = "own" | "own phone" | Relation;
type Member = { id: string; browser: Awaited<ReturnType<typeof openBrowserOf>>; live: LiveSocket };
type Pair = { sender: Member; target: { id: string } };

type EventRow = {
  /** Makes the server send the event because of what one member does to another. */
  cause: (pair: Pair) => Promise<unknown>;
  /** Who receives it: the connection that caused it, all of its member's, or those of the other member. */
  reaches: readonly ("connection" | "sender" | "target")[];
  /** Whether the event needs two members who may reach each other. */
  takesPair: boolean;
};

const toMember = ({ target }: Pair) => ({ params: { memberId: target.id } });
const toId = ({ target }: Pair) => ({ params: { id: target.id } });
const oi = () => ({ clientId: randomUUID(), text: "oi" });

/** Every event that the server sends, but for the heartbeat, which no member causes. A new event needs its row here. */
const EVENTS: Record<Exclude<keyof ToBrowser, "heartbeat">, EventRow> = {
  change: {
    cause: (pair) => pair.sender.browser.api.messaging.send({ ...toMember(pair), body: oi() }),
    reaches: ["sender", "target"],
    takesPair: true,
  },
  notifications: {
    cause: (pair) => pair.sender.browser.api.visits.add(toId(pair)),
    reaches: ["target"],
    takesPair: true,
  },
  match: { cause: (pair) => pair.sender.browser.api.favorites.add(toId(pair)), reaches: ["target"], takesPair: true },
  changed: {
    cause: ({ sender }) => sender.browser.api.memberSettings.change({ body: { hasSound: false } }),
    reaches: ["sender"],
    takesPair: false,
  },
  typing: {
    cause: async ({ sender, target }) => sender.live.send("typing", { withId: target.id, isTyping: true }),
    reaches: ["target"],
    takesPair: true,
  },
  sent: {
    cause: async ({ sender, target }) => sender.live.send("send", { withId: target.id, ...oi() }),
    reaches: ["connection"],
    takesPair: true,
  },
  refused: {
    cause: async ({ sender }) => sender.live.send("send", { withId: "nobody", ...oi() }),
    reaches: ["connection"],
    takesPair: false,
  },
};
type CausedEvent = keyof typeof EVENTS;
const EVENT_NAMES = Object.keys(EVENTS) as CausedEvent[]; // The record has no other keys.
/** The row by which each event that a browser sends is tried. */
const TRIED_BY: Record<keyof ToServer, CausedEvent> = { send: "sent", typing: "typing" };

async function openMember(id: string): Promise<Member> {
  const browser = await openBrowserOf(world, id);
  return { id, browser, live: await openLiveSocket(browser) };
}

/** The caller with two devices and one that has signed out, and the others. */
async function openListeners() {
  const actors = await makeActors(world, "baby");
  const own = await openMember((await actors.person("own")).id);
  const phone = await openMember(own.id);
  const others = new Map<Relation, Member>();
  for (const relation of OTHERS) others.set(relation, await openMember((await actors.person(relation)).id));
  const members: [Listener, Member][] = [["own", own], ["own phone", phone], ...others];
  const close = () => {
    for (const [, { live }] of members) live.socket.terminate();
  };
  return { own, others, members, ended: await openEnded(own.id), close };
}
type Listeners = Pick<Awaited<ReturnType<typeof openListeners>>, "members">;

async function openEnded(memberId: string): Promise<LiveSocket> {
  const { browser, live } = await openMember(memberId);
  await browser.api.accounts.signOut();
  expect(await live.closed).toBe(4401);
  return live;
}

/** Sends an event that is refused, and waits for the answer. Events of one connection are answered in their order. */
async function beRefused({ live }: Member, withId = "nobody") {
  const message = oi();
  live.send("send", { withId, ...message });
  return vi.waitFor(
    async () => {
      const refusal = (await live.waitFor("refused")).find(({ clientId }) => clientId === message.clientId);
      if (!refusal) throw new Error("not refused yet");
      return refusal;
    },
    { timeout: 10_000, interval: 5 },
  );
}

/** Waits until all have received what was sent to them: whatever left before a heartbeat arrives before it. */
async function settle({ members }: Listeners, sender: Member): Promise<void> {
  await beRefused(sender);
  const heartbeats = members.map(([, { live }]) => live.received.filter(({ event }) => event === "heartbeat").length);
  await world.live.heartbeat();
  for (const [at, [, { live }]] of members.entries()) await live.waitFor("heartbeat", (heartbeats[at] ?? 0) + 1);
}

/** Causes an event, and returns those who have received it. The connection of the witness must be open. */
async function listReceivers(listeners: Listeners, event: CausedEvent, pair: Pair, witness = pair.sender) {
  const before = listeners.members.map(([, { live }]) => live.received.length);
  await EVENTS[event].cause(pair);
  await settle(listeners, witness);
  const hasReceived = ({ live }: Member, at: number) =>
    live.received.slice(before[at]).some((frame) => frame.event === event);
  return listeners.members.flatMap(([name, member], at) => (hasReceived(member, at) ? [name] : []));
}

/** Who must receive an event between the caller and another member. */
function listReached(event: CausedEvent, isByCaller: boolean, relation: Relation): Listener[] {
  const { reaches, takesPair } = EVENTS[event];
  if (takesPair && relation !== "counterpart") return [];
  const ends: [Listener[], Listener[]] = [["own", "own phone"], [relation]];
  const [sender, target] = isByCaller ? ends : ends.toReversed();
  const reachedBy = { connection: sender?.slice(0, 1), sender, target };
  return reaches.flatMap((who) => reachedBy[who] ?? []);
}

/** One of the events that have the same receivers. */
const triedEvents = eachKind(EVENT_NAMES, (event) => `${EVENTS[event].reaches} ${EVENTS[event].takesPair}`);

describe.each(triedEvents)("the live event %s", (event) => {
  test.each([
    ["the caller", true],
    ["the other one", false],
  ])(
    "[T21][T23][TA.02] of %s reaches those whom it concerns, and no stranger, blocked member or ended session",
    async (_, isByCaller) => {
      const listeners = await openListeners();
      const { own, others, ended: endedListener } = listeners;
      for (const [relation, other] of others) {
        const [sender, target] = isByCaller ? [own, other] : [other, own];
        // A favourite that is returned is a match.
        await addFavorite(world.owner, target.id, sender.id, new Date());
        const receivers = await listReceivers(listeners, event, { sender, target });
        const reachedListeners = listReached(event, isByCaller, relation);
        expect([relation, ...receivers.toSorted()]).toEqual([relation, ...reachedListeners.toSorted()]);
      }
      expect(endedListener.received.map((frame) => frame.event)).toEqual(["heartbeat"]);
      listeners.close();
    },
  );
});

const pairEvents = EVENT_NAMES.filter((event) => EVENTS[event].takesPair);
/** Causes an event that needs a live connection. */
const OVER_LIVE: readonly CausedEvent[] = ["typing", "sent"];

test.each([
  ["waits", false, 403],
  ["is done", true, 401],
])(
  "[TA.05] no live event reaches a member whose erasure %s, or leaves because of one, and a message to them is refused",
  async (_, isDone, status) => {
    const { own, others, members, close } = await openListeners();
    const goneMember = others.get("counterpart");
    if (!goneMember) throw new Error("nobody is there to erase");
    await addFavorite(world.owner, goneMember.id, own.id, new Date());
    await addFavorite(world.owner, own.id, goneMember.id, new Date());
    await (isDone ? eraseSignedIn(world, goneMember) : askErasure(goneMember));
    expect(await goneMember.live.closed).toBe(4401);
    expect(await findRefusal(goneMember.browser)).toBe(status);
    const rest = { members: members.filter(([, { id }]) => id !== goneMember.id) };
    for (const event of pairEvents) {
      expect([event, ...(await listReceivers(rest, event, { sender: own, target: goneMember }))]).toEqual([event]);
      if (OVER_LIVE.includes(event)) continue;
      expect([event, ...(await listReceivers(rest, event, { sender: goneMember, target: own }, own))]).toEqual([event]);
    }
    // The two have a conversation, which stays.
    expect(await beRefused(own, goneMember.id)).toMatchObject({ code: "PEER_UNAVAILABLE", warnings: [] });
    close();
  },
);

test("[T21][T23][TA.02] a message over the live connection is refused as by the call, and strangers look missing", async () => {
  const { own, others, close } = await openListeners();
  for (const relation of ["stranger", "blocker", "blocked", "missing"] as const) {
    const id = relation === "missing" ? randomUUID() : others.get(relation)?.id;
    const code = verdictOf(contract.messaging.send, "baby", relation);
    expect(await beRefused(own, id)).toEqual({
      event: "refused",
      clientId: expect.any(String),
      code,
      retryAfterSeconds: 0,
      warnings: [],
    });
  }
  close();
});

test("[T21][TA.02] the heartbeat tells each member the position of their own stream alone", async () => {
  const { members, close } = await openListeners();
  for (const [at, [, { id }]] of members.entries())
    await world.owner
      .updateTable("memberStream")
      .set({ lastSeq: 100 + at })
      .where("memberId", "=", id)
      .execute();
  await world.live.heartbeat();
  const positions: (number | undefined)[] = [];
  for (const [, { live }] of members) positions.push((await live.waitFor("heartbeat", 2)).at(-1)?.lastSeq);
  // Both devices of the caller show the position that was written last.
  expect(positions).toEqual([101, 101, 102, 103, 104, 105]);
  close();
});

test.each(CALLERS)("[TB.01][TA.02] %s opens a live connection only as a signed-in member", async (caller) => {
  const { browser } = await openCaller(world, caller);
  if (callerFacts[caller].session !== "open") return expect(await findRefusal(browser)).toBe(401);
  if (isStaff(caller)) return expect(await findRefusal(browser)).toBe(403);
  const live = await openLiveSocket(browser);
  expect(live.received).toEqual([{ event: "heartbeat", lastSeq: 0 }]);
  live.socket.terminate();
});

test("[TA.02] every live event of the contract is tried", () => {
  expect(["heartbeat", ...EVENT_NAMES].toSorted()).toEqual(Object.keys(toBrowser).toSorted());
  expect(Object.keys(TRIED_BY).toSorted()).toEqual(Object.keys(toServer).toSorted());
});
