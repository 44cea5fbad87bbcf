import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { lockStreamsQuery } from "../../base/members/stream-queries.ts";
import { grant, makeWriter, type Writer } from "../../testing/messages.ts";
import { listStatements } from "../../testing/statements.ts";
import { openWorld } from "../../testing/world.ts";
import { knownFactsOf } from "./known-facts.ts";
import { sendFactsQuery } from "./queries/pairs.ts";

const world = await openWorld({ LIMIT_MESSAGES: "99999/1" });
const known = knownFactsOf(world.context.memory);

type Pair = { senderId: string; recipientId: string };
/** What decides a send between two who have written to each other. */
const DECIDING = [
  ...(["role", "peerRole", "isPeerActive", "isHidden", "hasConversation", "lacksAge", "isPremium", "tokens"] as const),
  ...(["conversations", "doesPeerLackAge", "isPeerManaged", "isOpened"] as const),
];

async function makeCircle() {
  const payer = async () => {
    const one = await makeWriter(world, { role: "daddy" });
    await grant(world.db, one, { tokens: 500, conversations: 50 });
    return one;
  };
  const [babies, payers] = [
    [await makeWriter(world), await makeWriter(world)],
    [await payer(), await payer()],
  ];
  const talks = babies.flatMap((baby) =>
    payers.flatMap((one) => [
      { from: baby, to: one },
      { from: one, to: baby },
    ]),
  );
  // At once, so that what is refused is in one batch with what is not.
  const writeAll = () => Promise.all(talks.map(({ from, to }) => from.send(to)));
  await writeAll();
  await writeAll();
  return { people: [...babies, ...payers], talks, writeAll };
}

/** The pairs of which something else is known than the database has, and by whose streams nobody could tell. */
async function findStale(pairs: Pair[]): Promise<string[]> {
  const stale: string[] = [];
  for (const pair of pairs) {
    const now = new Date();
    const kept = known.forBatch().find([pair], now);
    if (!kept) continue;
    const send = { ...pair, clientId: crypto.randomUUID(), replyToId: null, sessionId: null };
    const [streams, [facts]] = await world.context.pipeline.transaction((trx) =>
      trx.ask(lockStreamsQuery({ memberIds: [pair.senderId, pair.recipientId] }), sendFactsQuery([send], now)),
    );
    const inOrder = kept.streams.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1));
    if (JSON.stringify(streams) !== JSON.stringify(inOrder)) continue;
    for (const one of DECIDING) if (kept.facts[0]?.[one] !== facts?.[one]) stale.push(one);
  }
  return stale;
}

const idOf = (people: Writer[], index: number) => people[index % people.length]?.id ?? "";
const later = () => new Date(Date.now() + 3_600_000);

/** Everything that changes who may write to whom, without a message: as the product does it, or as anybody with SQL might. */
const WRITERS: Record<string, (people: Writer[], index: number) => Promise<unknown>> = {
  "is suspended or comes back": (people, index) =>
    sql`
    update profile set suspended_at = case when suspended_at is null then now() end where member_id = ${idOf(people, index)}`.execute(
      world.owner,
    ),
  "waits for review or is cleared": (people, index) =>
    sql`
    update profile set hidden_at = case when hidden_at is null then now() end where member_id = ${idOf(people, index)}`.execute(
      world.owner,
    ),
  "has an assured age or lost it": (people, index) =>
    sql`
    update profile set age_gate = case when age_gate is null then 'messaging' end, birth_on = null
    where member_id = ${idOf(people, index)}`.execute(world.owner),
  // The product only ends it; a trigger refuses to begin it anew.
  "becomes managed or is claimed": (people, index) =>
    world.owner.transaction().execute(async (trx) => {
      await sql`alter table profile disable trigger profile_is_claimed_once`.execute(trx);
      await sql`update profile set is_managed = not is_managed where member_id = ${idOf(people, index)}`.execute(trx);
      await sql`alter table profile enable trigger profile_is_claimed_once`.execute(trx);
    }),
  "gets another role by the team": (people, index) =>
    sql`
    update profile set role = case role when 'daddy' then 'mommy' else 'daddy' end,
      gender = case role when 'daddy' then 'Feminino' else 'Masculino' end
    where member_id = ${idOf(people, index)} and role <> 'baby'`.execute(world.owner),
  blocks: (people, index) =>
    sql`
    insert into hidden_pair (viewer_id, other_id)
    values (${idOf(people, index)}, ${idOf(people, index + 2)}), (${idOf(people, index + 2)}, ${idOf(people, index)})
    on conflict do nothing`.execute(world.owner),
  unblocks: (people, index) =>
    sql`
    delete from hidden_pair where ${idOf(people, index)} in (viewer_id, other_id)`.execute(world.owner),
  "buys tokens": (people, index) => grant(world.db, { id: idOf(people, index) }, { tokens: 5, conversations: 1 }),
  "pays tokens back": async (people, index) =>
    grant(world.db, { id: idOf(people, index) }, { tokens: -100 }).catch(() => "has too few"),
  "gets premium": (people, index) => grant(world.db, { id: idOf(people, index) }, { premiumUntil: later() }),
  "is given premium by hand": (people, index) =>
    sql`
    update entitlement set has_courtesy_premium = not has_courtesy_premium where member_id = ${idOf(people, index)}`.execute(
      world.owner,
    ),
  "has a conversation forgotten": (people, index) =>
    sql`
    delete from conversation where owner_id = ${idOf(people, index)} and other_id = ${idOf(people, index + 2)}`.execute(
      world.owner,
    ),
  "has a conversation to open anew": (people, index) =>
    sql`
    update conversation set opened_at = null where owner_id = ${idOf(people, index)}`.execute(world.owner),
};

