import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { openBatchers } from "../../platform/concurrency/batcher.ts";
import { getBalance, grant } from "../../testing/entitlements.ts";
import { takeStock } from "../../testing/leftovers.ts";
import { makeWriter, type Writer } from "../../testing/messages.ts";
import { hidePair } from "../../testing/pairs.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openWorld } from "../../testing/world.ts";
import { storeSend } from "./handlers/send.ts";

const world = await openWorld({ LIMIT_MESSAGES: "999999/1" });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const makeBaby = () => makeWriter(world);
const makeDaddy = (givenGrant: Parameters<typeof grant>[2] = { tokens: 20, conversations: 5 }) =>
  makePayer("daddy", givenGrant);

async function makePayer(role: "daddy" | "mommy", givenAmounts: Parameters<typeof grant>[2]): Promise<Writer> {
  const payer = await makeWriter(world, { role });
  await grant(world.db, payer, givenAmounts);
  return payer;
}

/** Sends the texts, as one batch each, at two processes of the product together. */
async function raceSends(from: Writer, to: Writer, texts: string[], clientId?: string) {
  const between = { senderId: from.id, recipientId: to.id, sessionId: null };
  const sendAll = () => {
    const context = { ...world.context, batchers: openBatchers() };
    const sends = texts.map((text) => storeSend(context, between, { clientId: clientId ?? randomUUID(), text }));
    return Promise.allSettled(sends);
  };
  return (await race(world.owner, holdWrites("message"), [sendAll, sendAll])).flat();
}

const suspend = (who: Writer) => changeProfile(who, { suspendedAt: new Date() });
const changeProfile = (who: Writer, facts: { suspendedAt?: Date; deactivatedAt?: Date }) =>
  world.db.updateTable("profile").set(facts).where("memberId", "=", who.id).execute();

const countMessages = async (sender: Writer) => {
  const { count } = await world.db
    .selectFrom("message")
    .where("senderId", "=", sender.id)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
};

describe("a message", () => {
  test("[K3.01][K6.01] is stored, answered and found by both, each with their own sequence number", async () => {
    const [ana, bruno, carla] = [await makeBaby(), await makeDaddy(), await makeBaby()];
    await carla.send(bruno);
    const clientId = randomUUID();
    const sendAnswer = await ana.send(bruno, "  oi, tudo bem?\n", clientId);
    expect(sendAnswer.status).toBe(200);
    expect(sendAnswer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      seq: 1,
      clientId,
      isMine: true,
      text: "oi, tudo bem?",
      sentAt: expect.any(String),
      readAt: null,
      replyTo: null,
      warnings: [],
      reactions: { mine: null, theirs: null },
    });
    expect((await ana.history(bruno)).body.messages).toEqual([sendAnswer.body]);
    expect((await bruno.history(ana)).body.messages).toEqual([
      { ...sendAnswer.body, seq: 2, clientId: null, isMine: false },
    ]);
  });

  test("[D2.34][K5.01] that is empty, blank or of 4,001 characters is refused, and one of 4,000 is stored", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy()];
    for (const text of [
      "",
      "  \n\t ",
      "\u200b\u2800",
      "\u3164",
      "x".repeat(4_001),
      "😀".repeat(4_001),
      "🇧🇷".repeat(4_001),
    ]) {
      expect((await ana.send(bruno, text)).failure.code).toBe("VALIDATION_ERROR");
    }
    for (const text of [` ${"ã".repeat(4_000)} `, "😀".repeat(2_001), "🇧🇷".repeat(4_000)])
      expect((await ana.send(bruno, text)).status).toBe(200);
    expect(await countMessages(ana)).toBe(3);
  });

  test("[T17] that names a sender or its own time is refused and not stored", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy()];
    const before = await takeStock(world);
    for (const extra of [{ senderId: bruno.id }, { sender_id: bruno.id }, { sentAt: "2020-01-01T00:00:00Z" }]) {
      const body = JSON.stringify({ clientId: randomUUID(), text: "oi", ...extra });
      const headers = { "content-type": "application/json" };
      const reply = await ana.raw(`/api/conversations/${bruno.id}/messages`, { method: "POST", headers, body });
      expect(reply.status).toBe(400);
    }
    expect(await takeStock(world)).toEqual(before);
  });

  test("[K7.01] adds one notification for the recipient, however many messages wait", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy()];
    for (const text of ["um", "dois", "três"]) await ana.send(bruno, text);
    const notifications = await world.db
      .selectFrom("notification")
      .where("memberId", "in", [ana.id, bruno.id])
      .select(["memberId", "actorId", "type", "dismissedAt"])
      .execute();
    expect(notifications).toEqual([{ memberId: bruno.id, actorId: ana.id, type: "message", dismissedAt: null }]);
  });
});

