import assert from "node:assert/strict";
import { withClient } from "../../apps/server/src/platform/database/database.ts";
import { makePayingPairs } from "../fixtures/conversations.ts";
import type { Place } from "../load/live.ts";
import { type Bench, type Part, type Prepared, type Server, type Side, withProcessor } from "../part.ts";
import { least, most, ratio, type Sample } from "../rules.ts";

// A durable, charged send until it is delivered. The product (charge, both streams, both conversations with their
// unread counts, notification, acknowledgement) is compared with a WebSocket server that inserts one row, and with a
// hand-written one that stores the same rows as the product; at a fixed pace and at saturation. Also the same sends
// next to thousands of idle connections.

/**
 * A connection that sends more than 20 frames a second is closed, so this many pairs can send 12,000 messages a second.
 */
const PAIRS = 600;
const CROWD_PAIRS = 200;
/**
 * The number of sends at once. With only as many as a side has database connections, the sides would wait for one
 * another; more keep all connections busy.
 */
const AT_ONCE = 64;
const PACES = { "at 50 a second": 50, "at 300 a second": 300, "at saturation": undefined };
/** A turn next to idle connections is this many times longer, so that it contains the heartbeats of all of them. */
const CROWD_TURN = 20;

type SendTurn = { by: string; perSecond: number | undefined; seconds: number };

const sendOnce = ({ load }: Bench, turn: SendTurn) => load.ask<Sample>("send", { ...turn, atOnce: AT_ONCE });

async function prepareSends(bench: Bench): Promise<Prepared> {
  const { load, few, size } = bench;
  const { pairs } = await withClient(few, (client) => makePayingPairs(client, PAIRS * 2));
  assert.equal(pairs.length, PAIRS * 2, "the database has too few members");
  const [product, anchor] = [await bench.startProduct(few), await bench.startAnchor(few)];
  const [ours, others] = [pairs.slice(0, PAIRS), pairs.slice(PAIRS)];
  const competitors: { by: string; server: Server; way?: Place["way"]; pairs: typeof pairs }[] = [
    { by: "product", server: product, pairs: ours },
    { by: "bare insert", server: anchor, way: "insert", pairs: ours },
    { by: "equal work", server: anchor, way: "whole", pairs: others },
  ];
  let storedCount = 0;
  const send = async (turn: SendTurn) => {
    const sample = await sendOnce(bench, turn);
    if (turn.by !== "bare insert") storedCount += sample.answers ?? 0;
    return sample;
  };
  for (const { by, server, way, pairs } of competitors) {
    await load.ask("connect", { by, place: { origin: server.origin, way }, pairs });
    // Starts the conversation of each pair.
    await send({ by, perSecond: PAIRS, seconds: 2 });
  }
  const sides = Object.entries(PACES).flatMap(([pace, perSecond]) =>
    competitors.map(({ by, server }): Side => {
      const turn = { by, perSecond, seconds: size.seconds * 2 };
      return { name: `${by} ${pace}`, take: () => withProcessor(server.helper, load, () => send(turn)) };
    }),
  );
  return { sides, check: () => assertStored(bench, storedCount) };
}

/** Asserts that each acknowledged message is stored once, was paid and counted, and that its recipient was notified. */
async function assertStored({ few }: Bench, storedCount: number): Promise<void> {
  await withClient(few, async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from message) as stored,
        (select -sum(tokens)::int from ledger_entry where kind = 'spend' and provider_object_id in (select id::text from message)) as paid,
        (select sum(unread)::int from conversation) as unread,
        (select count(*)::int from conversation) as conversations,
        (select count(*)::int from notification where type = 'message') as notified`,
    );
    const counts = {
      stored: storedCount,
      paid: storedCount,
      unread: storedCount,
      conversations: PAIRS * 4,
      notified: PAIRS * 2,
    };
    assert.deepEqual(rows[0], counts, "what is stored is not what was sent");
  });
}

async function prepareCrowd(bench: Bench): Promise<Prepared> {
  const { load, few, size } = bench;
  const { pairs, crowd } = await withClient(few, (client) => makePayingPairs(client, CROWD_PAIRS, size.crowd));
  const { origin, helper } = await bench.startProduct(few);
  const [place, idle] = [{ origin }, bench.startLoad()];
  await load.ask("connect", { by: "product", place, pairs });
  const turn = { by: "product", perSecond: 300, seconds: size.seconds * CROWD_TURN };
  const take = () => withProcessor(helper, load, () => sendOnce(bench, turn));
  const takeBeside = async () => {
    await idle.ask("hold", { place, visitors: crowd });
    const sample = await take();
    assert.equal(await idle.ask("count"), size.crowd, "idle connections that are open after the sends");
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
  databases: 1,
  phases: [{ prepare: prepareSends }, { prepare: prepareCrowd, rounds: 3 }],
  goals: [
    ratio("p50 ms", "product at 50 a second", "bare insert at 50 a second", most(2.5, 1.5)),
    ratio("p50 ms", "product at 50 a second", "equal work at 50 a second", most(1.2, 0.9)),
    ratio("a second", "product at saturation", "bare insert at saturation", least(1, 2)),
    ratio("a second", "product at saturation", "equal work at saturation", least(3, 6)),
    ratio("p50 ms", "product at 300 a second beside a crowd", "product at 300 a second alone", most(1.2, 1.05)),
  ],
  why:
    "A lone message is as quick as a hand-written transaction would make it, and at saturation one process delivers as many as a plain insert. " +
    "Members beside thousands of others feel no difference.",
};
