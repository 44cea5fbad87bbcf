import { SLOWED_AFTER_CONTACTS, SLOWED_AFTER_FRAUDS, SLOWED_GAP_MINUTES } from "@caramelo/contract/limits";
import { beforeAll, describe, expect, test } from "vitest";
import { runJobs } from "../../testing/jobs.ts";
import { makeWriter, type Writer } from "../../testing/messages.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { countsSince, isSlowedFor } from "./rules.ts";

const world = await openWorld({ LIMIT_MESSAGES: "999999/1" });
const admin = await makeSignedIn(world, { role: "admin" });

const PIX = "minha chave pix é 11 98765-4321";
const PHONE = "me chama no 11 98765-4321";

const makeDaddy = () => makeMember(world.owner, { role: "daddy" });
async function sendToStrangers(writer: Writer, text: string, count: number) {
  const strangers = [];
  for (let at = 0; at < count; at += 1) {
    const stranger = await makeDaddy();
    expect((await writer.insist(stranger, text)).status).toBe(200);
    strangers.push(stranger);
  }
  await runJobs(world);
  return strangers;
}
const findCase = async ({ id }: { id: string }) => {
  const { cases } = (await admin.browser.api.moderation.staffCases({ query: { status: "pending" } })).body;
  return cases.find(({ reported }) => reported.id === id);
};
const readAudit = async ({ id }: { id: string }) => {
  const rows = await world.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", id)
    .select(["action", "actorId"])
    .execute();
  return rows.filter(({ action }) => action.startsWith("member."));
};
const setLastStart = (writer: Writer, startedAt: Date) =>
  world.owner
    .updateTable("conversation")
    .set({ startedAt })
    .where("ownerId", "=", writer.id)
    .where("startedAt", "is not", null)
    .execute();

describe("[D5.24][T64] a member whose first messages trip the rule again and again", () => {
  let lia: Writer;
  let strangers: { id: string }[];
  beforeAll(async () => {
    lia = await makeWriter(world);
    strangers = await sendToStrangers(lia, PIX, SLOWED_AFTER_FRAUDS);
  });

  test("is shown to the staff as its own kind of case, with the messages as evidence, and is neither hidden nor suspended", async () => {
    const foundCase = await findCase(lia);
    expect(foundCase).toMatchObject({ isFlagged: true, reporter: null, reportCount: 0, isHidden: false, severity: 1 });
    const detail = (await admin.browser.api.moderation.staffCase({ params: { id: foundCase?.id ?? "" } })).body;
    expect(detail.member).toMatchObject({ isSlowed: true, status: "active" });
    expect(detail.evidence.messages.map(({ text, isReported }) => [text, isReported])).toEqual(
      strangers.map(() => [PIX, true]),
    );
    expect(await readAudit(lia)).toEqual([{ action: "member.slowed", actorId: null }]);
  });

  test("starts no conversation within an hour of the last one, is told so, and goes on with those that exist", async () => {
    const refusal = await lia.send(await makeDaddy());
    expect([refusal.status, refusal.failure.code]).toEqual([429, "NEW_CONVERSATIONS_SLOWED"]);
    expect(refusal.failure.userMessage).toContain("até 3 conversas por dia");
    expect((await lia.send(strangers[0] ?? { id: "" })).status).toBe(200);
  });

  test("is put there once, however often the job runs", async () => {
    await sendToStrangers(await makeWriter(world), PIX, 1);
    await lia.insist(strangers[0] ?? { id: "" }, PIX);
    await runJobs(world);
    expect(await readAudit(lia)).toHaveLength(1);
    const cases = await world.owner.selectFrom("reportCase").where("reportedId", "=", lia.id).select("id").execute();
    expect(cases).toHaveLength(1);
  });

  test("starts them again once the staff has lifted it, which is audited, and only new messages count from then on", async () => {
    const lift = () => admin.browser.api.moderation.liftSlowing({ params: { id: lia.id } });
    expect([(await lift()).status, (await lift()).status]).toEqual([200, 200]);
    expect(await readAudit(lia)).toEqual([
      { action: "member.slowed", actorId: null },
      { action: "member.slowing-lifted", actorId: admin.id },
    ]);
    await sendToStrangers(lia, PIX, SLOWED_AFTER_FRAUDS - 1);
    expect((await lia.send(await makeDaddy())).status).toBe(200);
    await sendToStrangers(lia, PIX, 1);
    expect((await lia.send(await makeDaddy())).failure.code).toBe("NEW_CONVERSATIONS_SLOWED");
    expect(await readAudit(lia)).toHaveLength(3);
  });

  test("starts one when the hour is over", async () => {
    await setLastStart(lia, new Date(Date.now() - SLOWED_GAP_MINUTES * 60_000 - 86_400_000));
    expect((await lia.send(await makeDaddy())).status).toBe(200);
    expect((await lia.send(await makeDaddy())).failure.code).toBe("NEW_CONVERSATIONS_SLOWED");
  });
});

