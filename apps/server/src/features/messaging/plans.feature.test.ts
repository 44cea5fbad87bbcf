import { sql } from "kysely";
import { expect, test } from "vitest";
import { advanceStreams, listUnreadTotals } from "../../base/members/stream-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { makeMember } from "../../testing/people.ts";
import { makePopulation } from "../../testing/population.ts";
import { openWorld } from "../../testing/world.ts";
import { listWarnedPairs } from "../moderation/queries/messages.ts";
import { presenceMoments } from "../presence/rules.ts";
import { findChanges, pruneStreamEvents } from "./queries/changes.ts";
import { listConversations } from "./queries/conversation-list.ts";
import { listHistory } from "./queries/messages.ts";
import { findPairFacts } from "./queries/pairs.ts";
import { listSendFacts } from "./queries/send-facts.ts";
import { storeMessages } from "./queries/store-messages.ts";

const world = await openWorld();
const now = new Date();
const DAY = "2026-11-21";
const PEERS = 1_500;
const DEPTH = 20;
const LAST = PEERS * DEPTH;
/** The number of other members, with conversations that the tested member is not part of. */
const OTHERS = 20_000;
/** Rows that the planner reads at the ends of an index. */
const PLANNING = 5;

// One baby received twenty messages from every peer in turn, and has read none. Every tenth peer is online.
const isOnline = (index: number) => index % 10 === 0;
const ana = await makeMember(world.owner);
const makeIds = (length: number) => Array.from({ length }, (_, index) => uuidv7(new Date(now.getTime() + index)));
const [peers, others] = [makeIds(PEERS), makeIds(OTHERS)];
await makePopulation(
  world.owner,
  [...peers, ...others].map((id, index) => ({
    id,
    role: "daddy",
    tier: 2,
    shuffleKey: index,
    age: 40,
    cityId: 3_550_308,
    isWildcardCity: false,
    isActive: true,
    presence: isOnline(index) ? "online" : "gone",
  })),
  DAY,
);
await sql`
  insert into message (id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at)
  select gen_random_uuid(), peer.id, ${ana.id}, gen_random_uuid(), turn, (turn - 1) * ${PEERS} + peer.position, 'oi', now()
  from unnest(${peers}::uuid[]) with ordinality peer (id, position), generate_series(1, ${DEPTH}::int) turn`.execute(
  world.owner,
);
await sql`
  insert into conversation (
    owner_id, other_id, last_seq, changed_seq, last_message_id, last_text, last_sent_at, is_last_mine, unread, received
  )
  select recipient_id, sender_id, recipient_seq, recipient_seq, id, text, sent_at, false, ${DEPTH}, ${DEPTH} from message
  where sender_seq = ${DEPTH}`.execute(world.owner);
await sql`
  insert into conversation (
    owner_id, other_id, last_seq, changed_seq, last_message_id, last_text, last_sent_at, is_last_mine, started_at
  )
  select sender_id, recipient_id, sender_seq, sender_seq, id, text, sent_at, true, now() from message
  where sender_seq = ${DEPTH}`.execute(world.owner);
await sql`update member_stream set unread = ${PEERS * DEPTH} where member_id = ${ana.id}`.execute(world.owner);
// Each tenth message has a reaction, and each hundredth replies to another one.
await sql`
  insert into reaction (message_id, member_id, emoji, reacted_at)
  select id, recipient_id, 'love', now() from message where recipient_seq % 10 = 0`.execute(world.owner);
await sql`
  update message set reply_to_id = earlier.id from message earlier
  where message.recipient_seq % 100 = 0 and earlier.sender_id = message.sender_id
    and earlier.recipient_id = message.recipient_id and earlier.sender_seq = message.sender_seq - 1`.execute(
  world.owner,
);
await sql`
  insert into conversation (owner_id, other_id, last_seq, changed_seq, last_message_id, last_sent_at)
  select id, ${ana.id}, 1, 1, (select id from message limit 1), now() from unnest(${others}::uuid[]) id`.execute(
  world.owner,
);
for (const table of ["profile", "presence", "message", "conversation", "reaction", "stream_event", "hidden_pair"])
  await sql`vacuum (analyze) ${sql.table(table)}`.execute(world.owner);

type TouchedTable = { relname: string; seqScan: number; idxScan: number; rows: number };

/** What a query reads, by table: sequential scans, index scans and rows. */
async function touch(
  ask: (db: Db) => Promise<unknown>,
  db: Db = world.db,
): Promise<Record<string, Omit<TouchedTable, "relname">>> {
  const count = async (db: Db) => {
    const { rows } = await sql<TouchedTable>`
      select relname, seq_scan, idx_scan, seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables
      where relname in ('message', 'conversation', 'reaction', 'stream_event', 'presence', 'profile', 'hidden_pair')
      order by relname`.execute(db);
    return rows;
  };
  return db.transaction().execute(async (trx) => {
    const before = await count(trx);
    await ask(trx);
    const after = await count(trx);
    const differences = after.map((end, index) => {
      const start = before[index] ?? end;
      const rows = end.rows - start.rows;
      return [end.relname, { seqScan: end.seqScan - start.seqScan, idxScan: end.idxScan - start.idxScan, rows }];
    });
    return Object.fromEntries(differences);
  });
}

const FIRST = { after: undefined, isLatestFirst: false, search: undefined, moments: presenceMoments(now) };

