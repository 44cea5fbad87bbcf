import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { lockStreams } from "../../base/members/stream-queries.ts";
import { type Batchers, openBatchers } from "../../platform/concurrency/batcher.ts";
import { getBalance, grant } from "../../testing/entitlements.ts";
import { countLockWaits } from "../../testing/lock-waits.ts";
import { makeWriter, type Writer } from "../../testing/messages.ts";
import { PATIENT } from "../../testing/patience.ts";
import { openWorld } from "../../testing/world.ts";
import { send } from "./handlers/send.ts";
import type { Change } from "./rules/views.ts";

const world = await openWorld({ LIMIT_MESSAGES: "999999/1" });
const TOKENS = 10_000;
/** How many messages each of two members sends at once; they make several batches on each node. */
const MESSAGES = 60;
/** In each round, a daddy would send two messages, so he runs out of tokens. */
const ROUNDS = 10;
const RING_TOKENS = 15;

async function makeDaddy(tokens = TOKENS): Promise<Writer> {
  const daddy = await makeWriter(world, { role: "daddy" });
  await grant(world.db, daddy, { tokens, conversations: 10 });
  return daddy;
}

/** The sequence numbers of a member's messages and stream events, and the last number that their stream has stored. */
async function readStream(memberId: string) {
  const { rows } = await sql<{ seq: number }>`
    select sender_seq as seq from message where sender_id = ${memberId}
    union all select recipient_seq from message where recipient_id = ${memberId}
    union all select seq from stream_event where member_id = ${memberId}
    order by seq`.execute(world.owner);
  const { lastSeq } = await world.db
    .selectFrom("memberStream")
    .where("memberId", "=", memberId)
    .select("lastSeq")
    .executeTakeFirstOrThrow();
  return { seqs: rows.map(({ seq }) => seq), lastSeq };
}

async function expectStreamWithoutGaps(memberId: string): Promise<void> {
  const { seqs, lastSeq } = await readStream(memberId);
  expect(seqs).toEqual(Array.from({ length: lastSeq }, (_, i) => i + 1));
}

/** Batchers that record failed batches, because the second attempt, item by item, would hide a deadlock. */
function openWatchedBatchers(failures: unknown[]): Batchers {
  const batchers = openBatchers();
  return {
    join: (batcher, item, work) =>
      batchers.join(batcher, item, (items: (typeof item)[]) =>
        work(items).catch((error: unknown) => {
          failures.push(error);
          throw error;
        }),
      ),
  };
}

/** Two nodes of the product on one database; each has its own batchers. */
function openNodes(failures: unknown[]) {
  const nodes = [0, 1].map(() => ({ ...world.context, batchers: openWatchedBatchers(failures) }));
  const exchange = {} as Parameters<typeof send>[0]["exchange"]; // sending does not use it
  let turn = 0;
  return (from: Writer, to: Writer, text: string) => {
    turn += 1;
    const node = nodes[turn % 2] ?? world.context;
    const me = {
      id: from.id,
      sessionId: randomUUID(),
      role: "baby" as const,
      cityId: null,
      ageGate: null,
      lacksConsent: false,
      erasesAt: null,
      isAdmin: false,
      staffRole: null,
      provedAt: new Date(),
      hasFactor: false,
    };
    const body = { clientId: randomUUID(), text };
    return send({ ...node, exchange, me, limits: {}, params: { memberId: to.id }, body });
  };
}

