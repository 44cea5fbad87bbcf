import assert from "node:assert/strict";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { emptyMessages } from "../fixtures/conversations.ts";
import { makePayingPairs } from "../fixtures/paying-pairs.ts";
import { signIn } from "../fixtures/sessions.ts";
import type { Size } from "../fixtures/sizes.ts";
import { findPgbench, runPgbench } from "../load/pgbench.ts";
import type { FullLoad, Pair, SendLoad, SendTargets } from "../load/send-messages.ts";
import { type Helper, startHelper } from "../processes.ts";
import { type Finding, figure, formatRounds, printProgress } from "../report.ts";
import { medianRatio, percentile, perSecond, type Round } from "../rules.ts";
import { startProductHelper } from "../servers/start-product.ts";

// A durable send until it is delivered: the product (charge, both streams, both conversations with their unread counts,
// notification, acknowledgement), over the live connection and by its other way, a POST, against a WebSocket echo, a WebSocket
// server that inserts one row, one that by hand stores the same rows as the product, and pgbench's insert of one row; at a
// pace, and as many as there can be.

/** A connection is ended when it sends more than 20 frames a second: so many send 12,000 messages. */
const PAIRS = 600;
const PACES = [50, 300];
/** As many connections as each side has to the database would wait for one another; more keep all of them busy. */
const AT_ONCE = 64;
const NAMES = {
  product: "product",
  post: "product by POST",
  insert: "bare ws + insert",
  whole: "bare ws + equal work",
  echo: "bare ws echo",
  pgbench: "pgbench's insert, nobody to deliver to",
};

type OnStop = (stop: () => Promise<unknown>) => void;
type By = keyof typeof NAMES;
/** `pace` undefined: as many as there can be. */
type Competition = { pace: number | undefined; by: By; rounds: Round[] };

/** What earlier runs sent is removed. */
async function preparePairs(connection: Connection): Promise<Pair[]> {
  return withClient(connection, async (client) => {
    await emptyMessages(client);
    return makePayingPairs(client, await signIn(client, PAIRS * 5), PAIRS * 2);
  });
}

export async function benchSends(connection: Connection, size: Size, onStop: OnStop): Promise<Finding> {
  const all = await preparePairs(connection);
  const [pairs, wholePairs] = [all.slice(0, PAIRS), all.slice(PAIRS)];
  assert.equal(wholePairs.length, PAIRS, "the database has too few members");
  const product = await startProductHelper(connection, "sends");
  onStop(product.helper.stop);
  const [echo, insert, whole, load] = [
    startHelper("servers/bare-live.ts"),
    startHelper("servers/bare-live.ts"),
    startHelper("servers/bare-live.ts"),
    startHelper("load/send-messages.ts"),
  ];
  for (const helper of [echo, insert, whole, load]) onStop(helper.stop);
  const targets: SendTargets = {
    product: { origin: product.origin, pairs },
    bare: {
      echo: { origin: await echo.ask("start"), pairs },
      insert: { origin: await insert.ask("start", { connection, isWhole: false }), pairs },
      whole: { origin: await whole.ask("start", { connection, isWhole: true }), pairs: wholePairs },
    },
  };
  await load.ask("connect", targets);
  const program = await findPgbench();
  const servers: Partial<Record<By, Helper>> = { product: product.helper, post: product.helper, echo, insert, whole };
  const ask = async ({ by, pace }: Omit<Competition, "rounds">, seconds: number): Promise<Round> => {
    if (by === "pgbench") return runPgbench(program ?? "", { connection, perSecond: pace, seconds });
    const before = await servers[by]?.ask<number>("processor");
    const round = await (pace === undefined
      ? load.ask<Round>("sendFull", { by, atOnce: AT_ONCE, seconds } satisfies FullLoad)
      : load.ask<Round>("send", { by, perSecond: pace, seconds } satisfies SendLoad));
    const after = await servers[by]?.ask<number>("processor");
    return { ...round, processorMs: (after ?? Number.NaN) - (before ?? Number.NaN) };
  };
  const competitors: By[] = ["product", "insert", "whole", "post", "echo", ...(program ? ["pgbench" as const] : [])];
  let warmedUp = 0;
  for (const by of competitors) {
    const { answers } = await ask({ by, pace: pairs.length }, 2);
    if (isStored(by)) warmedUp += answers;
  }

  const paces = [...PACES, undefined];
  const rounds: Competition[] = paces.flatMap((pace) => competitors.map((by) => ({ pace, by, rounds: [] })));
  const seconds = size.seconds * 2;
  printProgress(`Sends: ${size.rounds} rounds of ${rounds.length} × ${seconds} s …`);
  for (let round = 0; round < size.rounds; round += 1) {
    for (const one of round % 2 === 0 ? rounds : rounds.toReversed()) one.rounds.push(await ask(one, seconds));
  }
  await assertStored(connection, rounds, warmedUp);
  return present(rounds, program !== undefined);
}

