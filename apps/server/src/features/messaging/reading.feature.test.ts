import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { advanceStreams, lockStreams } from "../../base/members/stream-queries.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { photoFileName } from "../../platform/storage/key-rules.ts";
import { takeStock } from "../../testing/leftovers.ts";
import { makeWriter, type Writer } from "../../testing/messages.ts";
import { hidePair } from "../../testing/pairs.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openWorld } from "../../testing/world.ts";
import { addPhotoObjects } from "../photos/object-queries.ts";
import { addPhotos } from "../photos/queries.ts";
import { sweepStreamEvents } from "./jobs.ts";

const world = await openWorld({ LIMIT_MESSAGES: "999999/1" });
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const makeBaby = (name = "Ana") => makeWriter(world, { name });

async function makeDaddy(name = "Bruno"): Promise<Writer> {
  const daddy = await makeWriter(world, { role: "daddy", name });
  await world.db
    .insertInto("ledgerEntry")
    .values({
      id: randomUUID(),
      memberId: daddy.id,
      kind: "courtesy",
      provider: "test",
      providerObjectId: daddy.id,
      hasCourtesyPremium: true,
      writtenAt: new Date(),
    })
    .execute();
  return daddy;
}

/** Ana and Bruno, with `times` messages from Bruno to Ana. */
async function makePair(times = 1) {
  const [ana, bruno] = [await makeBaby(), await makeDaddy()];
  for (let i = 1; i <= times; i += 1) await bruno.send(ana, `oi ${i}`);
  return { ana, bruno };
}

const textsOf = async (who: Writer, peer: { id: string }) =>
  (await who.history(peer)).body.messages.map(({ text }) => text);
const changesOf = async (who: Writer, after = 0) => (await who.changes({ query: { after } })).body.changes;
const listOf = async (who: Writer) => (await who.conversations()).body;
const notificationsOf = (who: Writer) =>
  world.db
    .selectFrom("notification")
    .where("memberId", "=", who.id)
    .where("dismissedAt", "is", null)
    .select("id")
    .execute();