describe("a recipient", () => {
  test("[T30][D1.06][D1.08] looks missing when unknown, the sender, on the same side, staff, suspended or blocked without a conversation", async () => {
    const ana = await makeBaby();
    const suspended = await makeDaddy();
    await suspend(suspended);
    const goneMember = await makeDaddy();
    await changeProfile(goneMember, { deactivatedAt: new Date() });
    const blockedMember = await makeDaddy();
    await hidePair(world.db, blockedMember.id, ana.id);
    const admin = await makeWriter(world, { role: "admin" });
    const forbidden = [ana, await makeBaby(), admin, suspended, goneMember, blockedMember, { id: randomUUID() }];

    const before = await takeStock(world);
    const answers = await Promise.all(forbidden.map((peer) => ana.send(peer)));
    const bodies = answers.map(({ status, failure: { requestId: _, ...rest } }) => JSON.stringify({ status, rest }));
    expect(new Set(bodies).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, failure: { code: "NOT_FOUND" } });
    expect((await admin.send(ana)).failure.code).toBe("NOT_FOUND");
    expect(await takeStock(world)).toEqual(before);
  });

  test("[D1.07][T23] a blocked or inactive member is unavailable in an existing conversation, for both", async () => {
    const [ana, bruno, carlos] = [await makeBaby(), await makeDaddy(), await makeDaddy()];
    await ana.send(bruno);
    await ana.send(carlos);
    await hidePair(world.db, ana.id, bruno.id);
    await suspend(carlos);
    const before = await getBalance(world.db, bruno);
    for (const refusal of [await ana.send(bruno), await bruno.send(ana), await ana.send(carlos)]) {
      expect(refusal).toMatchObject({
        status: 403,
        failure: { code: "PEER_UNAVAILABLE", userMessage: "Este usuário não está disponível." },
      });
    }
    expect(await getBalance(world.db, bruno)).toEqual(before);
  });

  test("[T23] a spent token, a block and its end, and a suspension count for the next message", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy({ tokens: 2, conversations: 5 })];
    await ana.send(bruno);
    for (const status of [200, 200, 402]) expect((await bruno.send(ana)).status).toBe(status);
    await grant(world.db, bruno, { tokens: 10 });
    expect((await bruno.send(ana)).status).toBe(200);
    await hidePair(world.db, ana.id, bruno.id);
    expect(await bruno.send(ana)).toMatchObject({ failure: { code: "PEER_UNAVAILABLE" } });
    await world.db.deleteFrom("hiddenPair").where("viewerId", "in", [ana.id, bruno.id]).execute();
    expect((await bruno.send(ana)).status).toBe(200);
    await suspend(ana);
    expect(await bruno.send(ana)).toMatchObject({ failure: { code: "PEER_UNAVAILABLE" } });
  });

  test("[D3.24][T44] a managed member is never messaged and never costs a token", async () => {
    const [bruno, managed] = [await makeDaddy(), await makeWriter(world, { isManaged: true })];
    expect((await bruno.send(managed)).failure.code).toBe("PEER_UNAVAILABLE");
    expect((await bruno.chat(managed)).body).toMatchObject({ writing: "managed", peer: { isManaged: true } });
    expect(await getBalance(world.db, bruno)).toEqual({ tokens: 20, conversations: 5 });
  });

  test("[D1.06] on the same side may be answered in an existing conversation", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy()];
    await ana.send(bruno);
    await world.db
      .updateTable("profile")
      .set({ role: "baby", gender: "Feminino" })
      .where("memberId", "=", bruno.id)
      .execute();
    expect((await ana.send(bruno)).status).toBe(200);
  });

  test("[D2.46] is refused as the 21st new one of a day, while existing conversations continue, and accepted the next day", async () => {
    // The clock is set to five past midnight in São Paulo, so that the day does not end during the test.
    world.pass(DAY_MS - ((world.context.clock.now().getTime() - 3 * HOUR_MS) % DAY_MS) + 5 * MINUTE_MS);
    const ana = await makeBaby();
    const people: Writer[] = [];
    for (let i = 0; i < 21; i += 1) people.push(await makeWriter(world, { role: "daddy" }));
    const statuses = await Promise.all(people.map((peer) => ana.send(peer)));
    const refusals = statuses.filter(({ status }) => status !== 200);
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toMatchObject({ status: 429, failure: { code: "TOO_MANY_NEW_CONVERSATIONS" } });
    const [knownPerson] = people.filter((_, index) => statuses[index]?.status === 200);
    const [late] = people.filter((_, index) => statuses[index]?.status !== 200);
    expect((await ana.send(knownPerson ?? ana)).status).toBe(200);
    world.pass(DAY_MS - 6 * MINUTE_MS);
    expect((await ana.send(late ?? ana)).status).toBe(429);
    world.pass(2 * MINUTE_MS);
    expect((await ana.send(late ?? ana)).status).toBe(200);
  });
});