/** Whether its messages are in the product's own tables. */
const isStored = (by: By) => by === "product" || by === "post" || by === "whole";

/** Everything that was acknowledged is there once, was paid for and counted, and its recipients were notified. */
async function assertStored(connection: Connection, all: Competition[], warmedUp: number): Promise<void> {
  const sent = all.filter(({ by }) => isStored(by)).flatMap(({ rounds }) => rounds.map(({ answers }) => answers));
  const expected = warmedUp + sent.reduce((sum, answers) => sum + answers, 0);
  await withClient(connection, async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from message) as stored,
        (select -sum(tokens)::int from ledger_entry where kind = 'spend' and provider_object_id in (select id::text from message)) as paid,
        (select sum(unread)::int from conversation) as unread,
        (select count(*)::int from conversation) as conversations,
        (select count(*)::int from notification where type = 'message') as notified`,
    );
    const counts = {
      stored: expected,
      paid: expected,
      unread: expected,
      conversations: PAIRS * 4,
      notified: PAIRS * 2,
    };
    assert.deepEqual(rows[0], counts, "what is stored is not what was sent");
  });
}

function present(all: Competition[], hasPgbench: boolean): Finding {
  const of = (by: By, pace: number | undefined) => all.find((one) => one.by === by && one.pace === pace)?.rounds ?? [];
  const ratio = (share: number, pace: number, other: By) => {
    const at = (by: By) => of(by, pace).map(({ latencies }) => percentile(latencies, share));
    return medianRatio(at("product"), at(other));
  };
  const rate = (other: By) => medianRatio(of("product", undefined).map(perSecond), of(other, undefined).map(perSecond));
  const others: By[] = ["insert", "whole", "post", "echo", ...(hasPgbench ? ["pgbench" as const] : [])];
  return {
    title: "A durable, charged send until its frame is at the recipient's socket (fsync on)",
    targets: [
      {
        name: "sends at 50 a second, p50, product / bare ws + insert",
        value: ratio(0.5, 50, "insert"),
        atMost: 2.5,
        aim: 1.5,
      },
      {
        name: "sends at 50 a second, p50, product / equal work",
        value: ratio(0.5, 50, "whole"),
        atMost: 1.2,
        aim: 0.9,
      },
      { name: "sends at saturation, product / bare ws + insert", value: rate("insert"), atLeast: 1, aim: 2 },
      { name: "sends at saturation, product / equal work", value: rate("whole"), atLeast: 3, aim: 6 },
    ],
    figures: [
      ...PACES.flatMap((pace) =>
        others.map((other) => {
          const ratios = [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${figure(ratio(share, pace, other))}`);
          return `product / ${NAMES[other]} at ${pace} a second: ${ratios.join(", ")}`;
        }),
      ),
      ...others.map((other) => `product / ${NAMES[other]}, as many as there can be: ${figure(rate(other))}`),
      ...(hasPgbench
        ? []
        : ["pgbench's insert is left out: this machine has no pgbench (Debian's package postgresql)"]),
      ...all.map(({ by, pace, rounds }) => {
        const what = pace === undefined ? `as many as there can be, ${AT_ONCE} at once` : `at ${pace}`;
        return `${NAMES[by]}, ${what}: ${formatRounds(rounds)}`;
      }),
    ],
  };
}