describe("markRead", () => {
  test("[T19][K4.03] marks received messages as read for both at the server's time, and dismisses the notification", async () => {
    const { ana, bruno } = await makePair(2);
    const before = world.context.clock.now();
    expect((await ana.read(bruno, 1)).body).toEqual({ unread: 1, unreadTotal: 1 });
    expect(await notificationsOf(ana)).toHaveLength(1);
    expect((await ana.read(bruno, 2)).body).toEqual({ unread: 0, unreadTotal: 0 });
    expect(await notificationsOf(ana)).toEqual([]);
    const [first] = (await bruno.history(ana)).body.messages;
    expect(new Date(first?.readAt ?? 0).getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect((await ana.history(bruno)).body.messages.map(({ readAt }) => readAt !== null)).toEqual([true, true]);
    expect((await changesOf(ana, 2)).map(({ seq, type, upTo }) => [seq, type, upTo])).toEqual([
      [3, "seen", 1],
      [4, "seen", 2],
    ]);
    expect((await changesOf(bruno, 2)).map(({ seq, type, upTo, withId }) => [seq, type, upTo, withId])).toEqual([
      [3, "read", 1, ana.id],
      [4, "read", 2, ana.id],
    ]);
  });

  test("[T19] changes nothing when it is repeated, not even the time", async () => {
    const { ana, bruno } = await makePair(2);
    await ana.read(bruno, 2);
    const was = [await ana.history(bruno), await bruno.history(ana)].map(({ body }) => body);
    world.pass(MINUTE_MS);
    for (const upTo of [0, 1, 2, 3, 999_999]) {
      expect((await ana.read(bruno, upTo)).body).toEqual({ unread: 0, unreadTotal: 0 });
    }
    expect([await ana.history(bruno), await bruno.history(ana)].map(({ body }) => body)).toEqual(was);
  });

  test("[T19] with a sequence number in the future does not mark later messages as read", async () => {
    const { ana, bruno } = await makePair();
    await ana.read(bruno, 999_999);
    await bruno.send(ana, "novo");
    expect((await ana.history(bruno)).body.messages.at(-1)?.readAt).toBeNull();
    expect((await listOf(ana)).unreadTotal).toBe(1);
  });

  test("[T19][T31] marks nothing for the sender or a stranger", async () => {
    const { ana, bruno } = await makePair();
    const eve = await makeBaby("Eva");
    const before = await takeStock(world);
    expect((await bruno.read(ana, 9)).status).toBe(200);
    expect((await eve.read(bruno, 9)).failure.code).toBe("NOT_FOUND");
    expect((await eve.read(ana, 9)).failure.code).toBe("NOT_FOUND");
    expect(await takeStock(world)).toEqual(before);
    expect((await bruno.history(ana)).body.messages[0]?.readAt).toBeNull();
    expect((await listOf(ana)).unreadTotal).toBe(1);
  });

  test("[T19] refuses a time sent by the browser", async () => {
    const { ana, bruno } = await makePair();
    const body = JSON.stringify({ upTo: 1, readAt: "2020-01-01T00:00:00Z" });
    const headers = { "content-type": "application/json" };
    expect((await ana.raw(`/api/conversations/${bruno.id}/read`, { method: "PUT", headers, body })).status).toBe(400);
  });

  test("[T23] sends no read receipt to a blocked member", async () => {
    const { ana, bruno } = await makePair();
    await hidePair(world.db, ana.id, bruno.id);
    expect((await ana.read(bruno, 1)).status).toBe(200);
    expect((await bruno.history(ana)).body).toMatchObject({ cursor: 1, messages: [{ readAt: null }] });
  });
});

describe("reading thousands of messages", () => {
  const MANY = 3_500;

  /** Bruno has written to Ana so often that she reads it in several steps. */
  async function makeLongPair() {
    const { ana, bruno } = await makePair();
    await sql`
      insert into message (id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at)
      select gen_random_uuid(), ${bruno.id}, ${ana.id}, gen_random_uuid(), seq, seq, 'oi', now()
      from generate_series(2, ${MANY}::int) seq`.execute(world.owner);
    const members = [ana.id, bruno.id];
    const advance = { seqs: new Map(members.map((id) => [id, MANY])), unread: new Map([[ana.id, MANY - 1]]) };
    await world.db.transaction().execute((trx) => advanceStreams(trx, advance));
    await world.db
      .updateTable("conversation")
      .set({ lastSeq: MANY, changedSeq: MANY, unread: MANY })
      .where("ownerId", "=", ana.id)
      .execute();
    return { ana, bruno };
  }
  const unreadMessages = (who: Writer) =>
    world.db
      .selectFrom("message")
      .where("recipientId", "=", who.id)
      .where("readAt", "is", null)
      .select("text")
      .execute();
  async function countReadingTransactions(who: Writer): Promise<number> {
    const { rows } = await sql`
      select distinct xmin::text from message where recipient_id = ${who.id} and read_at is not null`.execute(world.db);
    return rows.length;
  }

  test.each([
    ["up to the end", MANY],
    ["beyond the end", 999_999],
  ])(
    "[T19][TB.13] goes on in steps, between which others write, and %s what arrives meanwhile stays unread",
    async (_, upTo) => {
      const { ana, bruno } = await makeLongPair();
      const carla = await makeDaddy("Carla");
      // The first step waits for the lock of Ana's stream, and a message behind it.
      const [reading, sendAnswer] = await race(world.owner, (trx) => lockStreams(trx, [ana.id]), [
        () => ana.read(bruno, upTo),
        () => Promise.all([bruno.send(ana, "novo"), carla.send(ana, "também")]),
      ]);
      expect(sendAnswer.map(({ status }) => status)).toEqual([200, 200]);

      const news = await changesOf(ana, MANY);
      const seenSeqs = news.filter(({ type }) => type === "seen").map(({ upTo }) => upTo);
      expect(seenSeqs).toEqual([1_000, 2_000, 3_000, MANY]);
      // Each step is a transaction, after which others may have the lock. Who has it next is up to the database.
      expect(await countReadingTransactions(ana)).toBe(seenSeqs.length);
      expect(news.map(({ seq }) => seq)).toEqual(news.map((_, at) => MANY + 1 + at));
      const readEvents = (await changesOf(bruno, MANY)).filter(({ type }) => type === "read");
      expect(readEvents.map(({ upTo }) => upTo)).toEqual(seenSeqs);

      const unread = await unreadMessages(ana);
      expect(unread).toHaveLength(2);
      expect(new Set(unread.map(({ text }) => text))).toEqual(new Set(["também", "novo"]));
      expect(reading.body.unread).toBeLessThanOrEqual(1);
      expect(await listOf(ana)).toMatchObject({ unreadTotal: 2 });
      expect((await listOf(ana)).conversations.map((row) => row.unread)).toEqual([1, 1]);
    },
  );

  test("[T19][TB.13] by two tabs at once is counted once", async () => {
    const { ana, bruno } = await makeLongPair();
    const tabs = [MANY, MANY - 100, MANY].map((upTo) => () => ana.read(bruno, upTo));
    const answers = await race(world.owner, holdWrites("message"), tabs);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await unreadMessages(ana)).toEqual([]);
    expect(await listOf(ana)).toMatchObject({ unreadTotal: 0, conversations: [{ unread: 0 }] });
    const seenSeqs = (await changesOf(ana, MANY)).map(({ upTo }) => upTo ?? 0);
    expect(seenSeqs).toEqual([...new Set(seenSeqs)].toSorted((a, b) => a - b));
    expect(seenSeqs.at(-1)).toBe(MANY);
  });
});

