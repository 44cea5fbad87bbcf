import { firstCharacters } from "@caramelo/contract/formats/graphemes";
import { CHANGES_PAGE, MESSAGE_PAGE, PREVIEW_MAX, QUOTE_MAX } from "@caramelo/contract/limits";
import { REACTION_KEYS } from "@caramelo/contract/messaging/reactions";
import { beforeAll, describe, expect, test } from "vitest";
import { fewOrMany } from "../../testing/each-kind.ts";
import { grant } from "../../testing/entitlements.ts";
import { makeWriter, type Writer } from "../../testing/messages.ts";
import { hidePair } from "../../testing/pairs.ts";
import { openWorld } from "../../testing/world.ts";

// The product reads each page of messages by one large statement. These tests compare it with plain reads of each
// table, after many random but repeatable actions.

const world = await openWorld({ LIMIT_MESSAGES: "999999/1", LIMIT_REACTIONS: "999999/1" });
const ACTIONS = fewOrMany(80, 240);

/** Returns a function for random whole numbers below `below`, which are the same in each run. */
function openDice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const roll = openDice(14);
const pick = <T>(of: readonly T[]): T => of[roll(of.length)] as T; // no list here is empty

let babies: Writer[] = [];
let daddies: Writer[] = [];
let all: Writer[] = [];

async function actOnce(): Promise<void> {
  // Bia and Edu write so much to each other that their messages do not fit on a page.
  const areChatty = roll(2) === 0;
  const [baby, daddy] = areChatty ? [babies[1], daddies[1]] : [pick(babies), pick(daddies)];
  if (!baby || !daddy) throw new Error("somebody is missing");
  const [me, peer] = roll(2) === 0 ? [baby, daddy] : [daddy, baby];
  const page = (await me.history(peer)).body.messages ?? [];
  const message = page[roll(Math.max(1, page.length))];
  const action = roll(20);
  if (action < 12) await me.send(peer, `oi ${roll(1_000)}`);
  else if (action < 15 && message) await me.reply(peer, message.id, "💛".repeat(roll(200) + 1));
  else if (action < 17 && message) await me.react(peer, message.seq, roll(4) === 0 ? null : pick(REACTION_KEYS));
  else if (action < 19) await me.read(peer, page.at(-1)?.seq ?? 0);
  // A conversation is emptied completely once in a while, and in part more often.
  else if (message) await me.clear(peer, roll(4) === 0 ? 999_999 : message.seq);
}

beforeAll(async () => {
  babies = await Promise.all(["Ana", "Bia", "Clara"].map((name) => makeWriter(world, { name })));
  daddies = await Promise.all(
    ["Davi", "Edu", "Fábio", "Gil"].map((name) => makeWriter(world, { name, role: "daddy" })),
  );
  all = [...babies, ...daddies];
  for (const daddy of daddies) await grant(world.db, daddy, { tokens: 150, conversations: 9 });
  for (let times = 0; times < ACTIONS; times += 1) await actOnce();
  const [ana, bia, clara] = babies;
  const [davi, edu, fabio, gil] = daddies;
  if (!ana || !bia || !clara || !davi || !edu || !fabio || !gil) throw new Error("somebody is missing");
  await hidePair(world.db, ana.id, davi.id);
  await world.db.updateTable("profile").set({ deactivatedAt: new Date() }).where("memberId", "=", fabio.id).execute();
  all.splice(all.indexOf(fabio), 1);
  await grant(world.db, edu, { premiumUntil: new Date(Date.now() + 86_400_000) });
});

async function readTables() {
  const { db } = world;
  return {
    messages: await db.selectFrom("message").selectAll().execute(),
    reactions: await db.selectFrom("reaction").selectAll().execute(),
    conversations: await db.selectFrom("conversation").selectAll().execute(),
    streams: await db.selectFrom("memberStream").selectAll().execute(),
    events: await db.selectFrom("streamEvent").selectAll().execute(),
    hidden: await db.selectFrom("hiddenPair").selectAll().execute(),
    profiles: await db.selectFrom("profile").select(["memberId", "isActive"]).execute(),
  };
}
type Tables = Awaited<ReturnType<typeof readTables>>;

const conversationOf = ({ conversations }: Tables, me: string, peer: string) =>
  conversations.find(({ ownerId, otherId }) => ownerId === me && otherId === peer);
const seqFor = (me: string, message: Tables["messages"][number]) =>
  message.senderId === me ? message.senderSeq : message.recipientSeq;
const lastSeqOf = ({ streams }: Tables, me: string) => streams.find(({ memberId }) => memberId === me)?.lastSeq;

/** The messages of a pair that the member has not emptied, oldest first, as an answer has them. */
function messagesOf(tables: Tables, me: string, peer: string) {
  const clearedUpTo = conversationOf(tables, me, peer)?.clearedUpTo ?? 0;
  const reactionOf = (messageId: string, isMine: boolean) =>
    tables.reactions.find((reaction) => reaction.messageId === messageId && (reaction.memberId === me) === isMine)
      ?.emoji ?? null;
  return tables.messages
    .filter(({ senderId, recipientId }) => [senderId, recipientId].sort().join() === [me, peer].sort().join())
    .filter((message) => seqFor(me, message) > clearedUpTo)
    .sort((a, b) => seqFor(me, a) - seqFor(me, b))
    .map((message) => {
      const quoted = tables.messages.find(({ id }) => id === message.replyToId);
      const quotedSeq = quoted ? seqFor(me, quoted) : 0;
      const isMine = message.senderId === me;
      return {
        id: message.id,
        seq: seqFor(me, message),
        clientId: isMine ? message.clientId : null,
        isMine,
        text: message.text,
        sentAt: message.sentAt.toISOString(),
        readAt: message.readAt?.toISOString() ?? null,
        replyTo: quoted
          ? {
              id: quoted.id,
              seq: quotedSeq,
              isMine: quoted.senderId === me,
              text: quotedSeq > clearedUpTo ? firstCharacters(quoted.text, QUOTE_MAX + 1) : null,
            }
          : null,
        reactions: { mine: reactionOf(message.id, true), theirs: reactionOf(message.id, false) },
      };
    });
}

