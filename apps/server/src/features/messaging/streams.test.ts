import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { type GroupLanes, openGroupLanes } from "../../platform/group-lane.ts";
import { countLockWaits } from "../../testing/lock-waits.ts";
import { getBalance, grant, makeWriter, type Writer } from "../../testing/messages.ts";
import { openWorld } from "../../testing/world.ts";
import { send } from "./handlers/send.ts";
import { lockStreams } from "./queries/streams.ts";
import type { Change } from "./rules/views.ts";

const world = await openWorld({ LIMIT_MESSAGES: "999999/1" });
const TOKENS = 10_000;

async function makeDaddy(tokens = TOKENS): Promise<Writer> {
  const daddy = await makeWriter(world, { role: "daddy" });
  await grant(world.db, daddy, { tokens, conversations: 10 });
  return daddy;
}

/** The places of a member's stream as the tables have them, and where the stream says it is. */
async function readPlaces(memberId: string) {
  const { rows } = await sql<{ seq: number }>`
    select sender_seq as seq from message where sender_id = ${memberId}
    union all select recipient_seq from message where recipient_id = ${memberId}
    union all select seq from stream_mark where member_id = ${memberId}
    order by seq`.execute(world.owner);
  const { lastSeq } = await world.db
    .selectFrom("memberStream")
    .where("memberId", "=", memberId)
    .select("lastSeq")
    .executeTakeFirstOrThrow();
  return { seqs: rows.map(({ seq }) => seq), lastSeq };
}

async function expectWholeStream(memberId: string): Promise<void> {
  const { seqs, lastSeq } = await readPlaces(memberId);
  expect(seqs).toEqual(Array.from({ length: lastSeq }, (_, i) => i + 1));
}

/** Lanes that remember what failed in a group: its second attempt, one by one, would hide a deadlock. */
function openWatchedLanes(failures: unknown[]): GroupLanes {
  const lanes = openGroupLanes();
  return {
    join: (lane, item, work) =>
      lanes.join(lane, item, (items: (typeof item)[]) =>
        work(items).catch((error: unknown) => {
          failures.push(error);
          throw error;
        }),
      ),
  };
}

/** Two nodes of the product on one database; each has lanes of its own. */
function openNodes(failures: unknown[]) {
  const nodes = [0, 1].map(() => ({ ...world.context, groups: openWatchedLanes(failures) }));
  const exchange = {} as Parameters<typeof send>[0]["exchange"]; // sending asks nothing of it
  let turn = 0;
  return (from: Writer, to: Writer, text: string) => {
    turn += 1;
    const node = nodes[turn % 2] ?? world.context;
    const me = { id: from.id, sessionId: randomUUID(), isAdmin: false, role: "baby" as const, cityId: null };
    const body = { clientId: randomUUID(), text };
    return send({ ...node, exchange, me, params: { memberId: to.id }, body });
  };
}

describe("at full speed", () => {
  test("[T20][D4.06] two who write to each other through two nodes: no deadlock, nothing lost, nothing twice", async () => {
    const failures: unknown[] = [];
    const post = openNodes(failures);
    const [ana, bruno] = [await makeWriter(world), await makeDaddy()];
    const texts = Array.from({ length: 150 }, (_, i) => `${i}`);
    await Promise.all(texts.flatMap((text) => [post(ana, bruno, `a${text}`), post(bruno, ana, `b${text}`)]));

    expect(failures).toEqual([]);
    for (const { id } of [ana, bruno]) await expectWholeStream(id);
    const rows = await world.db
      .selectFrom("message")
      .where("recipientId", "in", [ana.id, bruno.id])
      .select("text")
      .execute();
    const wanted = texts.flatMap((text) => [`a${text}`, `b${text}`]);
    expect(rows.map(({ text }) => text).sort()).toEqual(wanted.sort());
    expect(await getBalance(world.db, bruno)).toEqual({ tokens: TOKENS - 150, conversations: 9 });
    expect((await ana.conversations()).body).toMatchObject({ unreadTotal: 150, cursor: 300 });
  });

  test("[T20][D4.06] a ring that writes, reads and empties: every stream is whole and every balance is its ledger's sum", async () => {
    const failures: unknown[] = [];
    const post = openNodes(failures);
    const ring: Writer[] = [];
    for (let i = 0; i < 6; i += 1) ring.push(i % 2 === 0 ? await makeWriter(world) : await makeDaddy(40));
    const neighbour = (at: number) => ring.at((at + 1) % ring.length) ?? ring[0];
    const work: Promise<{ status: number } | { code: string } | object>[] = [];
    for (let round = 0; round < 25; round += 1) {
      for (const [at, one] of ring.entries()) {
        const other = neighbour(at) ?? one;
        work.push(post(one, other, `${round}`).catch(({ code }: { code: string }) => ({ code })));
        work.push(post(other, one, `${round}`).catch(({ code }: { code: string }) => ({ code })));
        if (round % 5 === 0) work.push(one.read(other, round * 4), other.read(one, round * 4));
        if (round % 10 === 9) work.push(one.clear(other, round * 2));
      }
    }
    const results = await Promise.all(work);

    expect(failures).toEqual([]);
    const codes = results.flatMap((result) => ("code" in result ? [result.code] : []));
    expect(new Set(codes)).toEqual(new Set(["UPGRADE_REQUIRED"]));
    expect(results.filter((result) => "status" in result && ![200, 404].includes(Number(result.status)))).toEqual([]);
    for (const one of ring) await expectWholeStream(one.id);
    for (const daddy of ring.filter((_, at) => at % 2 === 1)) {
      expect((await getBalance(world.db, daddy)).tokens).toBe(0);
      const { count } = await world.db
        .selectFrom("message")
        .where("senderId", "=", daddy.id)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      expect(count).toBe(40);
    }
  });
});

