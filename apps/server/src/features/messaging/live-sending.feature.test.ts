import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { getBalance, grant } from "../../testing/entitlements.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

/** A baby and a daddy with tokens, both connected. */
async function openPair(tokens = 3) {
  const [ana, dan] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
  await grant(world.db, dan, { tokens, conversations: tokens });
  const [hers, his] = [await openLiveSocket(ana.browser), await openLiveSocket(dan.browser)];
  return { ana: { ...ana, live: hers }, dan: { ...dan, live: his } };
}
type Person = Awaited<ReturnType<typeof openPair>>["ana"];

const listMessages = ({ id }: Person) =>
  world.db.selectFrom("message").where("senderId", "=", id).select(["text", "clientId"]).execute();

test("[T20][T26] a message over the live connection is stored, charged, answered and delivered as by the call", async () => {
  const { ana, dan } = await openPair();
  const clientId = randomUUID();
  dan.live.send("send", { withId: ana.id, clientId, text: "  oi  " });
  const [answer] = await dan.live.waitFor("sent");
  expect(answer?.message).toMatchObject({ clientId, text: "oi", isMine: true, seq: 1 });
  const [heardChange] = await ana.live.waitFor("change");
  expect(heardChange?.message).toMatchObject({ id: answer?.message.id, clientId: null, isMine: false, text: "oi" });
  expect((await getBalance(world.db, dan)).tokens).toBe(2);

  // A message that is sent again, by call or connection, gets the stored message as its answer and costs nothing.
  dan.live.send("send", { withId: ana.id, clientId, text: "oi" });
  const [, again] = await dan.live.waitFor("sent", 2);
  expect(again?.message).toEqual(answer?.message);
  const call = await dan.browser.api.messaging.send({ params: { memberId: ana.id }, body: { clientId, text: "oi" } });
  expect(call).toMatchObject({ status: 200, body: { id: answer?.message.id } });
  expect(await listMessages(dan)).toEqual([{ clientId, text: "oi" }]);
  expect((await getBalance(world.db, dan)).tokens).toBe(2);
});

test("[T20] the change and the answer of a message leave to its sender in one write", async () => {
  const { ana, dan } = await openPair();
  const write = vi.spyOn(Socket.prototype, "_writev");
  dan.live.send("send", { withId: ana.id, clientId: randomUUID(), text: "oi" });
  await dan.live.waitFor("sent");
  const writtenChunks = write.mock.calls.map(([parts]) => parts.map(({ chunk }) => String(chunk)).join(""));
  write.mockRestore();
  expect(writtenChunks.filter((text) => text.includes('"sent"') && text.includes('"change"'))).toHaveLength(1);
});

test("[K4.02] a refusal over the live connection has the code of the call, and what has to be confirmed", async () => {
  const { ana, dan } = await openPair(0);
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  dan.live.send("send", { withId: ana.id, clientId: first, text: "oi" });
  expect(await dan.live.waitFor("refused")).toMatchObject([
    { clientId: first, code: "UPGRADE_REQUIRED", warnings: [] },
  ]);
  dan.live.send("send", { withId: randomUUID(), clientId: second, text: "oi" });
  expect((await dan.live.waitFor("refused", 2))[1]).toMatchObject({ clientId: second, code: "NOT_FOUND" });
  expect(dan.live.socket.readyState).toBe(dan.live.socket.OPEN);
  expect(await listMessages(dan)).toEqual([]);

  await makeConversation(world.db, ana.id, dan.id);
  const text = "me passa seu whatsapp? 11 98765-4321";
  ana.live.send("send", { withId: dan.id, clientId: third, text });
  const [refusedFrame] = await ana.live.waitFor("refused");
  expect(refusedFrame).toMatchObject({ clientId: third, code: "MESSAGE_NEEDS_CONFIRMATION" });
  expect(refusedFrame?.warnings).not.toEqual([]);
  ana.live.send("send", { withId: dan.id, clientId: third, text, isConfirmed: true });
  expect(await ana.live.waitFor("sent")).toMatchObject([{ message: { clientId: third, text } }]);
});

