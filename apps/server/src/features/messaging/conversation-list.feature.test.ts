import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { lockStreams } from "../../base/members/stream-queries.ts";
import { up as fillLastMessages } from "../../migrations/20261211120000-expand-fill-last-messages.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { makeWriter, type Writer } from "../../testing/messages.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const MINUTE_MS = 60_000;
const HALF_MINUTE_MS = 30_000;

const now = () => world.context.clock.now();
const ago = (ms: number) => new Date(now().getTime() - ms);
/** The beginning of this half minute. Members see the presence of those who never wrote to them as of then. */
const mark = () => new Date(Math.floor(now().getTime() / HALF_MINUTE_MS) * HALF_MINUTE_MS);

type Facts = { lastActiveAt: Date; leftAt?: Date; isHidden?: boolean; changedAt?: Date; beforeActiveAt?: Date };

const setPresence = (memberId: string, facts: Facts) =>
  world.owner
    .insertInto("presence")
    .values({ memberId, changedAt: ago(MINUTE_MS), ...facts })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet(facts))
    .execute();

async function setAvailable(memberId: string) {
  const id = uuidv7(now());
  const run = { id, slot: null, actorId: null, startedAt: now(), eligible: 1, longCount: 1, shortCount: 0 };
  await world.owner.insertInto("availabilityRun").values(run).execute();
  const times = { startsAt: ago(MINUTE_MS), endsAt: ago(-MINUTE_MS) };
  await world.owner
    .insertInto("availability")
    .values({ memberId, runId: id, ...times })
    .execute();
}

/** Makes a daddy who wrote to the member after all daddies who were made before. */
async function makePeer(to: { id: string }, name: string, facts?: Facts) {
  const peer = await makeMember(world.owner, { role: "daddy", name });
  await makeConversation(world.owner, peer.id, to.id);
  await putLast(to.id, peer.id);
  if (facts) await setPresence(peer.id, facts);
  return peer;
}

/** Makes a conversation the latest of its owner. */
const putLast = (ownerId: string, otherId: string) =>
  sql`
    update conversation set last_seq = (select max(last_seq) + 1 from conversation where owner_id = ${ownerId})
    where owner_id = ${ownerId} and other_id = ${otherId}`.execute(world.owner);

/** The last release names no last message in the rows that it stores and changes. */
describe("next to the last release", () => {
  const latestOf = async (who: Writer) => (await ask(who)).conversations[0]?.lastMessage;
  const receivedBy = async (ownerId: string, otherId: string) => {
    const { owner } = world;
    const conversations = owner.selectFrom("conversation").where("ownerId", "=", ownerId);
    return (await conversations.where("otherId", "=", otherId).select("received").executeTakeFirst())?.received;
  };

  /** Stores a message as the last release does. */
  const storeAsBefore = (sender: Writer, recipient: Writer, { seq, text }: { seq: number; text: string }) =>
    sql`
      with stored as (
        insert into message (id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at)
        values (${uuidv7(now())}, ${sender.id}, ${recipient.id}, ${uuidv7(now())}, ${seq}, ${seq}, ${text}, ${now()})
        returning id
      )
      insert into conversation as known (owner_id, other_id, last_seq, changed_seq, last_message_id, unread)
      select ${sender.id}::uuid, ${recipient.id}::uuid, ${seq}::bigint, ${seq}::bigint, id, 0 from stored
      union all select ${recipient.id}::uuid, ${sender.id}::uuid, ${seq}, ${seq}, id, 1 from stored
      on conflict (owner_id, other_id) do update set last_seq = excluded.last_seq, changed_seq = excluded.changed_seq,
        last_message_id = excluded.last_message_id, unread = known.unread + excluded.unread`.execute(world.owner);

  test("the list shows its first and its later messages, and that they were read", async () => {
    const [ana, davi] = [await makeWriter(world), await makeWriter(world, { role: "daddy", name: "Davi" })];
    await storeAsBefore(davi, ana, { seq: 1, text: "um" });
    expect(await latestOf(ana)).toMatchObject({ text: "um", isMine: false, readAt: null });
    await storeAsBefore(davi, ana, { seq: 2, text: "dois" });
    expect(await latestOf(ana)).toMatchObject({ text: "dois", isMine: false, readAt: null });
    expect(await latestOf(davi)).toMatchObject({ text: "dois", isMine: true, readAt: null });
    expect([await receivedBy(ana.id, davi.id), await receivedBy(davi.id, ana.id)]).toEqual([2, 0]);
    await sql`update message set read_at = ${now()} where sender_id = ${davi.id}`.execute(world.owner);
    await sql`
      update conversation set read_up_to = 2, unread = 0 where owner_id = ${ana.id} and other_id = ${davi.id}`.execute(
      world.owner,
    );
    for (const who of [ana, davi]) expect((await latestOf(who))?.readAt).not.toBeNull();
  });
});