describe("at full speed", () => {
  test("[T20][D4.06] two members who write to each other through two nodes cause no deadlock, and each message is stored once", async () => {
    const failures: unknown[] = [];
    const post = openNodes(failures);
    const [ana, bruno] = [await makeWriter(world), await makeDaddy()];
    const texts = Array.from({ length: MESSAGES }, (_, i) => `${i}`);
    await Promise.all(texts.flatMap((text) => [post(ana, bruno, `a${text}`), post(bruno, ana, `b${text}`)]));

    expect(failures).toEqual([]);
    for (const { id } of [ana, bruno]) await expectStreamWithoutGaps(id);
    const rows = await world.db
      .selectFrom("message")
      .where("recipientId", "in", [ana.id, bruno.id])
      .select("text")
      .execute();
    const expectedTexts = texts.flatMap((text) => [`a${text}`, `b${text}`]);
    expect(rows.map(({ text }) => text).sort()).toEqual(expectedTexts.sort());
    expect(await getBalance(world.db, bruno)).toEqual({ tokens: TOKENS - MESSAGES, conversations: 9 });
    expect((await ana.conversations()).body).toMatchObject({ unreadTotal: MESSAGES, cursor: 2 * MESSAGES });
  });

  test("[T20][D4.06] a ring of members who send, read and clear leaves no gap in a stream, and every balance is the sum of its ledger", async () => {
    const failures: unknown[] = [];
    const post = openNodes(failures);
    const ring: Writer[] = [];
    for (let i = 0; i < 4; i += 1) ring.push(i % 2 === 0 ? await makeWriter(world) : await makeDaddy(RING_TOKENS));
    const neighbour = (index: number) => ring.at((index + 1) % ring.length) ?? ring[0];
    const calls: Promise<{ status: number } | { code: string } | object>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, sender] of ring.entries()) {
        const recipient = neighbour(index) ?? sender;
        calls.push(post(sender, recipient, `${round}`).catch(({ code }: { code: string }) => ({ code })));
        calls.push(post(recipient, sender, `${round}`).catch(({ code }: { code: string }) => ({ code })));
        if (round % 5 === 0) calls.push(sender.read(recipient, round * 4), recipient.read(sender, round * 4));
        if (round % 5 === 1)
          calls.push(sender.react(recipient, round * 3, "like"), recipient.react(sender, round * 3, "wow"));
        if (round % 10 === 9) calls.push(sender.clear(recipient, round * 2));
      }
    }
    const results = await Promise.all(calls);

    expect(failures).toEqual([]);
    const codes = results.flatMap((result) => ("code" in result ? [result.code] : []));
    expect(new Set(codes)).toEqual(new Set(["UPGRADE_REQUIRED"]));
    expect(results.filter((result) => "status" in result && ![200, 404].includes(Number(result.status)))).toEqual([]);
    for (const member of ring) await expectStreamWithoutGaps(member.id);
    for (const daddy of ring.filter((_, index) => index % 2 === 1)) {
      expect((await getBalance(world.db, daddy)).tokens).toBe(0);
      const { count } = await world.db
        .selectFrom("message")
        .where("senderId", "=", daddy.id)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      expect(count).toBe(RING_TOKENS);
    }
  });
});

type WireChange = Omit<Change, "at" | "message"> & { at: string; message: WireMessage | null };
type WireMessage = Awaited<ReturnType<Writer["history"]>>["body"]["messages"][number];
type Chat = { messages: WireMessage[]; unread: number };
type Client = { cursor: number; unreadTotal: number; chats: Map<string, Chat> };

/** Applies one change as a browser does. */
function apply(client: Client, change: WireChange): void {
  const chat = client.chats.get(change.withId) ?? { messages: [], unread: 0 };
  const upTo = change.upTo ?? 0;
  const isRead = ({ seq, isMine, readAt }: WireMessage) =>
    seq <= upTo && readAt === null && isMine === (change.type === "read");
  let { messages } = chat;
  const { message } = change;
  if (message && change.type === "message") messages = [...messages, message];
  if (message && change.type === "reaction")
    messages = messages.map((shownMessage) => (shownMessage.id === message.id ? message : shownMessage));
  if (change.type === "cleared") messages = messages.filter(({ seq }) => seq > upTo);
  if (change.type === "read" || change.type === "seen")
    messages = messages.map((message) => (isRead(message) ? { ...message, readAt: change.at } : message));
  client.chats.set(change.withId, { messages, unread: change.unread });
}