describe("the price of a message", () => {
  test.each(["daddy", "mommy"] as const)(
    "[D4.03][D4.04][D4.05][K6.02] is for a %s one token, and one conversation with each new person",
    async (role) => {
      const payer = await makePayer(role, { tokens: 3, conversations: 1 });
      const [ana, carla] = [await makeBaby(), await makeBaby()];
      expect((await payer.send(ana)).status).toBe(200);
      expect(await getBalance(world.db, payer)).toEqual({ tokens: 2, conversations: 0 });
      // Writing to Ana again takes only a token, but a first message to Carla would take a conversation, too.
      expect((await payer.send(ana)).status).toBe(200);
      const refusal = await payer.send(carla);
      expect(refusal).toMatchObject({ status: 402, failure: { code: "UPGRADE_REQUIRED" } });
      expect((await payer.chat(carla)).body).toMatchObject({ writing: "upgrade", shortage: "conversations" });
      expect((await payer.chat(ana)).body).toMatchObject({ writing: "open", shortage: null });
      expect((await payer.send(ana)).status).toBe(200);
      expect((await payer.send(ana)).failure.code).toBe("UPGRADE_REQUIRED");
      expect((await payer.chat(ana)).body).toMatchObject({ writing: "upgrade", shortage: "tokens" });
      expect(await getBalance(world.db, payer)).toEqual({ tokens: 0, conversations: 0 });
    },
  );

  test("[D4.04] includes opening the pair also when the baby wrote first", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy({ tokens: 2 })];
    await ana.send(bruno);
    expect((await bruno.chat(ana)).body).toMatchObject({
      writing: "upgrade",
      balance: { tokens: 2, conversations: 0 },
    });
    expect((await bruno.send(ana)).failure.code).toBe("UPGRADE_REQUIRED");
    await grant(world.db, bruno, { conversations: 1 });
    expect((await bruno.send(ana)).status).toBe(200);
    expect(await getBalance(world.db, bruno)).toEqual({ tokens: 1, conversations: 0 });
  });

  test("[D4.04] is nothing while premium, and a pair opened then stays opened", async () => {
    const [ana, carla] = [await makeBaby(), await makeBaby()];
    const bruno = await makeDaddy({ premiumUntil: new Date(Date.now() + 10 * DAY_MS) });
    expect((await bruno.send(ana)).status).toBe(200);
    expect((await bruno.chat(ana)).body.balance).toEqual({ isPremium: true, tokens: 0, conversations: 0 });
    await grant(world.db, bruno, { tokens: 2, premiumUntil: new Date(Date.now() - DAY_MS) });
    expect((await bruno.send(ana)).status).toBe(200);
    expect((await bruno.send(carla)).failure.code).toBe("UPGRADE_REQUIRED");
    expect(await getBalance(world.db, bruno)).toEqual({ tokens: 1, conversations: 0 });
  });

  test("is nothing with courtesy premium, without end", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy({ hasCourtesyPremium: true })];
    expect((await bruno.send(ana)).status).toBe(200);
    expect((await ana.chat(bruno)).body.peer.isPremium).toBe(true);
  });

  test("[T20][D4.06] is charged for exactly one of the sends that two processes get at once when there is one token", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy({ tokens: 1, conversations: 1 })];
    const answers = await raceSends(bruno, ana, ["oi 1", "oi 2", "oi 3"]);
    const codes = answers.map((answer) => (answer.status === "fulfilled" ? "stored" : answer.reason.code));
    expect(codes).toEqual(["stored", ...Array.from({ length: 5 }, () => "UPGRADE_REQUIRED")]);
    expect(await countMessages(bruno)).toBe(1);
    expect(await getBalance(world.db, bruno)).toEqual({ tokens: 0, conversations: 0 });
  });
});

