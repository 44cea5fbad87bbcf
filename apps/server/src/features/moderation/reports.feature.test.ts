import { fieldTexts } from "@caramelo/contract/call/errors";
import { REPORT_REASONS, type ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { readOldHistory } from "../../platform/database/histories.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { recordPublishedEvents } from "../../testing/published-events.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

type Person = Awaited<ReturnType<typeof makeSignedIn>>;

const makeDaddy = () => makeMember(world.owner, { role: "daddy" });
const report = ({ browser }: Person, { id }: { id: string }, reason: ReportReason = "fake_profile", details?: string) =>
  browser.api.moderation.report({ body: { memberId: id, reason, ...(details !== undefined && { details }) } });
const reportRaw = ({ browser }: Person, body: object) =>
  browser.raw("/api/reports", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** The cases about a member, each with its reports. */
async function listCases({ id }: { id: string }) {
  const cases = await world.owner
    .selectFrom("reportCase")
    .where("reportedId", "=", id)
    .orderBy("openedAt")
    .select(["id", "status", "reviewedBy", "reviewedAt"])
    .execute();
  return Promise.all(
    cases.map(async ({ id: caseId, ...facts }) => ({
      ...facts,
      reports: await world.owner
        .selectFrom("report")
        .where("caseId", "=", caseId)
        .orderBy("createdAt")
        .orderBy("id")
        .select(["reporterId", "reason", "details"])
        .execute(),
    })),
  );
}
const open = { status: "pending", reviewedBy: null, reviewedAt: null };

describe("a report", () => {
  test.each(REPORT_REASONS.slice(0, -1))(
    "[M3.05][M5.29][M8.31] for %s is stored with its reporter, its reported member and its reason",
    async (reason) => {
      const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
      const reply = await report(ana, dan, reason);
      expect([reply.status, reply.body]).toEqual([200, {}]);
      expect(await listCases(dan)).toEqual([{ ...open, reports: [{ reporterId: ana.id, reason, details: null }] }]);
    },
  );

  test("[M5.29][M5.30][M9.02] for another reason is stored with the details, and refused without them", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    for (const details of [undefined, "", "   ", "\u200b"]) {
      const { status, failure } = await report(ana, dan, "other", details);
      expect([status, failure.details?.fields]).toEqual([400, { details: fieldTexts.reportDetailsRequired }]);
    }
    expect(await listCases(dan)).toEqual([]);
    expect((await report(ana, dan, "other", "  Pediu dinheiro.\n")).status).toBe(200);
    expect(await listCases(dan)).toEqual([
      { ...open, reports: [{ reporterId: ana.id, reason: "other", details: "Outro: Pediu dinheiro." }] },
    ]);
  });

  test("takes details of five hundred characters, emoji among them, and no more", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const longest = "😀".repeat(500);
    expect((await report(ana, dan, "other", `${longest}!`)).failure.details?.fields).toEqual({
      details: fieldTexts.reportDetailsTooLong,
    });
    expect((await report(ana, dan, "other", longest)).status).toBe(200);
    expect((await listCases(dan))[0]?.reports).toEqual([
      { reporterId: ana.id, reason: "other", details: `Outro: ${longest}` },
    ]);
  });

  test("[M5.29] leaves out details that came with one of the other six reasons", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    expect((await report(ana, dan, "spam_or_scam", "Pediu dinheiro.")).status).toBe(200);
    expect((await listCases(dan))[0]?.reports).toEqual([{ reporterId: ana.id, reason: "spam_or_scam", details: null }]);
  });

  test("[M5.29][M9.02][M8.30] without one of the seven reasons is refused and not stored", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    expect(REPORT_REASONS).toHaveLength(7);
    for (const reason of [undefined, null, "", "Perfil falso", "Outro: nada", "FAKE_PROFILE", 7]) {
      const reply = await reportRaw(ana, { memberId: dan.id, reason });
      expect([reply.status, await reply.json()]).toMatchObject([
        400,
        { details: { fields: { reason: fieldTexts.reportReasonRequired } } },
      ]);
    }
    expect(await listCases(dan)).toEqual([]);
  });

  test("[T25] refuses a reporter, a reviewer or a status sent by the browser", async () => {
    const [ana, dan, eve] = [await makeSignedIn(world), await makeDaddy(), await makeMember(world.owner)];
    const body = { memberId: dan.id, reason: "fake_profile" };
    for (const extra of [{ reporterId: eve.id }, { reviewedBy: eve.id }, { status: "dismissed" }, { caseId: eve.id }])
      expect((await reportRaw(ana, { ...body, ...extra })).status).toBe(400);
    expect(await listCases(dan)).toEqual([]);
  });

  test("[T25] appears in nothing that the reported member or the reporter can read", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    await makeConversation(world.owner, dan.id, ana.id);
    const look = async ({ browser }: Person, otherId: string) => {
      const addresses = ["notifications", "blocks", "settings", "profile", "session", "messages/changes?after=0"];
      const about = [`profiles/${otherId}`, `conversations/${otherId}`, `conversations/${otherId}/messages`];
      const replies = [...addresses, ...about].map(async (address) => (await browser.raw(`/api/${address}`)).text());
      return (await Promise.all(replies)).map((text) => text.replace(/"requestId":"[^"]*"/, ""));
    };
    // Only the first visit of a profile adds a notification, so both members look once beforehand.
    for (const [blocker, blockedMember] of [
      [ana, dan],
      [dan, ana],
    ] as const)
      await look(blocker, blockedMember.id);
    const before = [await look(ana, dan.id), await look(dan, ana.id)];
    const { publishedTo } = recordPublishedEvents(world);
    expect((await report(ana, dan, "other", "uma denúncia secreta")).body).toEqual({});
    expect([await look(ana, dan.id), await look(dan, ana.id)]).toEqual(before);
    expect([publishedTo(ana), publishedTo(dan)]).toEqual([[], []]);
    expect(world.logged.join("\n")).not.toContain("uma denúncia secreta");
  });
});