describe("clearing a conversation", () => {
  test("[K4.04][T22] clears it for the caller and leaves it as it was for the other one", async () => {
    const { ana, bruno } = await makePair(3);
    expect((await ana.clear(bruno, 3)).body).toEqual({ unreadTotal: 0 });
    expect(await textsOf(ana, bruno)).toEqual([]);
    expect((await listOf(ana)).conversations).toEqual([]);
    expect(await notificationsOf(ana)).toEqual([]);
    expect(await changesOf(ana)).toMatchObject([{ seq: 4, type: "cleared", upTo: 3, unread: 0, unreadTotal: 0 }]);
    expect(await textsOf(bruno, ana)).toEqual(["oi 1", "oi 2", "oi 3"]);
    expect(await changesOf(bruno, 3)).toEqual([]);
  });

  test("[T22] by both at once keeps a message that arrives meanwhile for both", async () => {
    const { ana, bruno } = await makePair(5);
    const holdRows = (trx: typeof world.owner) =>
      trx.selectFrom("conversation").where("ownerId", "in", [ana.id, bruno.id]).select("ownerId").forUpdate().execute();
    await race(world.owner, holdRows, [
      () => bruno.send(ana, "novo"),
      () => ana.clear(bruno, 5),
      () => bruno.clear(ana, 5),
      () => ana.clear(bruno, 5),
    ]);
    expect(await textsOf(ana, bruno)).toEqual(["novo"]);
    expect(await textsOf(bruno, ana)).toEqual(["novo"]);
    expect((await listOf(ana)).conversations).toMatchObject([{ unread: 1, lastMessage: { text: "novo" } }]);
  });

  test("[T22] goes up to where the caller has read, never back, and never past the last message", async () => {
    const { ana, bruno } = await makePair(4);
    await ana.clear(bruno, 2);
    expect(await textsOf(ana, bruno)).toEqual(["oi 3", "oi 4"]);
    await ana.clear(bruno, 1);
    expect(await textsOf(ana, bruno)).toEqual(["oi 3", "oi 4"]);
    await ana.clear(bruno, 999_999);
    await bruno.send(ana, "novo");
    expect(await textsOf(ana, bruno)).toEqual(["novo"]);
    expect((await changesOf(ana)).map(({ seq, type }) => [seq, type])).toEqual([
      [5, "cleared"],
      [6, "cleared"],
      [7, "message"],
    ]);
  });

  test("[T18] is refused for a conversation of other members, which a stranger cannot read either", async () => {
    const { ana, bruno } = await makePair();
    const eve = await makeDaddy("Eva");
    expect((await eve.clear(ana, 9)).failure.code).toBe("NOT_FOUND");
    expect((await eve.history(ana)).body.messages).toEqual([]);
    expect((await listOf(eve)).conversations).toEqual([]);
    expect(await changesOf(eve)).toEqual([]);
    expect(await textsOf(ana, bruno)).toEqual(["oi 1"]);
  });
});