test("a reading by the last release that the filling waits for is not lost", async () => {
  const [ana, davi] = [await makeWriter(world), await makeWriter(world, { role: "daddy", name: "Davi" })];
  await ana.send(davi, "um");
  const unknown = { lastText: null, lastSentAt: null, isLastMine: null, lastReadAt: null, received: 0 };
  const rowsOf = (ids: string[]) => world.owner.selectFrom("conversation").where("ownerId", "in", ids);
  await world.owner.updateTable("conversation").set(unknown).where("ownerId", "in", [ana.id, davi.id]).execute();
  let filling: Promise<void> | undefined;
  await world.owner.transaction().execute(async (trx) => {
    await lockStreams(trx, [ana.id, davi.id]);
    filling = fillLastMessages(world.db as unknown as Kysely<unknown>); // a migration knows no tables
    await setTimeout(300);
    await sql`update message set read_at = ${now()} where sender_id = ${ana.id}`.execute(trx);
    await sql`update conversation set read_up_to = 1, unread = 0 where owner_id = ${davi.id}`.execute(trx);
  });
  await filling;
  const rows = await rowsOf([ana.id, davi.id]).orderBy("received").select(["received", "lastReadAt"]).execute();
  expect(rows).toEqual([0, 1].map((receivedMessage) => ({ received: receivedMessage, lastReadAt: expect.any(Date) })));
});

test("the rows of the last release are filled when the database is brought up to date", async () => {
  const [ana, davi] = [await makeWriter(world), await makeWriter(world, { role: "daddy", name: "Davi" })];
  await ana.send(davi, "um");
  await ana.send(davi, "dois");
  await davi.read(ana, 2);
  const rows = () =>
    world.owner
      .selectFrom("conversation")
      .where("ownerId", "in", [ana.id, davi.id])
      .orderBy("ownerId")
      .selectAll()
      .execute();
  const before = await rows();
  const unknown = { lastText: null, lastSentAt: null, isLastMine: null, lastReadAt: null, received: 0 };
  await world.owner.updateTable("conversation").set(unknown).where("ownerId", "in", [ana.id, davi.id]).execute();
  await fillLastMessages(world.owner as unknown as Kysely<unknown>); // a migration knows no tables
  expect(await rows()).toEqual(before);
});

type Query = NonNullable<NonNullable<Parameters<Writer["conversations"]>[0]>["query"]>;

const ask = async (who: Writer, query: Query = {}) => {
  const reply = await who.conversations({ query });
  expect(reply.status).toBe(200);
  return reply.body;
};
const namesOf = async (who: Writer, query: Query = {}) =>
  (await ask(who, query)).conversations.map(({ peer }) => peer.name);

/** All pages, one after the other; `meanwhile` happens between two pages. */
async function readAll(who: Writer, query: Query, meanwhile: (page: number) => Promise<unknown> = async () => {}) {
  const pages = [await ask(who, query)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    await meanwhile(pages.length);
    pages.push(await ask(who, { ...query, before: next }));
  }
  return pages.map(({ conversations }) => conversations);
}

const online = () => ({ lastActiveAt: ago(MINUTE_MS) });
const recent = () => ({ lastActiveAt: mark(), leftAt: mark() });
const offline = () => ({ lastActiveAt: ago(3 * 24 * 60 * MINUTE_MS) });

