import { randomUUID } from "node:crypto";
import { ACQUAINTED_AFTER } from "@caramelo/contract/limits";
import { expect, test } from "vitest";
import { getBalance, grant } from "../../testing/entitlements.ts";
import { makeWriter, type Writer } from "../../testing/messages.ts";
import { recordPublishedEvents } from "../../testing/published-events.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_MESSAGES: "999999/1" });

const PIX = "minha chave pix é 11 98765-4321";
const PHONE = "me chama no 11 98765-4321";

async function makePair() {
  const [ana, dan] = [await makeWriter(world), await makeWriter(world, { role: "daddy" })];
  await grant(world.owner, dan, { tokens: 20, conversations: 1 });
  return { ana, dan };
}

const countMessages = async ({ id }: Writer) => {
  const rows = await world.owner.selectFrom("message").where("senderId", "=", id).select("id").execute();
  return rows.length;
};

test("[T64] a message that looks like a fraud is refused once with its warnings, and nothing is stored, charged or delivered", async () => {
  const { ana, dan } = await makePair();
  const { publishedTo } = recordPublishedEvents(world);
  const refusal = await dan.send(ana, PIX);
  expect(refusal.status).toBe(428);
  expect(refusal.failure).toMatchObject({
    code: "MESSAGE_NEEDS_CONFIRMATION",
    userMessage: "Confira sua mensagem antes de enviar.",
    details: { warnings: ["pix_key", "phone"] },
  });
  expect(await countMessages(dan)).toBe(0);
  expect(await getBalance(world.owner, dan)).toEqual({ tokens: 20, conversations: 1 });
  expect([publishedTo(ana), publishedTo(dan)]).toEqual([[], []]);
  expect((await ana.history(dan)).body?.messages ?? []).toEqual([]);
});

test("[T64] confirmed, it is stored under the same client id, and only its reader sees the warnings, in every answer", async () => {
  const { ana, dan } = await makePair();
  const { publishedTo } = recordPublishedEvents(world);
  const clientId = randomUUID();
  expect((await dan.send(ana, PIX, clientId)).status).toBe(428);
  const sendAnswer = await dan.insist(ana, PIX, clientId);
  expect(sendAnswer.body).toMatchObject({ clientId, text: PIX, warnings: [] });
  expect(await getBalance(world.owner, dan)).toEqual({ tokens: 19, conversations: 0 });
  // Sent again without the confirmation, the message is returned as it was stored.
  expect((await dan.send(ana, PIX, clientId)).body).toEqual(sendAnswer.body);
  expect(await countMessages(dan)).toBe(1);

  const warned = { id: sendAnswer.body.id, warnings: ["pix_key", "phone"] };
  const quiet = { id: sendAnswer.body.id, warnings: [] };
  expect((await ana.history(dan)).body.messages).toMatchObject([warned]);
  expect((await dan.history(ana)).body.messages).toMatchObject([quiet]);
  expect((await ana.changes({ query: { after: 0 } })).body.changes).toMatchObject([{ message: warned }]);
  expect((await dan.changes({ query: { after: 0 } })).body.changes).toMatchObject([{ message: quiet }]);
  expect(publishedTo(ana)).toMatchObject([{ payload: { message: warned } }]);
  expect(publishedTo(dan)).toMatchObject([{ payload: { message: quiet } }]);
});

test("[T64] two who have written a few messages each exchange contacts freely, and money still asks", async () => {
  const { ana, dan } = await makePair();
  for (let at = 1; at < ACQUAINTED_AFTER; at += 1) {
    await dan.send(ana);
    await ana.send(dan);
  }
  await dan.send(ana);
  expect((await dan.send(ana, PHONE)).status).toBe(428);
  await ana.send(dan);
  expect((await dan.send(ana, PHONE)).status).toBe(200);
  expect((await dan.send(ana, PIX)).failure.details).toEqual({ warnings: ["pix_key"] });
  expect((await ana.history(dan)).body.messages.at(-1)?.warnings).toEqual([]);
});

test("[T64] the question reveals to nobody whether a member exists or may be written to", async () => {
  const { ana, dan } = await makePair();
  const [stranger, poor] = [await makeWriter(world), await makeWriter(world, { role: "daddy" })];
  expect((await stranger.send(ana, PIX)).failure.code).toBe("NOT_FOUND");
  expect((await stranger.send({ id: randomUUID() }, PIX)).failure.code).toBe("NOT_FOUND");
  expect((await poor.send(ana, PIX)).failure.code).toBe("UPGRADE_REQUIRED");
  expect(await countMessages(dan)).toBe(0);
});