describe("the list of conversations", () => {
  test("[K3.02] has the latest first, with the peer, the last message and the unread count", async () => {
    const [ana, bruno, carlos] = [await makeBaby(), await makeDaddy(), await makeDaddy("Carlos")];
    await bruno.send(ana, "um");
    await carlos.send(ana, "dois");
    await bruno.send(ana, "três");
    const { conversations, cursor, unreadTotal, next } = await listOf(ana);
    expect({ cursor, unreadTotal, next }).toEqual({ cursor: 3, unreadTotal: 3, next: null });
    expect(conversations.map(({ peer, unread, lastSeq }) => [peer.name, unread, lastSeq])).toEqual([
      ["Bruno", 2, 3],
      ["Carlos", 1, 2],
    ]);
    expect(conversations[0]?.lastMessage).toMatchObject({ text: "três", isMine: false, seq: 3 });
    expect(conversations[0]?.peer).toEqual({
      id: bruno.id,
      name: "Bruno",
      photoUrl: null,
      presence: "offline",
      isVerified: false,
      isPremium: true,
      isManaged: false,
      isDemo: false,
      isAvailable: true,
    });
  });

  test("comes in pages of 30, without a repeated or missing one", async () => {
    const ana = await makeBaby();
    const peers: Writer[] = [];
    for (let i = 0; i < 33; i += 1) peers.push(await makeDaddy(`Bruno ${i}`));
    for (const peer of peers) await peer.send(ana);
    const first = await listOf(ana);
    expect(first.conversations).toHaveLength(30);
    const second = (await ana.conversations({ query: { before: first.next ?? "" } })).body;
    const names = [...first.conversations, ...second.conversations].map(({ peer }) => peer.name);
    expect(names).toEqual(peers.map((_, i) => `Bruno ${32 - i}`));
    expect(second.next).toBeNull();
  });

  test("[T23][T71][D1.07] leaves blocked members out, and members who left or were suspended until they return", async () => {
    const { ana, bruno } = await makePair();
    const carlos = await makeDaddy("Carlos");
    await carlos.send(ana);
    const now = world.context.clock.now();
    const fileName = photoFileName(carlos.id, now, "0123456789abcdef0123456789abcdef");
    await addPhotoObjects(world.db, [fileName], now);
    const photo = { position: 0, width: 3, height: 4, thumbhash: "x", createdAt: now };
    await addPhotos(world.db, [{ id: uuidv7(now), memberId: carlos.id, fileName, ...photo }]);
    await world.db.insertInto("presence").values({ memberId: carlos.id, lastActiveAt: now }).execute();
    await hidePair(world.db, bruno.id, ana.id);

    const before = await listOf(ana);
    expect(before).toMatchObject({
      unreadTotal: 1,
      conversations: [{ peer: { presence: "online", isAvailable: true } }],
    });
    expect(before.conversations[0]?.peer.photoUrl).toMatch(/\/320\?s=/);
    expect((await changesOf(ana)).map(({ withId }) => withId)).toEqual([carlos.id]);
    expect((await ana.chat(bruno)).body).toMatchObject({ writing: "unavailable", peer: { isAvailable: false } });

    const change = (facts: object) =>
      world.db.updateTable("profile").set(facts).where("memberId", "=", carlos.id).execute();
    for (const fact of ["suspendedAt", "deactivatedAt"]) {
      await change({ [fact]: now });
      expect(await listOf(ana)).toMatchObject({ unreadTotal: 0, conversations: [] });
      expect(await changesOf(ana)).toEqual([]);
      expect((await ana.chat(carlos)).body).toMatchObject({ writing: "unavailable", peer: { isAvailable: false } });
      await change({ [fact]: null });
      expect(await listOf(ana)).toEqual(before);
    }
  });
});

