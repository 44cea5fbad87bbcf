import assert from "node:assert/strict";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { emptyMessages } from "../fixtures/conversations.ts";
import { signIn } from "../fixtures/sessions.ts";
import type { Size } from "../fixtures/sizes.ts";
import type { SendLoad, SendTargets } from "../load/send-messages.ts";
import { startHelper } from "../processes.ts";
import { type Finding, figure, formatRounds, printProgress } from "../report.ts";
import { medianRatio, percentile, type Round } from "../rules.ts";
import { startProductHelper } from "../servers/start-product.ts";

// A durable send until it is delivered: the product (charge, both streams, notification, acknowledgement) against a
// WebSocket echo and against one inserted row.

const PAIRS = 200;
const PACES = [50, 300];
const COMPETITORS = ["product", "insert", "echo"] as const;
const NAMES = { product: "product", insert: "bare ws + insert", echo: "bare ws echo" };

type OnStop = (stop: () => Promise<unknown>) => void;
type Competition = { pace: number; by: (typeof COMPETITORS)[number]; rounds: Round[] };

/** Payers with plenty of tokens write to babies, so that every message is charged; what earlier runs sent is removed. */
async function preparePairs(connection: Connection): Promise<SendTargets["pairs"]> {
  return withClient(connection, async (client) => {
    await emptyMessages(client);
    const visitors = await signIn(client, PAIRS * 2);
    const recipients = visitors.filter(({ role }) => role === "baby");
    const senders = visitors.filter(({ role }) => role !== "baby");
    await client.query(
      `insert into ledger_entry (id, member_id, kind, provider, provider_object_id, tokens, conversations, written_at)
       select gen_random_uuid(), member_id, 'courtesy', 'bench', gen_random_uuid(), 100000, 100, now()
       from unnest($1::uuid[]) as one (member_id)`,
      [senders.map(({ id }) => id)],
    );
    return senders.flatMap((sender, index) => {
      const recipient = recipients[index];
      return recipient ? [{ sender, recipient }] : [];
    });
  });
}

export async function benchSends(connection: Connection, size: Size, onStop: OnStop): Promise<Finding> {
  const pairs = await preparePairs(connection);
  const product = await startProductHelper(connection, "sends");
  onStop(product.helper.stop);
  const [echo, insert, load] = [
    startHelper("servers/bare-live.ts"),
    startHelper("servers/bare-live.ts"),
    startHelper("load/send-messages.ts"),
  ];
  for (const helper of [echo, insert, load]) onStop(helper.stop);
  const targets: SendTargets = {
    pairs,
    product: product.origin,
    echo: await echo.ask<string>("start"),
    insert: await insert.ask<string>("start", connection),
  };
  await load.ask("connect", targets);
  const send = (input: SendLoad) => load.ask<Round>("send", input);
  for (const by of COMPETITORS) await send({ by, perSecond: pairs.length, seconds: 2 });

  const all: Competition[] = PACES.flatMap((pace) => COMPETITORS.map((by) => ({ pace, by, rounds: [] })));
  const seconds = size.seconds * 2;
  printProgress(`Sends: ${size.rounds} rounds of ${all.length} × ${seconds} s …`);
  for (let round = 0; round < size.rounds; round += 1) {
    for (const one of round % 2 === 0 ? all : all.toReversed()) {
      one.rounds.push(await send({ by: one.by, perSecond: one.pace, seconds }));
    }
  }
  await assertStored(connection, all, pairs.length * 2);
  return present(all);
}

/** Everything that was acknowledged is there once, and was paid for. */
async function assertStored(connection: Connection, all: Competition[], warmUp: number): Promise<void> {
  const sent = all.filter(({ by }) => by === "product").flatMap(({ rounds }) => rounds.map(({ answers }) => answers));
  const expected = warmUp + sent.reduce((sum, answers) => sum + answers, 0);
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ stored: number; paid: number }>(
      `select (select count(*)::int from message) as stored,
        (select -sum(tokens)::int from ledger_entry where kind = 'spend' and provider_object_id in (select id::text from message)) as paid`,
    );
    assert.deepEqual(rows[0], { stored: expected, paid: expected }, "messages stored and paid for are not those sent");
  });
}

function present(all: Competition[]): Finding {
  const of = (by: Competition["by"], pace: number) =>
    all.find((one) => one.by === by && one.pace === pace)?.rounds.map((round) => round.latencies) ?? [];
  const ratio = (share: number, pace: number, other: Competition["by"]) => {
    const at = (by: Competition["by"]) => of(by, pace).map((latencies) => percentile(latencies, share));
    return medianRatio(at("product"), at(other));
  };
  return {
    title: "A durable, charged send until its frame is at the recipient's socket (fsync on)",
    targets: [
      { name: "sends at 50 a second, p99, product / bare ws + insert", value: ratio(0.99, 50, "insert"), atMost: 2 },
    ],
    figures: [
      ...PACES.map(
        (pace) =>
          `product / bare ws + insert at ${pace} a second: p50 ${figure(ratio(0.5, pace, "insert"))}, p99 ${figure(ratio(0.99, pace, "insert"))}; / bare ws echo: p50 ${figure(ratio(0.5, pace, "echo"))}, p99 ${figure(ratio(0.99, pace, "echo"))}`,
      ),
      ...all.map(({ by, pace, rounds }) => `${NAMES[by]} at ${pace}: ${formatRounds(rounds)}`),
    ],
  };
}
