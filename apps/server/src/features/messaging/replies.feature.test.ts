import { randomUUID } from "node:crypto";
import { QUOTE_MAX } from "@caramelo/contract/limits";
import { beforeAll, describe, expect, test } from "vitest";
import { getBalance, grant } from "../../testing/entitlements.ts";
import { takeStock } from "../../testing/leftovers.ts";
import { makeWriter, type Writer } from "../../testing/messages.ts";
import { hidePair } from "../../testing/pairs.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openWorld } from "../../testing/world.ts";
import type { Change } from "./rules/views.ts";

const world = await openWorld({ LIMIT_MESSAGES: "999999/1", LIMIT_REACTIONS: "999999/1" });

/** Ana writes to Bruno, who has tokens and answers. Each message has the same number in both streams. */
async function makePair() {
  const [ana, bruno] = [await makeWriter(world), await makeWriter(world, { role: "daddy" })];
  await grant(world.db, bruno, { tokens: 20, conversations: 5 });
  const first = (await ana.send(bruno, "e aí, tudo bem?")).body;
  const second = (await bruno.send(ana, "tudo!")).body;
  return { ana, bruno, first, second };
}

const publishedEvents: { memberId: string; change: Change }[] = [];
beforeAll(() =>
  world.context.live.subscribe((busMessage) => {
    if (busMessage.kind !== "event" || busMessage.event !== "change") return;
    // The payload of an event of this type is a change.
    publishedEvents.push({ memberId: busMessage.memberId, change: busMessage.payload as Change });
  }),
);
const receivedBy = ({ id }: Writer) =>
  publishedEvents.filter(({ memberId }) => memberId === id).map(({ change }) => change);
const historyOf = async (who: Writer, peer: Writer) => (await who.history(peer)).body.messages;
const changesOf = async (who: Writer, after: number) => (await who.changes({ query: { after } })).body.changes;

describe("a reply", () => {
  test("[K4.13] shows both what it replies to, each under their own number, live, in the history and in a gap read", async () => {
    const { ana, bruno, first } = await makePair();
    await bruno.send(await makeWriter(world));
    const sentMessage = (await bruno.reply(ana, first.id, "tudo ótimo")).body;
    expect(sentMessage.replyTo).toEqual({ id: first.id, seq: 1, isMine: false, text: "e aí, tudo bem?" });
    const receivedQuote = { ...sentMessage.replyTo, isMine: true };
    expect((await historyOf(ana, bruno)).at(-1)?.replyTo).toEqual(receivedQuote);
    expect((await historyOf(bruno, ana)).at(-1)).toEqual(sentMessage);
    expect((await changesOf(ana, 2)).map(({ message }) => message?.replyTo)).toEqual([receivedQuote]);
    expect((await changesOf(bruno, 3)).map(({ message }) => message)).toEqual([sentMessage]);
    expect(receivedBy(ana).at(-1)?.message?.replyTo).toEqual(receivedQuote);
    expect(receivedBy(bruno).at(-1)?.message?.replyTo).toEqual(sentMessage.replyTo);
  });

  test("[K4.13] quotes the first characters, counted as a person counts them", async () => {
    const { ana, bruno } = await makePair();
    for (const character of ["💛", "🇧🇷", "👍🏽"]) {
      const { id } = (await ana.send(bruno, character.repeat(500))).body;
      // One more than is shown proves that there are more.
      const beginning = character.repeat(QUOTE_MAX + 1);
      expect((await bruno.reply(ana, id)).body.replyTo?.text).toBe(beginning);
      expect((await historyOf(ana, bruno)).at(-1)?.replyTo?.text).toBe(beginning);
    }
    const { id } = (await ana.send(bruno, "b".repeat(QUOTE_MAX))).body;
    expect((await bruno.reply(ana, id)).body.replyTo?.text).toBe("b".repeat(QUOTE_MAX));
  });

  test("[K4.13][T21][T30] to a message of others, to one that does not exist and to an emptied one fails alike, and stores and costs nothing", async () => {
    const { ana, bruno, first } = await makePair();
    const others = await makePair();
    // This message is one of Bruno's own, but in another conversation.
    const carla = await makeWriter(world);
    const otherMessage = (await bruno.send(carla)).body;
    const emptied = await makePair();
    await emptied.bruno.clear(emptied.ana, 2);
    const balances = [await getBalance(world.db, bruno), await getBalance(world.db, emptied.bruno)];
    const before = await takeStock(world);
    const attempts = [
      await bruno.reply(ana, others.first.id),
      await bruno.reply(ana, otherMessage.id),
      await bruno.reply(ana, randomUUID()),
      await emptied.bruno.reply(emptied.ana, emptied.first.id),
      // These two have no conversation yet, and a first message cannot be a reply.
      await others.ana.reply(bruno, first.id),
    ];
    const answers = attempts.map(({ status, failure: { requestId: _, ...rest } }) => JSON.stringify({ status, rest }));
    expect(new Set(answers).size).toBe(1);
    expect(attempts[0]).toMatchObject({
      status: 409,
      failure: {
        code: "REPLY_GONE",
        userMessage: "A mensagem que você está respondendo não está mais na conversa. Envie sem a citação.",
      },
    });
    expect(await takeStock(world)).toEqual(before);
    expect([await getBalance(world.db, bruno), await getBalance(world.db, emptied.bruno)]).toEqual(balances);
  });

  test("[K4.13] is answered and charged once under its client id, and refused under it without the quote or with another", async () => {
    const { ana, bruno, first, second } = await makePair();
    const clientId = randomUUID();
    const sentMessage = (await bruno.reply(ana, first.id, "sim", clientId)).body;
    const balance = await getBalance(world.db, bruno);
    await ana.react(bruno, sentMessage.seq, "laugh");
    await bruno.clear(ana, 2);
    const again = (await bruno.reply(ana, first.id, "sim", clientId)).body;
    // The answer is the message in its present state: with a reaction, and with the quoted text emptied.
    expect(again).toEqual({
      ...sentMessage,
      replyTo: { ...sentMessage.replyTo, text: null },
      reactions: { mine: null, theirs: "laugh" },
    });
    expect((await bruno.send(ana, "sim", clientId)).failure.code).toBe("MESSAGE_CHANGED");
    expect((await bruno.reply(ana, second.id, "sim", clientId)).failure.code).toBe("MESSAGE_CHANGED");
    expect(await getBalance(world.db, bruno)).toEqual(balance);
  });

  test("[K4.13][K4.04] shows no word of what a member has emptied, to that member alone", async () => {
    const { ana, bruno, first } = await makePair();
    await ana.clear(bruno, 2);
    const sentMessage = (await bruno.reply(ana, first.id)).body;
    expect(sentMessage.replyTo?.text).toBe("e aí, tudo bem?");
    const emptied = { id: first.id, seq: 1, isMine: true, text: null };
    expect(receivedBy(ana).at(-1)?.message?.replyTo).toEqual(emptied);
    expect((await historyOf(ana, bruno)).map(({ replyTo }) => replyTo)).toEqual([emptied]);
    expect((await changesOf(ana, 3)).map(({ message }) => message?.replyTo)).toEqual([emptied]);
    expect((await historyOf(bruno, ana)).at(-1)?.replyTo?.text).toBe("e aí, tudo bem?");
  });
});

