import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { uuidv7 } from "../../apps/server/src/platform/ids.ts";
import { signPayingPairsIn } from "../fixtures/conversations.ts";
import { FULL } from "../fixtures/sizes.ts";
import type { Pair } from "../load/live.ts";
import type { Bench, Part, Phase, Server } from "../part.ts";
import { writeGrowth } from "../report.ts";
import type { Sample } from "../rules.ts";

// What grows with the members: the index in memory and its loading, the bytes of each table and of its indexes, sends,
// and the journal that writes leave. docs/growth.md counts with these figures, which are in growth.json.

const SIZES = (process.env.GROWTH_SIZES ?? "100000,1000000,3000000").split(",").map(Number);

const PAIRS = 600;
const AT_ONCE = 64;
/** How often each of the other writes is done while its journal is weighed. */
const WRITES = 200;

const TABLES = [
  ...["member", "profile", "photo", "photo_object", "entitlement", "member_stream", "member_setting", "presence"],
  ...["session", "favorite", "hidden_pair", "message", "conversation", "stream_event", "ledger_entry", "notification"],
  "visit",
];

/** Bytes of each table and of its indexes a row, and of the whole database. */
async function weighTables(client: pg.Client): Promise<Sample> {
  const { rows } = await client.query<{ name: string; rows: number; own: number; indexes: number }>(
    `select relname as name, reltuples as rows, pg_table_size(oid)::float8 as own, pg_indexes_size(oid)::float8 as indexes
     from pg_class where relnamespace = 'public'::regnamespace and relname = any($1) order by 1`,
    [TABLES],
  );
  const { rows: whole } = await client.query("select pg_database_size(current_database())::float8 as size");
  return {
    "GB of the database": whole[0].size / 1e9,
    ...Object.fromEntries(
      rows.flatMap(({ name, rows: count, own, indexes }) => [
        [`B a row of ${name}`, own / count],
        [`B of indexes a row of ${name}`, indexes / count],
      ]),
    ),
  };
}

const INDEX_LINE = /"ms":(\d+),"bytesPerMember":(\d+)/;

async function weighIndex({ helper }: Server): Promise<Sample> {
  while (!INDEX_LINE.test(helper.readLog())) await sleep(100);
  const [, ms, bytes] = INDEX_LINE.exec(helper.readLog()) ?? [];
  return {
    "s to read the index": Number(ms) / 1_000,
    "bytes of the index a profile": Number(bytes),
    "GB resident once it is loaded": (await helper.ask<number>("resident")) / 1e9,
  };
}

/** How many bytes of the journal some work leaves. */
async function weighJournal(client: pg.Client, work: () => Promise<unknown>): Promise<number> {
  const { rows: before } = await client.query("select pg_current_wal_insert_lsn() as lsn");
  await work();
  const { rows } = await client.query("select (pg_current_wal_insert_lsn() - $1::pg_lsn)::float8 as bytes", [
    before[0].lsn,
  ]);
  return rows[0].bytes;
}

/**
 * With page images, PostgreSQL writes each page whole into the journal when it changes for the first time since the last
 * checkpoint. Only the database's owner may switch them off.
 */
async function setPageImages(client: pg.Client, isOn: boolean): Promise<void> {
  await client.query(`alter system set full_page_writes = ${isOn ? "on" : "off"}`);
  await client.query("select pg_reload_conf()");
  await client.query("checkpoint");
  // The process that writes checkpoints hears of the setting within a moment.
  await sleep(1_000);
}

async function call({ origin }: Server, method: string, path: string, cookie: string): Promise<void> {
  const response = await fetch(`${origin}/api${path}`, { method, headers: { cookie, origin } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
}

async function weighWrites(client: pg.Client, product: Server, pairs: Pair[], bench: Bench): Promise<Sample> {
  const { load, size } = bench;
  const sendOnceEach = () => load.ask<Sample>("send", { by: "product", perSecond: PAIRS, seconds: 1, atOnce: AT_ONCE });
  const perAnswer = async () => {
    let answers = Number.NaN;
    const bytes = await weighJournal(client, async () => {
      answers = (await sendOnceEach()).answers ?? Number.NaN;
    });
    return bytes / answers;
  };
  const each = async (work: (pair: Pair) => Promise<unknown>) => {
    const bytes = await weighJournal(client, async () => {
      for (const pair of pairs.slice(0, WRITES)) await work(pair);
    });
    return bytes / WRITES;
  };
  await load.ask("connect", { by: "product", place: { origin: product.origin }, pairs });
  // Starts the conversation of each pair.
  await sendOnceEach();
  await client.query("checkpoint");
  const withImages = await perAnswer();
  const saturated = await load.ask<Sample>("send", {
    ...{ by: "product", atOnce: AT_ONCE },
    seconds: size.seconds * 6,
  });
  await setPageImages(client, false);
  try {
    return {
      "sends a second at saturation": saturated["a second"] ?? Number.NaN,
      "p95 ms of a send at saturation": saturated["p95 ms"] ?? Number.NaN,
      "B of journal a send, each page for the first time": withImages,
      "B of journal a send": await perAnswer(),
      "B of journal a visit": await each(({ sender, recipient }) =>
        call(product, "PUT", `/visits/${recipient.id}`, sender.cookie),
      ),
      "B of journal a favourite": await each(({ sender, recipient }) =>
        call(product, "PUT", `/favorites/${recipient.id}`, sender.cookie),
      ),
      "B of journal a session": await each(({ sender }) =>
        client.query(
          `insert into session (id, token_hash, member_id, is_remembered, user_agent, created_at, last_seen_at, proved_at, expires_at)
           values ($1::uuid, sha256($1::uuid::text::bytea), $2, true, 'Mozilla/5.0', now(), now(), now(), now() + interval '1 day')`,
          [uuidv7(new Date()), sender.id],
        ),
      ),
    };
  } finally {
    await setPageImages(client, true);
  }
}

async function measureSize(bench: Bench, connection: Connection): Promise<Sample> {
  return withClient(connection, async (client) => {
    const tables = await weighTables(client);
    const { pairs } = await signPayingPairsIn(client, PAIRS);
    const product = await bench.startProduct(connection, { DISCOVERY_INDEX: "on" });
    const index = await weighIndex(product);
    const writes = await weighWrites(client, product, pairs, bench);
    await product.helper.stop();
    return { ...index, ...writes, ...tables };
  });
}

const measureAt = (members: number): Phase => ({
  rounds: 1,
  isCold: true,
  async prepare(bench) {
    const connection = await bench.makeActive(members);
    let figures: Sample = {};
    const take = async () => {
      figures = await measureSize(bench, connection);
      return figures;
    };
    // Each size is kept at once, because the next one takes long.
    const check = async () => {
      if (bench.size === FULL) await writeGrowth(members, figures, connection);
    };
    return { sides: [{ name: `${members.toLocaleString("en-US")} members`, take }], check };
  },
});

export const growth: Part = {
  title: "Growth: what grows with the members",
  isOnRequest: true,
  databases: 0,
  phases: SIZES.map(measureAt),
  goals: [],
};
