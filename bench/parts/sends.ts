import assert from "node:assert/strict";
import { withClient } from "../../apps/server/src/platform/database/database.ts";
import { makePayingPairs } from "../fixtures/conversations.ts";
import type { Place } from "../load/sockets.ts";
import { type Bench, type Part, type Prepared, type Server, type Side, withProcessor } from "../part.ts";
import { least, most, ratio, type Sample } from "../rules.ts";

// A durable, charged send until it is delivered. The product (charge, both streams, both conversations with their
// unread counts, notification, acknowledgement) is compared with a WebSocket server that inserts one row, and with a
// hand-written one that stores the same rows as the product; at a fixed pace and at saturation. Also the same sends
// beside thousands of idle connections.

/** A connection that sends more than 20 frames a second is closed, so this many pairs can send 12,000 messages. */
const PAIRS = 600;
const CROWD_PAIRS = 200;
/**
 * The number of sends at once. With only as many as a side has database connections, the sides would wait for one
 * another; more keep all connections busy.
 */
const AT_ONCE = 64;
const PACES = { "at 50 a second": 50, "at 300 a second": 300, "at saturation": undefined };
/**
 * A turn with idle connections is this many times longer than the others, so that it contains the heartbeat of all of
 * them.
 */
const CROWD_TURN = 20;

type SendTurn = { by: string; perSecond: number | undefined; seconds: number };

function sendSide({ load }: Bench, name: string, { helper }: Server, turn: SendTurn, note = (_: Sample) => {}): Side {
  const send = () => load.ask<Sample>("send", { ...turn, atOnce: AT_ONCE });
  const take = async () => {
    const sample = await withProcessor(helper, load, send);
    note(sample);
    return sample;
  };
  return { name, take };
}

async function prepareSends(bench: Bench): Promise<Prepared> {
  const { pairs } = await withClient(bench.few, (client) => makePayingPairs(client, PAIRS * 2));
  assert.equal(pairs.length, PAIRS * 2, "the database has too few members");
  const [product, anchor] = [await bench.startProduct(bench.few), await bench.startAnchor(bench.few)];
  const ours = pairs.slice(0, PAIRS);
  const competitors: { by: string; server: Server; place: Place; pairs: typeof pairs }[] = [
    { by: "product", server: product, place: { origin: product.origin }, pairs: ours },
    { by: "bare insert", server: anchor, place: { origin: anchor.origin, way: "insert" }, pairs: ours },
    { by: "equal work", server: anchor, place: { origin: anchor.origin, way: "whole" }, pairs: pairs.slice(PAIRS) },
  ];
  let stored = 0;
  for (const { server: _, ...competitor } of competitors) {
    await bench.load.ask("connect", competitor);
    // Starts the conversation of each pair.
    const { answers = 0 } = await bench.load.ask<Sample>("send", {
      by: competitor.by,
      atOnce: AT_ONCE,
      perSecond: PAIRS,
      seconds: 2,
    });
    if (competitor.by !== "bare insert") stored += answers;
  }
  const sides = Object.entries(PACES).flatMap(([pace, perSecond]) =>
    competitors.map(({ by, server }) => {
      const turn = { by, perSecond, seconds: bench.size.seconds * 2 };
      const note = ({ answers = 0 }: Sample) => {
        if (by !== "bare insert") stored += answers;
      };
      return sendSide(bench, `${by} ${pace}`, server, turn, note);
    }),
  );
  return { sides, check: () => assertStored(bench, stored) };
}

/**
 * Asserts that each acknowledged message is stored once, was paid for and counted, and that its recipient was notified.
 */
async function assertStored({ few }: Bench, stored: number): Promise<void> {
  await withClient(few, async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from message) as stored,
        (select -sum(tokens)::int from ledger_entry where kind = 'spend' and provider_object_id in (select id::text from message)) as paid,
        (select sum(unread)::int from conversation) as unread,
        (select count(*)::int from conversation) as conversations,
        (select count(*)::int from notification where type = 'message') as notified`,
    );
    const counts = { stored, paid: stored, unread: stored, conversations: PAIRS * 4, notified: PAIRS * 2 };
    assert.deepEqual(rows[0], counts, "what is stored is not what was sent");
  });
}

async function prepareCrowd(bench: Bench): Promise<Prepared> {
  const { crowd: size, seconds } = bench.size;
  const { pairs, crowd } = await withClient(bench.few, (client) => makePayingPairs(client, CROWD_PAIRS, size));
  const product = await bench.startProduct(bench.few);
  const [place, idle] = [{ origin: product.origin }, bench.startLoad()];
  await bench.load.ask("connect", { by: "product", place, pairs });
  const { take } = sendSide(bench, "", product, { by: "product", perSecond: 300, seconds: seconds * CROWD_TURN });
  const takeBeside = async () => {
    await idle.ask("hold", { place, visitors: crowd });
    const sample = await take();
    const open = await idle.ask<number>("count");
    assert.equal(open, size, "idle connections that are open after the sends");
    await idle.ask("letGo");
    return sample;
  };
  return {
    sides: [
      { name: "product at 300 a second alone", take },
      { name: "product at 300 a second beside a crowd", take: takeBeside },
    ],
  };
}

export const sends: Part = {
  title: "Sends: durable and charged, until the frame is at the recipient's socket (fsync on)",
  phases: [{ prepare: prepareSends }, { prepare: prepareCrowd, rounds: 3 }],
  goals: [
    ratio("p50 ms", "product at 50 a second", "bare insert at 50 a second", most(2.5, 1.5)),
    ratio("p50 ms", "product at 50 a second", "equal work at 50 a second", most(1.2, 0.9)),
    ratio("a second", "product at saturation", "bare insert at saturation", least(1, 2)),
    ratio("a second", "product at saturation", "equal work at saturation", least(3, 6)),
    ratio("p50 ms", "product at 300 a second beside a crowd", "product at 300 a second alone", most(1.2, 1.05)),
  ],
};