describe("one case", () => {
  test("[T63] holds the reports of six members who report one at the same instant, each for another reason", async () => {
    const dan = await makeDaddy();
    const reasons = REPORT_REASONS.slice(0, 6);
    const circle = await Promise.all(reasons.map(() => makeSignedIn(world)));
    const reports = circle.map((member, index) => () => report(member, dan, reasons[index]));
    const replies = await race(world.owner, holdWrites("reportCase", "report"), reports);
    expect(replies.map(({ status }) => status)).toEqual(reasons.map(() => 200));
    expect(world.logged.join("\n")).not.toMatch(/deadlock|40P01/);
    const cases = await listCases(dan);
    expect(cases.map((row) => row.reports.map(({ reporterId }) => reporterId).toSorted())).toEqual([
      circle.map(({ id }) => id).toSorted(),
    ]);
  });

  test("[T63][D2.43] holds one report of a member who repeats it a hundred times", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const statuses = (await Promise.all(Array.from({ length: 100 }, () => report(ana, dan)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);
    expect(await listCases(dan)).toEqual([
      { ...open, reports: [{ reporterId: ana.id, reason: "fake_profile", details: null }] },
    ]);
  });

  test("[T63] takes further reasons of the same member", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    for (const reason of ["harassment", "spam_or_scam", "harassment"] as const)
      expect((await report(ana, dan, reason)).status).toBe(200);
    expect((await listCases(dan))[0]?.reports.map(({ reason }) => reason)).toEqual(["harassment", "spam_or_scam"]);
  });

  test("is followed by a new one once staff have closed it", async () => {
    const [ana, dan, staff] = [
      await makeSignedIn(world),
      await makeDaddy(),
      await makeMember(world.owner, { role: "admin" }),
    ];
    await report(ana, dan);
    await world.db
      .updateTable("reportCase")
      .set({ status: "dismissed", reviewedAt: new Date(), reviewedBy: staff.id })
      .where("reportedId", "=", dan.id)
      .execute();
    expect((await report(ana, dan)).status).toBe(200);
    expect(await listCases(dan)).toMatchObject([{ status: "dismissed" }, open]);
    expect((await listCases(dan)).map(({ reports }) => reports.length)).toEqual([1, 1]);
  });
});