describe("a conversation", () => {
  test("[K2.08] comes in pages of 20, the newest page first, each with the oldest message first", async () => {
    const { ana, bruno } = await makePair(0);
    for (let i = 0; i < 45; i += 1) await (i % 3 === 0 ? ana.send(bruno, `${i}`) : bruno.send(ana, `${i}`));
    const texts: string[] = [];
    let page = (await ana.history(bruno)).body;
    texts.unshift(...page.messages.map(({ text }) => text));
    const sizes = [page.messages.length];
    while (page.hasMore) {
      page = (await ana.history(bruno, page.messages[0]?.seq)).body;
      sizes.push(page.messages.length);
      texts.unshift(...page.messages.map(({ text }) => text));
    }
    expect(sizes).toEqual([20, 20, 5]);
    expect(texts).toEqual(Array.from({ length: 45 }, (_, i) => `${i}`));
  });

  test("shows the peer and whether the caller may write, before the first message", async () => {
    const [ana, bruno] = [await makeBaby(), await makeWriter(world, { role: "daddy" })];
    expect((await ana.chat(bruno)).body).toMatchObject({ writing: "open", shortage: null, unread: 0, balance: null });
    expect((await bruno.chat(ana)).body).toMatchObject({
      writing: "upgrade",
      shortage: "never had tokens",
      balance: { isPremium: false, tokens: 0, conversations: 0 },
    });
    expect((await bruno.history(ana)).body).toEqual({ messages: [], hasMore: false, cursor: 0 });
  });
});

test("[D2.45] opening the chat with somebody new counts as a view of a profile, and opening a conversation does not", async () => {
  const strict = await openWorld({ LIMIT_VIEWS: "2/600" });
  const ana = await makeWriter(strict);
  const strangers = await Promise.all(Array.from({ length: 3 }, () => makeWriter(strict, { role: "daddy" })));
  const [friend, ...others] = strangers;
  if (!friend) throw new Error("there is no stranger");
  await ana.send(friend);
  const statuses: number[] = [];
  for (const member of [friend, friend, ...others, ana, friend]) statuses.push((await ana.chat(member)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 200]);
});

describe("the id of the other one", () => {
  test("[T30][T18] looks unknown in every call when the caller may not write to that member", async () => {
    const ana = await makeBaby();
    const [sister, blockedMember, admin] = [
      await makeBaby(),
      await makeDaddy(),
      await makeWriter(world, { role: "admin" }),
    ];
    await hidePair(world.db, ana.id, blockedMember.id);
    const ids = [sister.id, blockedMember.id, admin.id, ana.id, randomUUID()];
    const callAll = async (id: string) => {
      const peer = { id };
      const replies = [
        await ana.chat(peer),
        await ana.history(peer),
        await ana.read(peer, 1),
        await ana.clear(peer, 1),
      ];
      return replies.map(({ status, failure: { requestId: _, ...rest } }) => JSON.stringify({ status, ...rest }));
    };
    const answers = await Promise.all(ids.map(callAll));
    expect(new Set(answers.flat()).size).toBe(1);
    expect(answers[0]?.[0]).toContain('"NOT_FOUND"');
  });

  test("[T30] is the same in capitals, and anything that is not an id is refused", async () => {
    const { ana, bruno } = await makePair();
    expect((await ana.chat({ id: bruno.id.toUpperCase() })).body.peer.id).toBe(bruno.id);
    expect((await ana.send({ id: bruno.id.toUpperCase() }, "olá")).status).toBe(200);
    expect(await textsOf(bruno, ana)).toEqual(["oi 1", "olá"]);
    for (const invalid of ["__proto__", "constructor", "1", "*", `${bruno.id},${ana.id}`, `${bruno.id}'--`]) {
      const reply = await ana.raw(`/api/conversations/${encodeURIComponent(invalid)}`);
      expect(reply.status).toBe(400);
    }
    for (const query of ["memberId=1", "before=1&before=2", "before[]=1", "__proto__=1", "before=-1", "before=1.5"]) {
      const reply = await ana.raw(`/api/conversations/${bruno.id}/messages?${query}`);
      expect(reply.status).toBe(400);
    }
  });

  test("[D1.08] finds nobody for staff, who have no messages", async () => {
    const [admin, ana] = [await makeWriter(world, { role: "admin" }), await makeBaby()];
    expect(await listOf(admin)).toEqual({ conversations: [], next: null, cursor: 0, unreadTotal: 0 });
    expect((await admin.changes({ query: { after: 0 } })).body).toMatchObject({ changes: [], cursor: 0 });
    expect((await admin.chat(ana)).failure.code).toBe("NOT_FOUND");
    expect((await admin.history(ana)).failure.code).toBe("NOT_FOUND");
    expect((await admin.read(ana, 1)).failure.code).toBe("NOT_FOUND");
    expect((await admin.clear(ana, 1)).failure.code).toBe("NOT_FOUND");
  });
});