describe("the order of the list of conversations", () => {
  test("[K7.02] is online members first, then available ones, then those active today, then the latest message", async () => {
    const ana = await makeWriter(world);
    await makePeer(ana, "today 1", recent());
    await makePeer(ana, "online 1", online());
    await makePeer(ana, "away 1", offline());
    const available = await makePeer(ana, "available", offline());
    await setAvailable(available.id);
    await makePeer(ana, "hidden", { ...online(), isHidden: true });
    await makePeer(ana, "never here");
    await makePeer(ana, "online 2", online());
    await makePeer(ana, "today 2", recent());
    const { conversations } = await ask(ana);
    expect(conversations.map(({ peer }) => [peer.name, peer.presence])).toEqual([
      ["online 2", "online"],
      ["online 1", "online"],
      ["available", "available"],
      ["today 2", "recent"],
      ["today 1", "recent"],
      ["never here", "offline"],
      ["hidden", "offline"],
      ["away 1", "offline"],
    ]);
    expect(await namesOf(ana, { sort: "latest" })).toEqual([
      "today 2",
      "online 2",
      "never here",
      "hidden",
      "available",
      "away 1",
      "online 1",
      "today 1",
    ]);
  });

  test("[K7.02][T70] follows what the member may see: a person who has not written to them moves at the next half minute", async () => {
    const ana = await makeWriter(world);
    const silent = await makeMember(world.owner, { role: "daddy", name: "silent" });
    await makeConversation(world.owner, ana.id, silent.id);
    await makePeer(ana, "writer", offline());
    const lately = { changedAt: now(), beforeActiveAt: offline().lastActiveAt };
    await setPresence(silent.id, { lastActiveAt: now(), ...lately });
    expect(await namesOf(ana)).toEqual(["writer", "silent"]);
    world.pass(HALF_MINUTE_MS);
    expect(await namesOf(ana)).toEqual(["silent", "writer"]);
  });

  test("[K7.02] is that of the presences that the pages show, whatever they are", async () => {
    const ana = await makeWriter(world);
    const moments = [0, 10_000, 4 * MINUTE_MS, 6 * MINUTE_MS, 5 * 60 * MINUTE_MS, 30 * 60 * MINUTE_MS];
    for (let index = 0; index < 72; index += 1) {
      const at = (step: number) => ago(moments[Math.floor(index / step) % moments.length] ?? 0);
      const leftAt = index % 5 === 0 ? { leftAt: at(1) } : {};
      const facts = {
        lastActiveAt: at(1),
        changedAt: at(1),
        beforeActiveAt: at(6),
        isHidden: index % 7 === 0,
        ...leftAt,
      };
      const peer = await makePeer(ana, `${index}`, index % 11 === 0 ? undefined : facts);
      if (index % 9 === 0) await setAvailable(peer.id);
      // These peers never wrote to the member, who therefore sees their coarse presence.
      if (index % 2 === 0)
        await sql`
          update message set sender_id = recipient_id, recipient_id = sender_id, sender_seq = ${-index}::int + 1000
          where sender_id = ${peer.id}`.execute(world.owner);
      if (index % 2 === 0)
        await sql`update conversation set started_at = now() where owner_id = ${ana.id} and other_id = ${peer.id}`.execute(
          world.owner,
        );
    }
    const pages = await readAll(ana, {});
    const seenRows = new Map(pages.flat().map((row) => [row.peer.id, row]));
    expect(seenRows.size).toBe(72);
    const order = ["online", "available", "recent", "offline"];
    const sortedRows = [...seenRows.values()].toSorted(
      (a, b) => order.indexOf(a.peer.presence) - order.indexOf(b.peer.presence) || b.lastSeq - a.lastSeq,
    );
    expect([...seenRows.keys()]).toEqual(sortedRows.map(({ peer }) => peer.id));
    expect(new Set(sortedRows.map(({ peer }) => peer.presence)).size).toBe(4);
  });
});

describe("the pages of the list", () => {
  test("[K7.02] miss no member who comes or goes between them, and repeat none otherwise", async () => {
    const ana = await makeWriter(world);
    const peers: { id: string }[] = [];
    for (let index = 0; index < 100; index += 1)
      peers.push(await makePeer(ana, `${index}`, index % 2 ? online() : offline()));
    const first = await ask(ana);
    expect(new Set(first.conversations.map(({ peer }) => peer.presence))).toEqual(new Set(["online"]));

    const moves = [
      [offline(), 1, 41],
      [online(), 0, 60],
      [online(), 2, 98],
    ] as const;
    const pages = await readAll(ana, {}, async (page) => {
      const [facts, ...movedFacts] = moves[page - 1] ?? [online()];
      for (const index of movedFacts) await setPresence(peers[index]?.id ?? "", facts);
    });
    expect(new Set(pages.flat().map(({ peer }) => peer.id)).size).toBe(100);
    for (const page of pages) expect(new Set(page.map(({ peer }) => peer.id)).size).toBe(page.length);
  });

  test("go on in the order of the latest message, each row once", async () => {
    const ana = await makeWriter(world);
    for (let index = 0; index < 64; index += 1) await makePeer(ana, `${index}`, index % 3 ? offline() : online());
    const pages = await readAll(ana, { sort: "latest" });
    expect(pages.map((page) => page.length)).toEqual([30, 30, 4]);
    expect(pages.flat().map(({ peer }) => peer.name)).toEqual(
      Array.from({ length: 64 }, (_, index) => `${63 - index}`),
    );
  });

  test("begin only where a page can end", async () => {
    const ana = await makeWriter(world);
    for (const before of ["0", "online", "away.1", "online.-1", "online.1.5", "online.1e3", " online.1", "offline."])
      expect((await ana.conversations({ query: { before } })).status).toBe(400);
    expect((await ana.raw("/api/conversations?sort=oldest")).status).toBe(400);
  });
});