async function catchUp(client: Client, who: Writer): Promise<Client> {
  const next = { ...client, chats: new Map(client.chats) };
  for (let hasMore = true; hasMore; ) {
    const { body } = await who.changes({ query: { after: next.cursor } });
    for (const change of body.changes) apply(next, change);
    ({ cursor: next.cursor, hasMore, unreadTotal: next.unreadTotal } = body);
  }
  return next;
}

/** The state that a client should have, read from the calls that answer a whole conversation. */
async function readServer(who: Writer, peers: Writer[]): Promise<Client> {
  const list = (await who.conversations()).body;
  const chats = new Map<string, Chat>();
  for (const peer of peers) {
    const pages: WireMessage[] = [];
    let page = (await who.history(peer)).body;
    pages.unshift(...page.messages);
    while (page.hasMore) {
      page = (await who.history(peer, page.messages[0]?.seq)).body;
      pages.unshift(...page.messages);
    }
    chats.set(peer.id, { messages: pages, unread: (await who.chat(peer)).body.unread });
  }
  return { cursor: list.cursor, unreadTotal: list.unreadTotal, chats };
}

/** Sorts the conversations, and leaves out those without messages. */
const plain = ({ chats, ...rest }: Client) => ({
  ...rest,
  chats: [...chats].filter(([, chat]) => chat.messages.length > 0).sort(([one], [other]) => (one < other ? -1 : 1)),
});

const anyStep = fc.record({
  by: fc.nat(2),
  to: fc.nat(1),
  action: fc.constantFrom("send", "send", "reply", "react", "take back", "read", "clear", "catch up"),
  upTo: fc.nat(30),
});

test("[T22] a client that follows the changes from any cursor ends in the state that the server has", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 30 }), async (steps) => {
      const people = [await makeWriter(world), await makeDaddy(), await makeDaddy()] as const;
      const [ana, bruno, carlos] = people;
      const peersOf = [[bruno, carlos], [ana], [ana]];
      const clients: Client[][] = people.map(() => [{ cursor: 0, unreadTotal: 0, chats: new Map() }]);
      for (const { by, to, action, upTo } of steps) {
        const who = people.at(by) ?? ana;
        const peer = peersOf[by]?.at(to) ?? peersOf[by]?.[0] ?? bruno;
        if (action === "send") await who.send(peer);
        const { messages } = (await who.history(peer)).body;
        const namedMessage = messages?.at(upTo % messages.length);
        if (action === "reply" && namedMessage) await who.reply(peer, namedMessage.id);
        if (action === "react" && namedMessage)
          await who.react(peer, namedMessage.seq, upTo % 2 === 0 ? "love" : "sad");
        if (action === "take back" && namedMessage) await who.react(peer, namedMessage.seq, null);
        if (action === "read") await who.read(peer, upTo);
        if (action === "clear") await who.clear(peer, upTo);
        const latest = clients[by]?.at(-1);
        if (action === "catch up" && latest) clients[by]?.push(await catchUp(latest, who));
      }
      const check = async (who: Writer, index: number) => {
        const truth = plain(await readServer(who, peersOf[index] ?? []));
        for (const client of clients[index] ?? []) expect(plain(await catchUp(client, who))).toEqual(truth);
      };
      await Promise.all(people.map(check));
    }),
    runs(60),
  );
});

test("[T59] while one transaction holds the lock of a member's stream, other members still write to each other", async () => {
  const [ana, bruno, carla, davi] = [
    await makeWriter(world),
    await makeDaddy(),
    await makeWriter(world),
    await makeDaddy(),
  ];
  const sendingAnswer = await world.owner.transaction().execute(async (trx) => {
    await lockStreams(trx, [bruno.id]);
    const heldSend = ana.send(bruno);
    await vi.waitFor(async () => expect(await countLockWaits(world.owner)).toBeGreaterThan(0), PATIENT);
    const answers = await Promise.all([carla.send(davi), davi.send(carla), ana.send(davi)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    return { held: heldSend };
  });
  expect((await sendingAnswer.held).status).toBe(200);
});