describe("changes", () => {
  test("without a cursor answer only the stream's position, and past its end nothing", async () => {
    const { ana } = await makePair(3);
    const now = { changes: [], cursor: 3, hasMore: false, mustStartOver: false, unreadTotal: 3 };
    expect((await ana.changes()).body).toEqual(now);
    expect((await ana.changes({ query: { after: 3 } })).body).toEqual(now);
    expect((await ana.changes({ query: { after: 99 } })).body).toEqual(now);
  });

  test("come 200 at a time, each once and in order", async () => {
    const { ana, bruno } = await makePair(0);
    await Promise.all(Array.from({ length: 230 }, (_, i) => bruno.send(ana, `${i}`)));
    const first = (await ana.changes({ query: { after: 0 } })).body;
    expect(first).toMatchObject({ cursor: 200, hasMore: true });
    const second = (await ana.changes({ query: { after: first.cursor } })).body;
    expect(second).toMatchObject({ cursor: 230, hasMore: false });
    const seqs = [...first.changes, ...second.changes].map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 230 }, (_, i) => i + 1));
  });

  test("[TB.14] of a week ago are removed, and a browser that has not read them all is told to start over", async () => {
    const { ana, bruno } = await makePair(2);
    await ana.read(bruno, 1);
    await ana.read(bruno, 2);
    await bruno.send(ana, "depois");
    const clockIn = (days: number) => ({ now: () => new Date(Date.now() + days * DAY_MS) });
    await sweepStreamEvents({ db: world.db, clock: clockIn(6.9) });
    expect((await changesOf(ana)).map(({ type }) => type)).toEqual(["message", "message", "seen", "seen", "message"]);
    expect(await sweepStreamEvents({ db: world.db, clock: clockIn(7.1) })).toBeGreaterThanOrEqual(4);

    const startOver = { changes: [], cursor: 5, hasMore: false, mustStartOver: true, unreadTotal: 1 };
    for (const after of [0, 2, 3]) expect((await ana.changes({ query: { after } })).body).toEqual(startOver);
    const { body } = await ana.changes({ query: { after: 4 } });
    expect(body).toMatchObject({ cursor: 5, mustStartOver: false, changes: [{ seq: 5, type: "message" }] });
    expect((await ana.changes()).body).toMatchObject({ cursor: 5, mustStartOver: false });

    await ana.read(bruno, 5);
    expect((await changesOf(ana, 5)).map(({ seq, type }) => [seq, type])).toEqual([[6, "seen"]]);
    await sweepStreamEvents({ db: world.db, clock: clockIn(8) });
    expect((await ana.changes({ query: { after: 5 } })).body).toMatchObject({ cursor: 6, mustStartOver: true });
    expect((await ana.history(bruno)).body.messages.map(({ readAt }) => readAt !== null)).toEqual([true, true, true]);
  });
});