describe("the same client id again", () => {
  test("[D4.06] answers the stored message and neither charges for it nor publishes it again", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy()];
    const clientId = randomUUID();
    const first = await bruno.send(ana, "oi", clientId);
    await ana.read(bruno, 1);
    const publishedEvents: string[] = [];
    const stop = world.context.live.subscribe((message) => publishedEvents.push(message.kind));
    const again = await bruno.send(ana, "oi", clientId);
    const inCapitals = await bruno.send(ana, " oi ", clientId.toUpperCase());
    stop();
    expect(again.body).toEqual({ ...first.body, readAt: expect.any(String) });
    expect(inCapitals.body).toEqual(again.body);
    expect(publishedEvents).toEqual([]);
    expect(await getBalance(world.db, bruno)).toEqual({ tokens: 19, conversations: 4 });
  });

  test("[D4.06] is one message when two processes get it three times at once", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy()];
    const clientId = randomUUID();
    const answers = await raceSends(bruno, ana, ["oi", "oi", "oi"], clientId);
    const id = (await ana.history(bruno)).body.messages[0]?.id;
    expect(answers).toMatchObject(answers.map(() => ({ status: "fulfilled", value: { id, clientId } })));
    expect(await countMessages(bruno)).toBe(1);
    expect(await getBalance(world.db, bruno)).toEqual({ tokens: 19, conversations: 4 });
  });

  test("[D4.06] leaves nothing behind when the message was read before: no notification comes back", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy()];
    const notices = () =>
      world.owner
        .selectFrom("notification")
        .where("memberId", "=", ana.id)
        .where("dismissedAt", "is", null)
        .select("id");
    for (let times = 1; times <= 10; times += 1) {
      const clientId = randomUUID();
      await bruno.send(ana, "oi", clientId);
      await ana.read(bruno, 999_999);
      expect((await bruno.send(ana, "oi", clientId)).status).toBe(200);
      expect(await notices().execute()).toEqual([]);
    }
  });

  test("[D4.06] is answered next to new messages, each of which is stored once", async () => {
    const [ana, bruno, carlos] = [await makeBaby(), await makeDaddy(), await makeDaddy()];
    const [bia, clientId] = [await makeBaby(), randomUUID()];
    const first = await bruno.send(ana, "oi", clientId);
    const [again, fresh] = await Promise.all([bruno.send(ana, "oi", clientId), carlos.send(bia, "olá")]);
    expect(again.body).toEqual(first.body);
    expect(fresh.status).toBe(200);
    expect([await countMessages(bruno), await countMessages(carlos)]).toEqual([1, 1]);
    expect(await getBalance(world.db, carlos)).toEqual({ tokens: 19, conversations: 4 });
  });

  test("is refused with another text or another recipient", async () => {
    const [ana, carla, bruno] = [await makeBaby(), await makeBaby(), await makeDaddy()];
    const clientId = randomUUID();
    await bruno.send(ana, "oi", clientId);
    expect(await bruno.send(ana, "tchau", clientId)).toMatchObject({
      status: 409,
      failure: { code: "MESSAGE_CHANGED" },
    });
    expect((await bruno.send(carla, "oi", clientId)).failure.code).toBe("MESSAGE_CHANGED");
    expect((await carla.history(bruno)).body.messages).toEqual([]);
  });

  test("is found together with its sender: the same text to the same recipient from another member is another message", async () => {
    const [ana, bia, bruno] = [await makeBaby(), await makeBaby(), await makeDaddy()];
    const clientId = randomUUID();
    const first = await ana.send(bruno, "oi", clientId);
    const second = await bia.send(bruno, "oi", clientId);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await bruno.send(ana, "oi", clientId)).status).toBe(200);
    // Each is still found under its own sender.
    expect((await ana.send(bruno, "oi", clientId)).body).toEqual(first.body);
    expect((await bia.send(bruno, "oi", clientId)).body).toEqual(second.body);
    expect([await countMessages(ana), await countMessages(bia), await countMessages(bruno)]).toEqual([1, 1, 1]);
  });

  test("of other senders does not mix up the facts of a batch: a sender without tokens is refused next to one who needs none", async () => {
    const [ana, bia, bruno, carlos] = [await makeBaby(), await makeBaby(), await makeDaddy(), await makeDaddy({})];
    const clientId = randomUUID();
    await ana.send(bruno, "oi", clientId);
    await bia.send(bruno, "oi", clientId);
    const send = (from: Writer, to: Writer) =>
      storeSend(world.context, { senderId: from.id, recipientId: to.id, sessionId: null }, { clientId, text: "oi" });
    // Sends of the same turn are one batch.
    const [again, refusal] = await Promise.allSettled([send(ana, bruno), send(carlos, bia)]);
    expect(again).toMatchObject({ status: "fulfilled", value: { text: "oi", seq: 1 } });
    expect(refusal).toMatchObject({ status: "rejected", reason: { code: "UPGRADE_REQUIRED" } });
    expect(await countMessages(carlos)).toBe(0);
  });

  test("is answered even when the recipient has become unavailable meanwhile", async () => {
    const [ana, bruno] = [await makeBaby(), await makeDaddy()];
    const clientId = randomUUID();
    const first = await ana.send(bruno, "oi", clientId);
    await suspend(bruno);
    expect((await ana.send(bruno, "oi", clientId)).body).toEqual(first.body);
  });
});