type WireChange = Omit<Change, "at" | "message"> & { at: string; message: WireMessage | null };
type WireMessage = { id: string; seq: number; isMine: boolean; text: string; readAt: string | null };
type Chat = { messages: WireMessage[]; unread: number };
type Client = { cursor: number; unreadTotal: number; chats: Map<string, Chat> };

/** What a browser makes of one change. */
function apply(client: Client, change: WireChange): void {
  const chat = client.chats.get(change.withId) ?? { messages: [], unread: 0 };
  const upTo = change.upTo ?? 0;
  const isRead = ({ seq, isMine, readAt }: WireMessage) =>
    seq <= upTo && readAt === null && isMine === (change.type === "read");
  let { messages } = chat;
  if (change.message) messages = [...messages, change.message];
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

/** The same from the calls that show a conversation whole. */
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
    chats.set(peer.id, { messages: pages, unread: (await who.room(peer)).body.unread });
  }
  return { cursor: list.cursor, unreadTotal: list.unreadTotal, chats };
}

/** Without conversations in which nothing ever came. */
const plain = ({ chats, ...rest }: Client) => ({
  ...rest,
  chats: [...chats].filter(([, chat]) => chat.messages.length > 0).sort(([one], [other]) => (one < other ? -1 : 1)),
});

const anyStep = fc.record({
  by: fc.nat(2),
  to: fc.nat(1),
  deed: fc.constantFrom("send", "send", "send", "read", "clear", "catch up"),
  upTo: fc.nat(30),
});

test("[T22] whoever follows the changes from any place has at the end what the server has", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 30 }), async (steps) => {
      const people = [await makeWriter(world), await makeDaddy(), await makeDaddy()] as const;
      const [ana, bruno, carlos] = people;
      const peersOf = [[bruno, carlos], [ana], [ana]];
      const kept: Client[][] = people.map(() => [{ cursor: 0, unreadTotal: 0, chats: new Map() }]);
      for (const { by, to, deed, upTo } of steps) {
        const who = people.at(by) ?? ana;
        const peer = peersOf[by]?.at(to) ?? peersOf[by]?.[0] ?? bruno;
        if (deed === "send") await who.send(peer);
        if (deed === "read") await who.read(peer, upTo);
        if (deed === "clear") await who.clear(peer, upTo);
        const latest = kept[by]?.at(-1);
        if (deed === "catch up" && latest) kept[by]?.push(await catchUp(latest, who));
      }
      for (const [at, who] of people.entries()) {
        const truth = plain(await readServer(who, peersOf[at] ?? []));
        for (const client of kept[at] ?? []) expect(plain(await catchUp(client, who))).toEqual(truth);
      }
    }),
    { numRuns: 15 },
  );
});

// Well below the time after which a statement is given up.
test("[T59] while somebody holds a member's stream and does not go on, strangers still write", {
  timeout: 12_000,
}, async () => {
  const [ana, bruno, carla, davi] = [
    await makeWriter(world),
    await makeDaddy(),
    await makeWriter(world),
    await makeDaddy(),
  ];
  await world.owner.transaction().execute(async (trx) => {
    await lockStreams(trx, [bruno.id]);
    const held = ana.send(bruno);
    await vi.waitFor(async () => expect(await countLockWaits(world.owner)).toBeGreaterThan(0));
    const answers = await Promise.all([carla.send(davi), davi.send(carla), ana.send(davi)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await held).status).toBe(500);
  });
  expect((await ana.send(bruno)).status).toBe(200);
});