describe("what a process knows of those who write to each other", () => {
  test("[T20][T23] is never used for another state of the database, whoever changed it", async () => {
    const { people, talks, writeAll } = await makeCircle();
    const pairs = talks.map(({ from, to }) => ({ senderId: from.id, recipientId: to.id }));
    const step = fc.record({
      writer: fc.constantFrom(...Object.keys(WRITERS)),
      index: fc.nat(7),
      isWriting: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        for (const { writer, index, isWriting } of steps) {
          await WRITERS[writer]?.(people, index);
          expect(await findStale(pairs), `after a member ${writer}`).toEqual([]);
          if (isWriting) await writeAll();
          expect(await findStale(pairs), "after messages").toEqual([]);
        }
      }),
      { numRuns: 12 },
    );
  });

  test("a message between two who have just written is one statement, and three after a change by somebody else", async () => {
    const { talks } = await makeCircle();
    const { from, to } = talks[1] ?? {};
    if (!from || !to) throw new Error("nobody writes");
    const send = () => listStatements(() => from.send(to));
    const isOurs = (text: string) => /member_stream|message|conversation|ledger|notification/.test(text);
    await from.send(to);
    expect((await send()).filter(isOurs)).toHaveLength(1);
    await to.read(from, 99);
    expect((await send()).filter(isOurs)).toHaveLength(1);
    await grant(world.db, from, { tokens: 1 });
    expect((await send()).filter(isOurs).length).toBeGreaterThan(3);
    expect((await send()).filter(isOurs)).toHaveLength(1);
  });

  // A writer that forgets to raise the version is found out: each trigger is there for one of them.
  test.each([
    ["profile", "profile_decides_sends", "waits for review or is cleared"],
    ["profile", "profile_decides_sends", "becomes managed or is claimed"],
    ["profile", "profile_decides_sends", "gets another role by the team"],
    ["hidden_pair", "hidden_pair_decides_sends", "blocks"],
    ["hidden_pair", "hidden_pair_decided_sends", "unblocks"],
    ["ledger_entry", "ledger_entry_decides_sends", "pays tokens back"],
    ["entitlement", "entitlement_decides_sends", "is given premium by hand"],
    ["conversation", "conversation_decides_sends", "has a conversation to open anew"],
    ["conversation", "conversation_decided_sends", "has a conversation forgotten"],
  ])("[T75] is stale where the version of %s is not raised (%s) when a member %s", async (table, trigger, writer) => {
    const { people, talks, writeAll } = await makeCircle();
    const pairs = talks.map(({ from, to }) => ({ senderId: from.id, recipientId: to.id }));
    // A block that is to be undone.
    if (writer === "unblocks") await WRITERS.blocks?.(people, 2);
    await writeAll();
    await sql`alter table ${sql.ref(table)} disable trigger ${sql.ref(trigger)}`.execute(world.owner);
    try {
      expect(await findStale(pairs)).toEqual([]);
      await WRITERS[writer]?.(people, 2);
      expect(await findStale(pairs)).not.toEqual([]);
    } finally {
      await sql`alter table ${sql.ref(table)} enable trigger ${sql.ref(trigger)}`.execute(world.owner);
    }
  });

  test("is forgotten when a connection to the database is lost, also while nothing is asked over it", async () => {
    const { talks, writeAll } = await makeCircle();
    const pairs = talks.map(({ from, to }) => ({ senderId: from.id, recipientId: to.id }));
    await writeAll();
    expect(known.forBatch().find(pairs, new Date())).toBeDefined();
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query ~ 'facts_version'`.execute(world.owner);
    await vi.waitFor(() => expect(pairs.filter((pair) => known.forBatch().find([pair], new Date()))).toEqual([]), {
      timeout: 5_000,
    });
  });

  test("is not kept by a batch that began before all was forgotten", async () => {
    const { talks, writeAll } = await makeCircle();
    const pairs = talks.map(({ from, to }) => ({ senderId: from.id, recipientId: to.id }));
    await writeAll();
    const batch = known.forBatch();
    const { streams = [], facts = [] } = batch.find(pairs, new Date()) ?? {};
    const seqs = new Map(streams.map(({ memberId, lastSeq }) => [memberId, lastSeq + 1]));
    known.forgetAll();
    batch.keep(streams, seqs, pairs, facts);
    expect(pairs.filter((pair) => known.forBatch().find([pair], new Date()))).toEqual([]);
    known.forBatch().keep(streams, seqs, pairs, facts);
    expect(known.forBatch().find(pairs, new Date())).toBeDefined();
    known.forgetAll();
  });

  test("[T23] a block, a suspension and a spent token count for the next message", async () => {
    const { talks } = await makeCircle();
    const { from, to } = talks[1] ?? {};
    if (!from || !to) throw new Error("nobody writes");
    const { tokens } = await world.db
      .selectFrom("entitlement")
      .where("memberId", "=", from.id)
      .select("tokens")
      .executeTakeFirstOrThrow();
    await grant(world.db, from, { tokens: 1 - tokens });
    expect((await from.send(to)).status).toBe(200);
    expect(await from.send(to)).toMatchObject({ failure: { code: "UPGRADE_REQUIRED" } });
    await grant(world.db, from, { tokens: 10 });
    expect((await from.send(to)).status).toBe(200);
    await WRITERS.blocks?.([to, to, from], 0);
    expect(await from.send(to)).toMatchObject({ failure: { code: "PEER_UNAVAILABLE" } });
    await WRITERS.unblocks?.([to], 0);
    expect((await from.send(to)).status).toBe(200);
    await sql`update profile set suspended_at = now() where member_id = ${to.id}`.execute(world.owner);
    expect(await from.send(to)).toMatchObject({ failure: { code: "PEER_UNAVAILABLE" } });
  });
});