const isReachable = ({ hidden, profiles }: Tables, me: string, peer: string) =>
  !hidden.some(({ viewerId, otherId }) => viewerId === me && otherId === peer) &&
  profiles.some(({ memberId, isActive }) => memberId === peer && isActive);

/** All that changed for a member, oldest first, as answers have it. */
function changesOf(tables: Tables, me: string) {
  const peers = tables.conversations.filter((row) => row.ownerId === me && isReachable(tables, me, row.otherId));
  const unreadTotal = peers.reduce((sum, { unread }) => sum + unread, 0);
  const changes = peers.flatMap(({ otherId: withId, unread }) => {
    const messages = messagesOf(tables, me, withId);
    const writtenChanges = messages.map((message) => {
      return {
        seq: message.seq,
        type: "message",
        withId,
        message,
        upTo: null,
        at: message.sentAt,
        unread,
        unreadTotal,
      };
    });
    const events = tables.events.filter(({ memberId, otherId }) => memberId === me && otherId === withId);
    const others = events.flatMap(({ seq, kind: type, upTo, happenedAt }) => {
      const message = type === "reaction" ? messages.find((message) => message.seq === upTo) : null;
      if (message === undefined) return [];
      const rest = { message, upTo: message ? null : upTo, at: happenedAt.toISOString() };
      return [{ seq, type, withId, ...rest, unread, unreadTotal }];
    });
    return [...writtenChanges, ...others];
  });
  return { unreadTotal, changes: changes.sort((a, b) => a.seq - b.seq) };
}

describe("after any course of events", () => {
  test("a page of messages has what the tables have", async () => {
    const tables = await readTables();
    let [pages, pagesBeforeOthers] = [0, 0];
    for (const me of all) {
      for (const peer of [...babies, ...daddies]) {
        const { status } = await me.history(peer);
        expect(status).toBe(conversationOf(tables, me.id, peer.id) ? 200 : 404);
        if (status !== 200) continue;
        const expectedMessages = messagesOf(tables, me.id, peer.id);
        const cursor = lastSeqOf(tables, me.id);
        for (const before of [
          undefined,
          expectedMessages.at(-1)?.seq,
          expectedMessages.at(Math.floor(expectedMessages.length / 2))?.seq,
          0,
        ]) {
          const earlier = expectedMessages.filter(({ seq }) => before === undefined || seq < before);
          const page = (await me.history(peer, before)).body;
          const hasMore = earlier.length > MESSAGE_PAGE;
          expect(page).toMatchObject({ messages: earlier.slice(-MESSAGE_PAGE), hasMore, cursor });
          pages += 1;
          if (hasMore) pagesBeforeOthers += 1;
        }
      }
    }
    expect(pages).toBeGreaterThan(60);
    expect(pagesBeforeOthers).toBeGreaterThan(0);
    expect(tables.messages.length).toBeGreaterThan(fewOrMany(35, 100));
  });

  test("the list of conversations agrees with the messages about each latest one and their number", async () => {
    const tables = await readTables();
    let rows = 0;
    for (const me of all) {
      const { conversations } = (await me.conversations({ query: { sort: "latest" } })).body;
      const listedConversations = tables.conversations.filter(
        ({ ownerId, otherId, lastSeq, clearedUpTo }) =>
          ownerId === me.id && lastSeq > clearedUpTo && isReachable(tables, me.id, otherId),
      );
      expect(conversations.map(({ peer }) => peer.id).sort()).toEqual(
        listedConversations.map(({ otherId }) => otherId).sort(),
      );
      for (const { peer, lastMessage } of conversations) {
        const { id, seq, isMine, text, sentAt, readAt } = messagesOf(tables, me.id, peer.id).at(-1) ?? {};
        const beginning = firstCharacters(text ?? "", PREVIEW_MAX);
        expect(lastMessage).toEqual({ id, seq, clientId: null, isMine, text: beginning, sentAt, readAt });
        const came = tables.messages.filter(
          ({ senderId, recipientId }) => senderId === peer.id && recipientId === me.id,
        );
        expect(conversationOf(tables, me.id, peer.id)?.received).toBe(came.length);
        rows += 1;
      }
    }
    expect(rows).toBeGreaterThan(10);
    expect(tables.messages.some(({ text }) => text.length > PREVIEW_MAX * 2)).toBe(true);
  });

  test("the changes after each position are what the tables have", async () => {
    const tables = await readTables();
    for (const me of all) {
      const { changes, unreadTotal } = changesOf(tables, me.id);
      const last = lastSeqOf(tables, me.id) ?? 0;
      for (let after = 0; after <= last + 1; after += fewOrMany(14, 7)) {
        const upTo = Math.min(after + CHANGES_PAGE, last);
        const expectedChanges = changes.filter(({ seq }) => seq > after && seq <= upTo);
        const { body } = await me.changes({ query: { after } });
        const rest = { cursor: upTo, hasMore: upTo < last, unreadTotal, mustStartOver: false };
        expect(body).toMatchObject({ changes: expectedChanges, ...rest });
      }
      const { body } = await me.changes();
      expect(body).toMatchObject({ changes: [], cursor: last, hasMore: false, unreadTotal });
    }
  });
});