describe("live changes", () => {
  const publishedEvents: {
    memberId: string;
    seq: number;
    text: string | undefined;
    unread: number;
    unreadTotal: number;
  }[] = [];
  beforeAll(() =>
    world.context.live.subscribe((busMessage) => {
      if (busMessage.kind !== "event" || busMessage.event !== "change") return;
      // The payload of an event of this type is a change.
      const { seq, message, unread, unreadTotal } = busMessage.payload as {
        seq: number;
        message: { text: string } | null;
        unread: number;
        unreadTotal: number;
      };
      publishedEvents.push({ memberId: busMessage.memberId, seq, text: message?.text, unread, unreadTotal });
    }),
  );
  const receivedBy = (who: Writer) => publishedEvents.filter(({ memberId }) => memberId === who.id);

  test("reach both sides once for each message, in the order of their streams, and nobody for a refusal", async () => {
    const [ana, bruno, carla] = [await makeBaby(), await makeDaddy({ tokens: 30, conversations: 1 }), await makeBaby()];
    const texts = Array.from({ length: 30 }, (_, i) => `oi ${i}`);
    await Promise.all([...texts.map((text) => bruno.send(ana, text)), bruno.send(carla, "não cabe")]);
    const storedChanges = (await ana.changes({ query: { after: 0 } })).body.changes;
    expect(receivedBy(ana).map(({ seq, text }) => [seq, text])).toEqual(
      storedChanges.map(({ seq, message }) => [seq, message?.text]),
    );
    expect(receivedBy(ana).map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect(receivedBy(ana).at(-1)).toMatchObject({ unread: 30, unreadTotal: 30 });
    expect(receivedBy(bruno).map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect(receivedBy(bruno).at(-1)).toMatchObject({ unread: 0, unreadTotal: 0 });
    expect(receivedBy(carla)).toEqual([]);
  });

  test("the unread totals of both sides leave out what a hidden pair wrote", async () => {
    const [ana, bruno, dan, eva] = [await makeBaby(), await makeDaddy(), await makeDaddy(), await makeBaby()];
    expect((await dan.send(ana)).status).toBe(200);
    expect((await eva.send(bruno)).status).toBe(200);
    await hidePair(world.owner, ana.id, dan.id);
    await hidePair(world.owner, bruno.id, eva.id);
    expect((await bruno.send(ana)).status).toBe(200);
    expect(receivedBy(ana).at(-1)).toMatchObject({ unread: 1, unreadTotal: 1 });
    expect(receivedBy(bruno).at(-1)).toMatchObject({ unread: 0, unreadTotal: 0 });
  });
});