test("a report that arrives while staff close the case opens the next one", async () => {
  const [ana, eve] = [await makeSignedIn(world), await makeSignedIn(world)];
  const [dan, staff] = [await makeDaddy(), await makeMember(world.owner, { role: "admin" })];
  await report(ana, dan);
  const late = await world.owner.transaction().execute(async (trx) => {
    await trx
      .updateTable("reportCase")
      .set({ status: "reviewed", reviewedAt: new Date(), reviewedBy: staff.id })
      .where("reportedId", "=", dan.id)
      .execute();
    const waitingReport = report(eve, dan);
    await waitForLocks(world.owner, 1);
    return { waiting: waitingReport };
  });
  expect((await late.waiting).status).toBe(200);
  const cases = await listCases(dan);
  expect(cases).toMatchObject([{ status: "reviewed", reports: [{ reporterId: ana.id }] }, open]);
  expect(cases[1]?.reports.map(({ reporterId }) => reporterId)).toEqual([eve.id]);
});

describe("who can be reported", () => {
  test("[T31][T30] not a stranger of the same side, staff, the member, an inactive member or an unknown id, all with the same answer", async () => {
    const ana = await makeSignedIn(world);
    const others = [
      ana,
      await makeMember(world.owner),
      await makeMember(world.owner, { role: "admin" }),
      await makeMember(world.owner, { role: "daddy", deactivatedAt: new Date() }),
      await makeMember(world.owner, { role: "daddy", suspendedAt: new Date() }),
      { id: uuidv7(new Date()) },
    ];
    const answers = new Set<string>();
    for (const stranger of others) {
      const { status, failure } = await report(ana, stranger);
      const { requestId: _, ...body } = failure;
      answers.add(JSON.stringify([status, body]));
      expect(await listCases(stranger)).toEqual([]);
    }
    expect([...answers]).toEqual([expect.stringContaining('[404,{"code":"NOT_FOUND"')]);
  });

  test("a member of an existing conversation, even one who is inactive by now", async () => {
    const ana = await makeSignedIn(world);
    const goneMember = await makeMember(world.owner, { role: "daddy", deactivatedAt: new Date() });
    await makeConversation(world.owner, goneMember.id, ana.id);
    expect((await report(ana, goneMember, "harassment")).status).toBe(200);
    expect(await listCases(goneMember)).toHaveLength(1);
  });

  test("a member whom the reporter has blocked, but not one who blocked the reporter", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    expect((await ana.browser.api.safety.block({ params: { id: dan.id } })).status).toBe(200);
    expect((await report(ana, dan)).status).toBe(200);
    expect((await report(dan, ana)).status).toBe(404);
    expect([(await listCases(dan)).length, (await listCases(ana)).length]).toEqual([1, 0]);
  });

  test("[M6.05] nobody, when the reporter is staff or a guest", async () => {
    const [staff, dan] = [await makeSignedIn(world, { role: "admin" }), await makeDaddy()];
    expect((await report(staff, dan)).status).toBe(404);
    const guest = await world.browser().api.moderation.report({ body: { memberId: dan.id, reason: "harassment" } });
    expect(guest.failure.code).toBe("AUTH_NO_SESSION");
    expect(await listCases(dan)).toEqual([]);
  });
});

test("[M5.29][M5.30] reports that were stored as words keep their meaning as keys", async () => {
  const converted = await world.owner.transaction().execute(async (trx) => {
    await sql`
      create temp table report (
        id int primary key, case_id int, reporter_id int, reason text not null,
        constraint report_reason_check check (char_length(reason) between 1 and 600),
        unique (case_id, reporter_id, reason)
      ) on commit drop`.execute(trx);
    const words = ["Perfil falso", "Menor de idade", "Outro: Pediu dinheiro.", "Outro: Insiste."];
    for (const [id, reason] of words.entries())
      await sql`insert into report (id, case_id, reporter_id, reason) values (${id}, 1, 1, ${reason})`.execute(trx);
    await (await readOldHistory())["20261122081600-key-report-reasons"]?.up(trx);
    return (await sql`select reason, details from report order by id`.execute(trx)).rows;
  });
  expect(converted).toEqual([
    { reason: "fake_profile", details: null },
    { reason: "underage", details: null },
    { reason: "other", details: "Outro: Pediu dinheiro." },
    { reason: "other", details: "Outro: Insiste." },
  ]);
});
