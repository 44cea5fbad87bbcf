import { fieldTexts } from "@caramelo/contract/errors";
import { REPORT_REASONS } from "@caramelo/contract/limits";
import { describe, expect, test, vi } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { countLockWaits } from "../../testing/lock-waits.ts";
import { listenToNews } from "../../testing/news.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
type Reason = (typeof REPORT_REASONS)[number];

const makeDaddy = () => makeMember(world.owner, { role: "daddy" });
const report = ({ browser }: Person, { id }: { id: string }, reason: Reason = "Perfil falso", details?: string) =>
  browser.api.safety.report({ body: { memberId: id, reason, ...(details !== undefined && { details }) } });
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
        .select(["reporterId", "reason"])
        .execute(),
    })),
  );
}
const open = { status: "pending", reviewedBy: null, reviewedAt: null };

describe("a report", () => {
  test.each(REPORT_REASONS.slice(0, -1))(
    "[M3.05][M5.29][M8.31] for %s is stored with who, whom and why",
    async (reason) => {
      const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
      const reply = await report(ana, dan, reason);
      expect([reply.status, reply.body]).toEqual([200, {}]);
      expect(await listCases(dan)).toEqual([{ ...open, reports: [{ reporterId: ana.id, reason }] }]);
    },
  );

  test("[M5.29][M5.30][M9.02] for Outro is stored with what the member told, and cannot be without", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    for (const details of [undefined, "", "   ", "\u200b"]) {
      const { status, failure } = await report(ana, dan, "Outro", details);
      expect([status, failure.details?.fields]).toEqual([400, { details: fieldTexts.reportDetailsRequired }]);
    }
    expect(await listCases(dan)).toEqual([]);
    expect((await report(ana, dan, "Outro", "  Pediu dinheiro.\n")).status).toBe(200);
    expect(await listCases(dan)).toEqual([
      { ...open, reports: [{ reporterId: ana.id, reason: "Outro: Pediu dinheiro." }] },
    ]);
  });

  test("holds five hundred characters of the member's own, emoji among them, and no more", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const longest = "😀".repeat(500);
    expect((await report(ana, dan, "Outro", `${longest}!`)).failure.details?.fields).toEqual({
      details: fieldTexts.reportDetailsTooLong,
    });
    expect((await report(ana, dan, "Outro", longest)).status).toBe(200);
    expect((await listCases(dan))[0]?.reports).toEqual([{ reporterId: ana.id, reason: `Outro: ${longest}` }]);
  });

  test("[M5.29] leaves out words that came with another reason", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    expect((await report(ana, dan, "Spam ou golpe", "Pediu dinheiro.")).status).toBe(200);
    expect((await listCases(dan))[0]?.reports).toEqual([{ reporterId: ana.id, reason: "Spam ou golpe" }]);
  });

  test("[M5.29][M9.02][M8.30] without one of the seven reasons says so and stores nothing", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    expect(REPORT_REASONS).toHaveLength(7);
    for (const reason of [undefined, null, "", "perfil falso", "Outro: nada", 7]) {
      const reply = await reportRaw(ana, { memberId: dan.id, reason });
      expect([reply.status, await reply.json()]).toMatchObject([
        400,
        { details: { fields: { reason: fieldTexts.reportReasonRequired } } },
      ]);
    }
    expect(await listCases(dan)).toEqual([]);
  });

  test("[T25] takes neither a reporter, nor a reviewer, nor a state from its sender", async () => {
    const [ana, dan, eve] = [await makeSignedIn(world), await makeDaddy(), await makeMember(world.owner)];
    const said = { memberId: dan.id, reason: "Perfil falso" };
    for (const extra of [{ reporterId: eve.id }, { reviewedBy: eve.id }, { status: "dismissed" }, { caseId: eve.id }])
      expect((await reportRaw(ana, { ...said, ...extra })).status).toBe(400);
    expect(await listCases(dan)).toEqual([]);
  });

  test("[T25] stands in nothing that the reported member or the reporter can read", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    await makeConversation(world.owner, dan.id, ana.id);
    const look = async ({ browser }: Person, otherId: string) => {
      const addresses = ["notifications", "blocks", "settings", "profile", "session", "messages/changes?after=0"];
      const about = [`profiles/${otherId}`, `conversations/${otherId}`, `conversations/${otherId}/messages`];
      const replies = [...addresses, ...about].map(async (address) => (await browser.raw(`/api/${address}`)).text());
      return (await Promise.all(replies)).map((text) => text.replace(/"requestId":"[^"]*"/, ""));
    };
    // The first look at a profile is told to its member, the second is not.
    for (const [one, other] of [
      [ana, dan],
      [dan, ana],
    ] as const)
      await look(one, other.id);
    const before = [await look(ana, dan.id), await look(dan, ana.id)];
    const { toldTo } = listenToNews(world);
    expect((await report(ana, dan, "Outro", "uma denúncia secreta")).body).toEqual({});
    expect([await look(ana, dan.id), await look(dan, ana.id)]).toEqual(before);
    expect([toldTo(ana), toldTo(dan)]).toEqual([[], []]);
    expect(world.logged.join("\n")).not.toContain("uma denúncia secreta");
  });
});