test("[T70] messages over the live connection and by the call count against one limit, which says when it goes on", async () => {
  const { ana, dan } = await openPair(50);
  await dan.browser.api.messaging.send({ params: { memberId: ana.id }, body: { clientId: randomUUID(), text: "um" } });
  for (let i = 0; i < 10; i += 1) dan.live.send("send", { withId: ana.id, clientId: randomUUID(), text: `${i} dois` });
  const [refusal] = await dan.live.waitFor("refused");
  expect(refusal).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", retryAfterSeconds: 1 });
  await dan.live.waitFor("sent", 9);
  expect(await listMessages(dan)).toHaveLength(10);
});

test("[TB.07] a session that has ended sends nothing over a connection that has not heard of it yet", async () => {
  const { ana, dan } = await openPair();
  await world.db.updateTable("session").set({ endedAt: new Date() }).where("memberId", "=", dan.id).execute();
  dan.live.send("send", { withId: ana.id, clientId: randomUUID(), text: "oi" });
  expect(await dan.live.waitFor("refused")).toMatchObject([{ code: "AUTH_SESSION_EXPIRED" }]);
  expect(await listMessages(dan)).toEqual([]);
});

test("[TB.07] a session that ends while its member writes sends nothing more, also where all that decides it is known", async () => {
  const { ana, dan } = await openPair();
  const send = () => dan.live.send("send", { withId: ana.id, clientId: randomUUID(), text: "oi" });
  for (const count of [1, 2]) {
    send();
    await dan.live.waitFor("sent", count);
  }
  await world.db.updateTable("session").set({ endedAt: new Date() }).where("memberId", "=", dan.id).execute();
  send();
  expect(await dan.live.waitFor("refused")).toMatchObject([{ code: "AUTH_SESSION_EXPIRED" }]);
  expect(await listMessages(dan)).toHaveLength(2);
  expect((await getBalance(world.db, dan)).tokens).toBe(1);
});

test("[T20] an invalid text over the live connection is refused as by the call, is no violation and stores nothing", async () => {
  const { ana, dan } = await openPair();
  const texts = ["", " ", "\u200B", "\u3164 ", "a\0b", "a".repeat(4_001)];
  const sentMessages = texts.map((text) => ({ withId: ana.id, clientId: randomUUID(), text }));
  for (const payload of sentMessages) dan.live.send("send", payload);
  const refusals = await dan.live.waitFor("refused", texts.length);
  const expectedRefusals = sentMessages.map(({ clientId }) => ({ clientId, code: "VALIDATION_ERROR" }));
  expect(refusals).toMatchObject(expectedRefusals);
  const body = { clientId: randomUUID(), text: "\u200B" };
  const call = await dan.browser.api.messaging.send({ params: { memberId: ana.id }, body });
  expect(call.failure.code).toBe("VALIDATION_ERROR");
  dan.live.send("send", { withId: ana.id, clientId: randomUUID(), text: "oi" });
  await dan.live.waitFor("sent");
  expect((await listMessages(dan)).map(({ text }) => text)).toEqual(["oi"]);
});

test("[T20] invalid ids over the live connection are refused as by the call, and are no violation", async () => {
  const { ana, dan } = await openPair();
  const message = { withId: ana.id, text: "oi" };
  const brokenMessages = [
    { ...message, withId: "1", clientId: randomUUID() },
    { ...message, replyToId: "1", clientId: randomUUID() },
  ];
  for (let turn = 0; turn < 2; turn += 1) for (const payload of brokenMessages) dan.live.send("send", payload);
  const refusals = await dan.live.waitFor("refused", 4);
  const expectedRefusals = brokenMessages.map(({ clientId }) => ({ clientId, code: "VALIDATION_ERROR" }));
  expect(refusals).toMatchObject([...expectedRefusals, ...expectedRefusals]);
  expect(dan.live.socket.readyState).toBe(dan.live.socket.OPEN);
  expect(await listMessages(dan)).toEqual([]);
});

test("[T20] a send over the live connection that breaks the schema is a violation and stores nothing", async () => {
  const { ana, dan } = await openPair();
  const clientId = randomUUID();
  const brokenMessages = [{ text: 1 }, { text: "oi", senderId: ana.id }, { text: "oi", clientId: "1" }];
  for (const payload of brokenMessages)
    dan.live.socket.send(JSON.stringify({ event: "send", withId: ana.id, clientId, ...payload }));
  dan.live.send("send", { withId: ana.id, clientId, text: "oi" });
  await dan.live.waitFor("sent");
  expect(await listMessages(dan)).toEqual([{ clientId, text: "oi" }]);
});