test.each([
  [
    "the list of conversations",
    (db: Db) => listConversations(db, ana.id, FIRST),
    // Online members are found among the owner's own conversations.
    { conversation: PEERS + PEERS / 10 + 31, presence: PEERS + 70, profile: PEERS / 10 + 70, message: 0 },
  ],
  [
    "a later page of that list",
    (db: Db) => listConversations(db, ana.id, { ...FIRST, after: { rank: 3, lastSeq: LAST - 600 } }),
    { conversation: PEERS + 31, presence: 31, profile: 70, message: 0 },
  ],
  [
    "the latest conversations",
    (db: Db) => listConversations(db, ana.id, { ...FIRST, isLatestFirst: true }),
    { conversation: PEERS + 31, presence: 31, profile: 70, message: 0 },
  ],
  [
    "a search among them",
    (db: Db) => listConversations(db, ana.id, { ...FIRST, search: "nobody" }),
    { conversation: 2 * PEERS, presence: 2 * PEERS, profile: 2 * PEERS + PEERS / 10, message: 0 },
  ],
  [
    "a page of a conversation",
    (db: Db) => listHistory(db, { memberId: ana.id, peerId: peers[7] ?? "", before: null }),
    { conversation: 1, message: DEPTH, reaction: DEPTH },
  ],
  [
    "the latest changes",
    (db: Db) => findChanges(db, { memberId: ana.id, after: LAST - 150 }),
    { conversation: PEERS + 150, message: 155, reaction: 30 },
  ],
  [
    "whether a member may write",
    (db: Db) => findPairFacts(db, { senderId: ana.id, recipientId: peers[7] ?? "" }, now),
    { conversation: 1, message: 0 },
  ],
  ["the unread total", (db: Db) => listUnreadTotals(db, [ana.id]), { conversation: 0, message: 0 }],
])("%s reads by an index only the rows that it answers, however many there are", async (_, ask, rows) => {
  const touched = await touch(ask);
  for (const [table, most] of Object.entries(rows)) {
    expect(touched[table]?.seqScan, table).toBe(0);
    expect(touched[table]?.rows, table).toBeLessThanOrEqual(most + PLANNING);
  }
});

test("[T59] the facts that decide a send are read by keys, however many members are hidden from each other", async () => {
  const pairs = others.slice(0, 500);
  await sql`
    insert into hidden_pair (viewer_id, other_id) select ${others[500]}, id from unnest(${pairs}::uuid[]) id`.execute(
    world.owner,
  );
  await sql`analyze hidden_pair`.execute(world.owner);
  const sentMessage = { senderId: peers[7] ?? "", recipientId: ana.id, sessionId: null };
  const touched = await touch((db) => listSendFacts(db, [sentMessage], now), world.context.sends);
  expect(touched.hidden_pair).toMatchObject({ seqScan: 0, rows: 0 });
});

test("[T59] storing a message reads none of the unread ones, so a member who never reads slows nobody down", async () => {
  const latest = await world.db
    .selectFrom("conversation")
    .where("ownerId", "=", ana.id)
    .where("otherId", "=", peers[7] ?? "")
    .select(["ownerId", "otherId", "lastSeq", "lastMessageId"])
    .executeTakeFirstOrThrow();
  const last = { lastText: "oi", lastSentAt: now, isLastMine: false, lastReadAt: null };
  const row = { ...latest, ...last, unread: 2, received: 2, startedAt: null, openedAt: null };
  const touched = await touch(async (db) => {
    expect(await storeMessages(db, { messages: [], conversations: [row] })).toMatchObject([{ unread: DEPTH + 2 }]);
    const advance = { seqs: new Map([[ana.id, LAST]]), unread: new Map([[ana.id, 2]]) };
    expect(await advanceStreams(db, advance)).toEqual(new Map([[ana.id, PEERS * DEPTH + 2]]));
  });
  expect(touched.message).toEqual({ seqScan: 0, idxScan: 0, rows: 0 });
});

test("[T59] removing old stream events reads by an index only those that it removes, and a step no more than its limit", async () => {
  await sql`
    insert into stream_event (member_id, seq, kind, other_id, up_to, happened_at)
    select ${ana.id}, seq, 'seen', ${peers[0] ?? ""}, 1, ${now}::timestamptz + seq * interval '1 second'
    from generate_series(1, 20000::int) seq`.execute(world.owner);
  await sql`vacuum (analyze) stream_event`.execute(world.owner);
  const before = new Date(now.getTime() + 500_500);
  const touched = await touch(async (db) => {
    expect(await pruneStreamEvents(db, before, 200)).toBe(200);
    expect(await pruneStreamEvents(db, before, 1_000)).toBe(300);
  });
  expect(touched.stream_event?.seqScan).toBe(0);
  // Each row is read twice: to find it by its time, and to remove it.
  expect(touched.stream_event?.rows).toBeLessThanOrEqual(2 * 500 + PLANNING);
});

test("[T59] looking for warned messages of a member reads those alone", async () => {
  const [writer = ""] = peers;
  await sql`update message set warnings = '{pix_key}' where sender_id = ${writer} and sender_seq <= 2`.execute(
    world.owner,
  );
  await sql`vacuum (analyze) message`.execute(world.owner);
  const since = new Date(now.getTime() - 86_400_000);
  const touched = await touch(async (db) => {
    const warnedPairs = await listWarnedPairs(db, { memberId: writer, since, acquaintedAfter: 3 });
    expect(warnedPairs).toMatchObject([{ recipientId: ana.id, warnings: ["pix_key"] }]);
  });
  expect(touched.message?.seqScan).toBe(0);
  expect(touched.message?.rows).toBeLessThanOrEqual(2 + PLANNING);
});