describe("one case", () => {
  test("[T63] is all that a hundred members make who report one at the same instant", async () => {
    const dan = await makeDaddy();
    const circle: Person[] = [];
    for (let i = 0; i < 100; i += 1) circle.push(await makeSignedIn(world));
    const replies = await Promise.all(circle.map((one, at) => report(one, dan, REPORT_REASONS[at % 6])));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const cases = await listCases(dan);
    expect(cases).toHaveLength(1);
    expect(new Set(cases[0]?.reports.map(({ reporterId }) => reporterId)).size).toBe(100);
  });

  test("[T63][D2.43] with one report is all that one member makes who repeats it a hundred times", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const statuses = (await Promise.all(Array.from({ length: 100 }, () => report(ana, dan)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);
    expect(await listCases(dan)).toEqual([{ ...open, reports: [{ reporterId: ana.id, reason: "Perfil falso" }] }]);
  });

  test("[T63] takes every further reason of the same member", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    for (const reason of ["Assédio", "Spam ou golpe", "Assédio"] as const)
      expect((await report(ana, dan, reason)).status).toBe(200);
    expect((await listCases(dan))[0]?.reports.map(({ reason }) => reason)).toEqual(["Assédio", "Spam ou golpe"]);
  });

  test("is followed by another once the team has closed it", async () => {
    const [ana, dan, team] = [
      await makeSignedIn(world),
      await makeDaddy(),
      await makeMember(world.owner, { role: "admin" }),
    ];
    await report(ana, dan);
    await world.db
      .updateTable("reportCase")
      .set({ status: "dismissed", reviewedAt: new Date(), reviewedBy: team.id })
      .where("reportedId", "=", dan.id)
      .execute();
    expect((await report(ana, dan)).status).toBe(200);
    expect(await listCases(dan)).toMatchObject([{ status: "dismissed" }, open]);
    expect((await listCases(dan)).map(({ reports }) => reports.length)).toEqual([1, 1]);
  });
});

test("a report that comes while the team closes the case opens the next one", async () => {
  const [ana, eve] = [await makeSignedIn(world), await makeSignedIn(world)];
  const [dan, team] = [await makeDaddy(), await makeMember(world.owner, { role: "admin" })];
  await report(ana, dan);
  const late = await world.owner.transaction().execute(async (trx) => {
    await trx
      .updateTable("reportCase")
      .set({ status: "reviewed", reviewedAt: new Date(), reviewedBy: team.id })
      .where("reportedId", "=", dan.id)
      .execute();
    const waiting = report(eve, dan);
    await vi.waitFor(async () => expect(await countLockWaits(world.owner)).toBe(1), { timeout: 2_000, interval: 5 });
    return { waiting };
  });
  expect((await late.waiting).status).toBe(200);
  const cases = await listCases(dan);
  expect(cases).toMatchObject([{ status: "reviewed", reports: [{ reporterId: ana.id }] }, open]);
  expect(cases[1]?.reports.map(({ reporterId }) => reporterId)).toEqual([eve.id]);
});

describe("who can be reported", () => {
  test("[T31][T30] a stranger of one's own side, staff, oneself, whoever left and nobody look alike", async () => {
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
    for (const other of others) {
      const { status, failure } = await report(ana, other);
      const { requestId: _, ...body } = failure;
      answers.add(JSON.stringify([status, body]));
      expect(await listCases(other)).toEqual([]);
    }
    expect([...answers]).toEqual([expect.stringContaining('[404,{"code":"NOT_FOUND"')]);
  });

  test("whoever talked with the member, gone since or not", async () => {
    const ana = await makeSignedIn(world);
    const gone = await makeMember(world.owner, { role: "daddy", deactivatedAt: new Date() });
    await makeConversation(world.owner, gone.id, ana.id);
    expect((await report(ana, gone, "Assédio")).status).toBe(200);
    expect(await listCases(gone)).toHaveLength(1);
  });

  test("whom the member has blocked, and not who blocked the member", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    expect((await ana.browser.api.safety.block({ params: { id: dan.id } })).status).toBe(200);
    expect((await report(ana, dan)).status).toBe(200);
    expect((await report(dan, ana)).status).toBe(404);
    expect([(await listCases(dan)).length, (await listCases(ana)).length]).toEqual([1, 0]);
  });

  test("[M6.05] nobody, by staff or by a guest", async () => {
    const [team, dan] = [await makeSignedIn(world, { role: "admin" }), await makeDaddy()];
    expect((await report(team, dan)).status).toBe(404);
    const guest = await world.browser().api.safety.report({ body: { memberId: dan.id, reason: "Assédio" } });
    expect(guest.failure.code).toBe("AUTH_NO_SESSION");
    expect(await listCases(dan)).toEqual([]);
  });
});