describe("a reaction", () => {
  test("[K4.14] is one of each of the two, is replaced and taken back, and costs nothing", async () => {
    const { ana, bruno, first } = await makePair();
    const balance = await getBalance(world.db, bruno);
    const readReactions = async () => (await historyOf(ana, bruno))[0]?.reactions;
    expect((await bruno.react(ana, 1, "love")).body).toEqual({
      message: { ...first, clientId: null, isMine: false, reactions: { mine: "love", theirs: null } },
      cursor: 3,
    });
    await ana.react(bruno, 1, "laugh");
    expect(await readReactions()).toEqual({ mine: "laugh", theirs: "love" });
    await bruno.react(ana, 1, "sad");
    expect(await readReactions()).toEqual({ mine: "laugh", theirs: "sad" });
    await bruno.react(ana, 1, null);
    expect(await readReactions()).toEqual({ mine: "laugh", theirs: null });
    expect((await historyOf(bruno, ana))[0]?.reactions).toEqual({ mine: null, theirs: "laugh" });
    expect(await getBalance(world.db, bruno)).toEqual(balance);
    expect((await bruno.chat(ana)).body.unread).toBe(1);
  });

  test("[K4.14] is a change of both streams that carries the message, live and in a gap read", async () => {
    const { ana, bruno, second } = await makePair();
    await ana.react(bruno, 2, "fire");
    for (const [who, reactions] of [
      [ana, { mine: "fire", theirs: null }],
      [bruno, { mine: null, theirs: "fire" }],
    ] as const) {
      const [readChange] = await changesOf(who, 2);
      expect(readChange).toMatchObject({
        seq: 3,
        type: "reaction",
        upTo: null,
        message: { id: second.id, seq: 2, reactions },
      });
      const live = receivedBy(who).at(-1);
      expect(JSON.parse(JSON.stringify(live))).toEqual(readChange);
    }
  });

  test("[K4.14] that is there already, or that takes back none, changes no stream", async () => {
    const { ana, bruno } = await makePair();
    await ana.react(bruno, 2, "fire");
    const before = receivedBy(bruno).length;
    expect((await ana.react(bruno, 2, "fire")).body.cursor).toBe(3);
    expect((await ana.react(bruno, 1, null)).body).toMatchObject({ cursor: 3, message: { seq: 1 } });
    expect(receivedBy(bruno)).toHaveLength(before);
    expect(await changesOf(ana, 3)).toEqual([]);
  });

  test("[K4.14] of several at once leaves the last of each side, the same for both", async () => {
    const { ana, bruno } = await makePair();
    const replies = await race(world.owner, holdWrites("reaction"), [
      () => ana.react(bruno, 1, "love"),
      () => bruno.react(ana, 1, "like"),
      () => ana.react(bruno, 1, "laugh"),
      () => bruno.react(ana, 1, "wow"),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await historyOf(ana, bruno))[0]?.reactions).toEqual({ mine: "laugh", theirs: "wow" });
    expect((await historyOf(bruno, ana))[0]?.reactions).toEqual({ mine: "wow", theirs: "laugh" });
    for (const who of [ana, bruno]) expect((await changesOf(who, 2)).map(({ seq }) => seq)).toEqual([3, 4, 5, 6]);
  });

  test("[K4.14][T21][T30][T23] by strangers, by staff, across a block and to a missing message looks as if nothing existed", async () => {
    const { ana, bruno } = await makePair();
    const eve = await makeWriter(world, { role: "daddy" });
    const admin = await makeWriter(world, { role: "admin" });
    const blockedPair = await makePair();
    await hidePair(world.db, blockedPair.ana.id, blockedPair.bruno.id);
    const gonePair = await makePair();
    await world.db
      .updateTable("profile")
      .set({ suspendedAt: new Date() })
      .where("memberId", "=", gonePair.bruno.id)
      .execute();
    const emptied = await makePair();
    await emptied.ana.clear(emptied.bruno, 2);
    const before = await takeStock(world);
    const attempts = [
      await eve.react(ana, 1, "love"),
      await eve.react({ id: randomUUID() }, 1, "love"),
      await ana.react(ana, 1, "love"),
      await admin.react(ana, 1, "love"),
      await blockedPair.ana.react(blockedPair.bruno, 1, "love"),
      await blockedPair.bruno.react(blockedPair.ana, 1, "love"),
      await gonePair.ana.react(gonePair.bruno, 1, "love"),
      await emptied.ana.react(emptied.bruno, 1, "love"),
      await ana.react(bruno, 99, "love"),
      await ana.react(bruno, 0, null),
    ];
    const answers = attempts.map(({ status, failure: { requestId: _, ...rest } }) => JSON.stringify({ status, rest }));
    expect(new Set(answers).size).toBe(1);
    expect(attempts[0]).toMatchObject({ status: 404, failure: { code: "NOT_FOUND" } });
    expect(await takeStock(world)).toEqual(before);
  });

  test("[K4.14][K4.04] does not bring an emptied message back to the one who emptied it", async () => {
    const { ana, bruno } = await makePair();
    await ana.react(bruno, 1, "love");
    await ana.clear(bruno, 2);
    const before = receivedBy(ana).length;
    expect((await bruno.react(ana, 1, "like")).body.message.reactions).toEqual({ mine: "like", theirs: "love" });
    expect(receivedBy(ana)).toHaveLength(before);
    expect((await changesOf(ana, 2)).map(({ type }) => type)).toEqual(["cleared"]);
    expect(await historyOf(ana, bruno)).toEqual([]);
    expect((await historyOf(bruno, ana))[0]?.reactions).toEqual({ mine: "like", theirs: "love" });
  });

  test("[K4.14][T58] has its own limit", async () => {
    const own = await openWorld({ LIMIT_REACTIONS: "2/600" });
    const [ana, bruno] = [await makeWriter(own), await makeWriter(own, { role: "daddy" })];
    await ana.send(bruno);
    for (const reaction of ["love", null] as const) expect((await ana.react(bruno, 1, reaction)).status).toBe(200);
    expect((await ana.react(bruno, 1, "love")).failure.code).toBe("RATE_LIMIT_EXCEEDED");
    expect((await ana.send(bruno)).status).toBe(200);
  });

  test("[K4.14] of another name is refused", async () => {
    const { ana, bruno } = await makePair();
    const headers = { "content-type": "application/json" };
    const react = (reaction: unknown) =>
      ana.raw(`/api/conversations/${bruno.id}/messages/1/reaction`, {
        method: "PUT",
        headers,
        body: JSON.stringify({ reaction }),
      });
    for (const reaction of ["❤️", "", "toString", 1]) expect((await react(reaction)).status).toBe(400);
  });
});