describe("the search among conversations", () => {
  test("[K2.04] finds names by any part of them, without case and accents, in the order of the list", async () => {
    const ana = await makeWriter(world);
    for (const name of ["João Antônio", "JOAO", "Ana Júlia", "Conceição"]) await makePeer(ana, name, offline());
    await makePeer(ana, "São João", online());
    expect(await namesOf(ana, { q: "joao" })).toEqual(["São João", "JOAO", "João Antônio"]);
    expect(await namesOf(ana, { q: " JOÃO " })).toEqual(["São João", "JOAO", "João Antônio"]);
    expect(await namesOf(ana, { q: "ÇÃO" })).toEqual(["Conceição"]);
    expect(await namesOf(ana, { q: "ulia" })).toEqual(["Ana Júlia"]);
    expect(await namesOf(ana, { q: "joao", sort: "latest" })).toEqual(["São João", "JOAO", "João Antônio"]);
    expect(await namesOf(ana, { q: "   " })).toHaveLength(5);
  });

  test("[K2.04][T30] takes every character literally", async () => {
    const ana = await makeWriter(world);
    for (const name of ["100% Rui", "a_b", "c\\d", "d'Ávila", "Zé"]) await makePeer(ana, name);
    for (const [q, foundNames] of [
      ["%", ["100% Rui"]],
      ["_", ["a_b"]],
      ["\\", ["c\\d"]],
      ["d'\u00c1", ["d'Ávila"]],
      ["D\u2019A\u0301", ["d'Ávila"]],
      ["davila", ["d'Ávila"]],
      [".*", []],
      ["' or 1=1 --", []],
    ] as const)
      expect(await namesOf(ana, { q }), q).toEqual(foundNames);
    expect((await ana.conversations({ query: { q: "x".repeat(81) } })).status).toBe(400);
  });

  test("[K2.04] looks through the whole list, and its result comes in pages", async () => {
    const ana = await makeWriter(world);
    for (let index = 0; index < 70; index += 1)
      await makePeer(ana, index % 2 ? `Rita ${index}` : `Davi ${index}`, index < 40 ? online() : offline());
    const pages = await readAll(ana, { q: "rita" });
    const names = new Set(pages.flat().map(({ peer }) => peer.name));
    expect(pages[0]).toHaveLength(30);
    expect([...names].toSorted()).toEqual(Array.from({ length: 35 }, (_, at) => `Rita ${2 * at + 1}`).toSorted());
  });

  test("[K2.04][T23][T18] finds neither members out of sight nor conversations that were emptied or are of others", async () => {
    const [ana, eve] = [await makeWriter(world), await makeWriter(world)];
    const [blockedPeer, gonePeer, emptied] = [
      await makePeer(ana, "Rui blocked"),
      await makePeer(ana, "Rui gone"),
      await makePeer(ana, "Rui emptied"),
    ];
    await makePeer(eve, "Rui of Eve");
    await hidePair(world.owner, ana.id, blockedPeer.id);
    await world.owner.updateTable("profile").set({ suspendedAt: now() }).where("memberId", "=", gonePeer.id).execute();
    await sql`update conversation set cleared_up_to = last_seq where owner_id = ${ana.id} and other_id = ${emptied.id}`.execute(
      world.owner,
    );
    expect(await namesOf(ana, { q: "rui" })).toEqual([]);
    expect(await namesOf(eve, { q: "rui" })).toEqual(["Rui of Eve"]);
  });
});