test.each(["dismissed", "reviewed", "warned"] as const)(
  "[D5.24] a member is slowed no longer once the staff has closed the case: %s",
  async (how) => {
    const eva = await makeWriter(world);
    await sendToStrangers(eva, PIX, SLOWED_AFTER_FRAUDS);
    const { id = "" } = (await findCase(eva)) ?? {};
    expect((await eva.send(await makeDaddy())).failure.code).toBe("NEW_CONVERSATIONS_SLOWED");
    const { closeCase, warn } = admin.browser.api.moderation;
    const closeAnswer = await (how === "warned"
      ? warn({ params: { id: eva.id }, body: { caseId: id, reason: "Não peça dinheiro." } })
      : closeCase({ params: { id }, body: { status: how } }));
    expect(closeAnswer.status).toBe(200);
    expect((await eva.send(await makeDaddy())).status).toBe(200);
    expect(await readAudit(eva)).toEqual([
      { action: "member.slowed", actorId: null },
      ...(how === "warned" ? [{ action: "member.warned", actorId: admin.id }] : []),
      { action: "member.slowing-lifted", actorId: admin.id },
    ]);
  },
);

test("[D5.24] telephone numbers alone slow nobody who gives them to a few, and repeated messages to one person count once", async () => {
  const ana = await makeWriter(world);
  const [dan] = await sendToStrangers(ana, PHONE, SLOWED_AFTER_FRAUDS);
  for (let at = 0; at < SLOWED_AFTER_FRAUDS; at += 1) await ana.insist(dan ?? { id: "" }, PIX);
  await runJobs(world);
  expect(await findCase(ana)).toBeUndefined();
  expect((await ana.send(await makeDaddy())).status).toBe(200);
});

test("[D5.24] a recipient who answers a few times is no stranger any more", async () => {
  const [ana, strangers] = [await makeWriter(world), []] as [Writer, Writer[]];
  for (let at = 0; at < SLOWED_AFTER_FRAUDS; at += 1) {
    const dan = await makeWriter(world, { role: "daddy" });
    await world.owner
      .updateTable("entitlement")
      .set({ premiumUntil: new Date(Date.now() + 86_400_000) })
      .where("memberId", "=", dan.id)
      .execute();
    await ana.send(dan);
    for (let answer = 0; answer < 3; answer += 1) await dan.send(ana);
    await ana.insist(dan, PIX);
    strangers.push(dan);
  }
  await runJobs(world);
  expect(await findCase(ana)).toBeUndefined();
});

test("[D5.24] many strangers who get contacts are enough, and old messages count no more", () => {
  const pair = (n: number, kind: "phone" | "pix_key") => ({ recipientId: `m${n}`, warnings: [kind] });
  const many = (count: number, kind: "phone" | "pix_key") => Array.from({ length: count }, (_, at) => pair(at, kind));
  expect(isSlowedFor(many(SLOWED_AFTER_CONTACTS - 1, "phone"))).toBe(false);
  expect(isSlowedFor(many(SLOWED_AFTER_CONTACTS, "phone"))).toBe(true);
  expect(isSlowedFor(many(SLOWED_AFTER_FRAUDS - 1, "pix_key"))).toBe(false);
  expect(isSlowedFor(many(SLOWED_AFTER_FRAUDS, "pix_key"))).toBe(true);
  const now = new Date("2026-11-23T12:00:00Z");
  expect(countsSince(null, now)).toEqual(new Date("2026-11-16T12:00:00Z"));
  expect(countsSince(new Date("2026-11-20T12:00:00Z"), now)).toEqual(new Date("2026-11-20T12:00:00Z"));
});

test("[D5.24] only the staff lifts it, and staff are never slowed", async () => {
  const ana = await makeSignedIn(world);
  expect((await ana.browser.api.moderation.liftSlowing({ params: { id: ana.id } })).status).toBe(403);
  expect((await admin.browser.api.moderation.liftSlowing({ params: { id: admin.id } })).status).toBe(404);
});
