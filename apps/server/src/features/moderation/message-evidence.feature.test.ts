import { REPORT_MESSAGES_AROUND } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { grant } from "../../testing/entitlements.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { openCase } from "./queries/cases.ts";
import { keepReportedMessages } from "./queries/evidence.ts";

const world = await openWorld({ LIMIT_MESSAGES: "999999/1" });
const admin = await makeSignedIn(world, { role: "admin" });

/** Two members who have written `count` messages in turn; the daddy began. */
async function makeTalk(count: number) {
  const [ana, dan] = [await makeWriter(world), await makeWriter(world, { role: "daddy" })];
  await grant(world.owner, dan, { tokens: count, conversations: 1 });
  const sentIds = [];
  for (let at = 0; at < count; at += 1) {
    const [from, to] = at % 2 === 0 ? [dan, ana] : [ana, dan];
    sentIds.push((await from.send(to, `mensagem ${at}`)).body);
  }
  const report = (messageIds: string[], memberId = dan.id, who = ana) =>
    who.raw("/api/reports", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ memberId, reason: "spam_or_scam", messageIds }),
    });
  return { ana, dan, sentIds, report };
}

async function readEvidence(reportedId: string) {
  const foundCase = await world.owner
    .selectFrom("reportCase")
    .where("reportedId", "=", reportedId)
    .select("id")
    .executeTakeFirst();
  if (!foundCase) return undefined;
  const { body } = await admin.browser.api.moderation.staffCase({ params: { id: foundCase.id } });
  return body.evidence.messages;
}

test("[D5.22][T64] a report of one message keeps it with ten before and ten after, however long ago it was", async () => {
  const { dan, sentIds, report } = await makeTalk(100);
  expect((await report([sentIds[30]?.id ?? ""])).status).toBe(200);
  const keptMessages = (await readEvidence(dan.id)) ?? [];
  const around = sentIds.slice(30 - REPORT_MESSAGES_AROUND, 30 + REPORT_MESSAGES_AROUND + 1);
  // The last fifty are kept with every report.
  expect(keptMessages.map(({ id }) => id)).toEqual([...around, ...sentIds.slice(50)].map(({ id }) => id));
  expect(keptMessages.filter(({ isReported }) => isReported).map(({ text }) => text)).toEqual(["mensagem 30"]);
});

test("[T64] as many messages as somebody can send in a week are kept at once", async () => {
  const [ana, dan] = [await makeWriter(world), await makeWriter(world, { role: "daddy" })];
  await sql`
    insert into message (id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at)
    select gen_random_uuid(), ${dan.id}, ${ana.id}, gen_random_uuid(), seq, seq, 'oi', now()
    from generate_series(1, 9000) seq`.execute(world.owner);
  const sentMessages = await world.owner.selectFrom("message").where("senderId", "=", dan.id).select("id").execute();
  const ids = sentMessages.map(({ id }) => id);
  const caseId = await openCase(world.owner, { id: uuidv7(new Date()), reportedId: dan.id, openedAt: new Date() });
  const namedEvidence = { caseId, reporterId: ana.id, reportedId: dan.id, ids, around: 1, now: new Date() };
  expect(await keepReportedMessages(world.owner, namedEvidence)).toBe(9_000);
});

test("[D5.22] what was reported stays when its reader empties the conversation, and when every message is erased", async () => {
  const { ana, dan, sentIds, report } = await makeTalk(4);
  const latest = (await ana.history(dan)).body.cursor;
  expect((await ana.clear(dan, latest)).status).toBe(200);
  expect((await report([sentIds[2]?.id ?? ""])).status).toBe(200);
  const pair = [ana.id, dan.id];
  await world.owner.deleteFrom("conversation").where("ownerId", "in", pair).execute();
  await world.owner.deleteFrom("message").where("senderId", "in", pair).execute();
  const keptMessages = (await readEvidence(dan.id)) ?? [];
  expect(keptMessages.map(({ text, isReported }) => [text, isReported])).toEqual([
    ["mensagem 0", false],
    ["mensagem 1", false],
    ["mensagem 2", true],
    ["mensagem 3", false],
  ]);
});

test("[D5.22] a message that an earlier report kept is marked when a later one names it", async () => {
  const { dan, sentIds, report } = await makeTalk(3);
  await report([sentIds[0]?.id ?? ""]);
  await report([sentIds[2]?.id ?? ""]);
  const keptMessages = (await readEvidence(dan.id)) ?? [];
  expect(keptMessages.map(({ isReported }) => isReported)).toEqual([true, false, true]);
});

test("[D5.22][T25] names only messages that the reporter received from the reported; any other one fails as if it were missing", async () => {
  const { ana, dan, sentIds, report } = await makeTalk(2);
  const otherTalk = await makeTalk(1);
  const mine = sentIds[1]?.id ?? "";
  const theirs = sentIds[0]?.id ?? "";
  for (const ids of [[mine], [otherTalk.sentIds[0]?.id ?? ""], [crypto.randomUUID()], [theirs, mine]])
    expect((await report(ids)).status).toBe(404);
  expect((await otherTalk.report([theirs], dan.id, otherTalk.ana)).status).toBe(404);
  expect(await readEvidence(dan.id)).toBeUndefined();
  expect(await readEvidence(ana.id)).toBeUndefined();
  expect((await report([])).status).toBe(400);
  expect((await report(Array.from({ length: 6 }, () => theirs))).status).toBe(400);
  expect((await report([theirs, theirs])).status).toBe(200);
});
