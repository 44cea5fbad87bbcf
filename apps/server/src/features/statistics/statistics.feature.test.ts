import { randomUUID } from "node:crypto";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { sql } from "kysely";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { addMail } from "../../base/mail/queries.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { grant } from "../../testing/entitlements.ts";
import { addUnknownJob, runJobs } from "../../testing/jobs.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeOpenOrder, makePaidOrder } from "../../testing/orders.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { addBackupRun } from "../backup/queries.ts";
import { addPings, changePresenceHidden } from "../presence/queries.ts";
import { countStatistics } from "./count-statistics.ts";

const world = await openWorld();
const DAY = 86_400_000;
const now = () => world.context.clock.now();

type Staff = Awaited<ReturnType<typeof makeSignedIn>>;
let owner: Staff;
let moderator: Staff;

async function openStaff(): Promise<void> {
  owner = await makeSignedIn(world, { role: "admin" });
  moderator = await makeSignedIn(world, { role: "admin", staffRole: "moderator" });
}
beforeAll(async () => {
  // Noon in São Paulo, so that no test crosses midnight.
  world.pass((15 * 3_600_000 - (now().getTime() % DAY) + DAY) % DAY);
  await openStaff();
});

const read = async ({ browser }: Staff = owner) => {
  const { status, body } = await browser.api.statistics.dashboard();
  expect(status).toBe(200);
  return body;
};
const count = (isWhole = false) => countStatistics(world.context, { isWhole });
async function countAndRead() {
  await count();
  const { totals, days } = await read();
  const today = days.at(-1);
  if (!totals || !today) throw new Error("nothing was counted");
  return { totals, today };
}

describe("the numbers of the dashboard", () => {
  test("[K2.45] are unknown before the first count", async () => {
    const { totals, countedAt, days } = await read();
    expect([totals, countedAt, days.length]).toEqual([null, null, 30]);
    expect(days.every(({ signUps, activeMembers }) => signUps === null && activeMembers === null)).toBe(true);
  });

  test("[K2.45] count members without the staff, verified ones and those with premium, paid or given", async () => {
    const before = (await countAndRead()).totals;
    await makeMember(world.owner, { role: "admin" });
    await makeMember(world.owner, { isVerified: true });
    await makeMember(world.owner, { suspendedAt: now() });
    const [paidMember, giftedMember, both, over] = await Promise.all(
      Array.from({ length: 4 }, () => makeMember(world.owner, { role: "daddy" })),
    );
    const [later, earlier] = [new Date(now().getTime() + DAY), new Date(now().getTime() - DAY)];
    if (paidMember) await grant(world.owner, paidMember, { premiumUntil: later });
    if (giftedMember) await grant(world.owner, giftedMember, { hasCourtesyPremium: true });
    if (both) await grant(world.owner, both, { hasCourtesyPremium: true, premiumUntil: later });
    if (over) await grant(world.owner, over, { premiumUntil: earlier });
    const { totals } = await countAndRead();
    expect(totals).toMatchObject({
      members: before.members + 6,
      verified: before.verified + 1,
      premium: before.premium + 3,
    });
  });

  test("[K2.45] count messages, today's and all there are", async () => {
    const before = await countAndRead();
    const [ana, dan] = [await makeWriter(world), await makeWriter(world, { role: "daddy" })];
    for (const text of ["oi", "tudo bem?", "…"]) expect((await ana.send(dan, text)).status).toBe(200);
    const after = await countAndRead();
    expect(after.totals.messages).toBe(before.totals.messages + 3);
    expect(after.today.sentMessages).toBe((before.today.sentMessages ?? 0) + 3);
    // Counting all days again gives the same numbers.
    await count(true);
    expect((await read()).totals?.messages).toBe(after.totals.messages);
  });

  test("count the day's sign-ups without the staff and the profiles that it made", async () => {
    const before = (await countAndRead()).today.signUps ?? 0;
    await makeMember(world.owner, { createdAt: now() });
    await makeMember(world.owner, { createdAt: now(), isManaged: true, tier: 3 });
    await makeMember(world.owner, { createdAt: now(), role: "admin" });
    expect((await countAndRead()).today.signUps).toBe(before + 1);
  });

  test("count the members who were here today, also those who hide their presence", async () => {
    const before = (await countAndRead()).today.activeMembers ?? 0;
    const [seenMember, hiddenMember, goneMember] = [
      await makeMember(world.owner),
      await makeMember(world.owner),
      await makeMember(world.owner),
    ];
    for (const { id } of [seenMember, hiddenMember]) await addPings(world.db, [{ memberId: id, at: now() }], now());
    await changePresenceHidden(world.db, hiddenMember.id, true, now());
    const yesterday = new Date(now().getTime() - DAY);
    await addPings(world.db, [{ memberId: goneMember.id, at: yesterday }], yesterday);
    expect((await countAndRead()).today.activeMembers).toBe(before + 2);
  });

  test("count reports, and payments apart from those that were only tried out", async () => {
    const before = (await countAndRead()).today;
    const ana = await makeSignedIn(world);
    const dan = await makeMember(world.owner, { role: "daddy" });
    await ana.browser.api.moderation.report({ body: { memberId: dan.id, reason: "harassment" } });
    await makePaidOrder(world, { id: dan.id, role: "daddy" });
    const { orderId } = await makePaidOrder(world, { id: dan.id, role: "daddy" });
    await world.owner.updateTable("productOrder").set({ isLive: true }).where("id", "=", orderId).execute();
    const after = (await countAndRead()).today;
    expect(after.reports).toBe((before.reports ?? 0) + 1);
    expect(after.trialCentavos).toBe((before.trialCentavos ?? 0) + 4_700);
    expect(after.revenueCentavos).toBe((before.revenueCentavos ?? 0) + 4_700);
  });

  test("[D4.31] are the same money that the page of orders shows, without what went back", async () => {
    const dan = await makeMember(world.owner, { role: "daddy" });
    const { orderId } = await makePaidOrder(world, { id: dan.id, role: "daddy" });
    await makePaidOrder(world, { id: dan.id, role: "daddy" });
    const body = { requestId: randomUUID(), centavos: 2_350, reason: "Desistência" };
    expect(await owner.browser.api.billing.staffRefund({ params: { id: orderId }, body })).toMatchObject({
      status: 200,
    });
    await runJobs(world);
    await world.owner.updateTable("productOrder").set({ isLive: true }).where("memberId", "=", dan.id).execute();
    await count(true);
    const { days } = await read();
    const { body: revenue } = await owner.browser.api.billing.revenue({ query: {} });
    const sumOf = (isLive: boolean) =>
      revenue.days.filter((day) => day.isLive === isLive).reduce((sum, { centavos }) => sum + centavos, 0);
    expect(revenue.days.reduce((sum, { returnedCentavos }) => sum + returnedCentavos, 0)).toBeGreaterThanOrEqual(2_350);
    expect(days.reduce((sum, { revenueCentavos }) => sum + (revenueCentavos ?? 0), 0)).toBe(sumOf(true));
    expect(days.reduce((sum, { trialCentavos }) => sum + (trialCentavos ?? 0), 0)).toBe(sumOf(false));
  });

  test("show money to the owners alone", async () => {
    await count();
    const { days } = await read(moderator);
    expect(days.every(({ revenueCentavos, trialCentavos }) => revenueCentavos === null && trialCentavos === null)).toBe(
      true,
    );
    expect(days.at(-1)?.signUps).not.toBeNull();
  });

  test("find the past of a database that was never counted, but not who was active then", async () => {
    const day = new Date(now().getTime() - 10 * DAY);
    await makeMember(world.owner, { createdAt: day });
    await count(true);
    const past = (await read()).days.find((dayRow) => dayRow.day === dayInBrazil(day));
    expect(past).toMatchObject({ signUps: 1, sentMessages: 0, activeMembers: null });
  });

  test("keep each day as it was, and close the one before when a new one begins", async () => {
    await count();
    const dan = await makeMember(world.owner, { createdAt: now() });
    const today = dayInBrazil(now());
    world.pass(DAY);
    await openStaff();
    await count();
    const { days, totals } = await read();
    const [yesterday, presentDay] = days.slice(-2);
    expect(yesterday?.day).toBe(today);
    expect(yesterday?.signUps).toBeGreaterThan(0);
    expect(presentDay).toMatchObject({ signUps: 0, sentMessages: 0, activeMembers: 0 });
    expect(totals?.messages).toBeGreaterThanOrEqual(3);
    expect(dan.id).toBeTruthy();
  });

  test("[K2.45] are all of one moment, also when members join and write during the count", async () => {
    const before = (await countAndRead()).totals;
    // The first count of a day counts all messages.
    world.pass(DAY);
    await openStaff();
    const joinFacts = { createdAt: now() };
    const [ana, dan] = [await makeWriter(world, joinFacts), await makeWriter(world, { role: "daddy", ...joinFacts })];
    const waitingCounts = sql`select from pg_locks where not granted and relation = 'withdrawal_review'::regclass`;
    const { counting } = await world.owner.transaction().execute(async (trx) => {
      // The count reads this table after the sign-ups and the messages of the day, and before all members and messages.
      await sql`lock table withdrawal_review in access exclusive mode`.execute(trx);
      const counting = count();
      await vi.waitFor(async () => expect((await waitingCounts.execute(trx)).rows).toHaveLength(1), 30_000);
      await makeMember(world.owner, joinFacts);
      expect((await ana.send(dan, "oi")).status).toBe(200);
      return { counting };
    });
    await counting;
    const { totals, days } = await read();
    expect(days.at(-1)?.signUps).toBe((totals?.members ?? 0) - before.members);
    expect(days.at(-1)?.sentMessages).toBe((totals?.messages ?? 0) - before.messages);
    const later = await countAndRead();
    expect(later.today.signUps).toBe(later.totals.members - before.members);
    expect(later.today.sentMessages).toBe(later.totals.messages - before.messages);
  });

  test("are counted by each of several counts at once", async () => {
    const before = (await countAndRead()).totals.members;
    await makeMember(world.owner);
    await race(world.owner, holdWrites("dailyStatistic"), [() => count(), () => count(true)]);
    expect((await read()).totals?.members).toBe(before + 1);
  });

  test("are refreshed by six of the staff at once, whose answers are all good", async () => {
    await count();
    world.pass(60_000);
    const presses = Array.from({ length: 6 }, () => () => owner.browser.api.statistics.recount());
    const replies = await race(world.owner, holdWrites("dailyStatistic"), presses);
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  test("are counted at once by the button, though not twice within seconds", async () => {
    await count();
    const { countedAt } = await read();
    await owner.browser.api.statistics.recount();
    expect((await read()).countedAt).toBe(countedAt);
    world.pass(5_000);
    await owner.browser.api.statistics.recount();
    expect((await read()).countedAt).not.toBe(countedAt);
  });
});

describe("the pending work", () => {
  const workOf = async (staff: Staff, kind: string) => (await read(staff)).work.find((work) => work.kind === kind);

  test("[K2.45] counts pending cases of reports, with the age of the oldest, and no reviewed ones", async () => {
    const before = (await workOf(owner, "reports"))?.count ?? 0;
    const [first, second] = [await makeMember(world.owner), await makeMember(world.owner)];
    const openedAt = new Date(now().getTime() - 400 * DAY);
    for (const { id: reportedId } of [first, second])
      await world.owner
        .insertInto("reportCase")
        .values({ id: uuidv7(now()), reportedId, openedAt })
        .execute();
    expect(await workOf(owner, "reports")).toEqual({
      kind: "reports",
      count: before + 2,
      oldestAt: openedAt.toISOString(),
      oldestId: null,
    });
    await world.owner
      .updateTable("reportCase")
      .set({ status: "reviewed", reviewedAt: now(), reviewedBy: owner.id })
      .where("reportedId", "in", [first.id, second.id])
      .execute();
    expect((await workOf(owner, "reports"))?.count).toBe(before);
  });

  test("[K2.45] counts requests of verification, notices of the public form and appeals that nobody has decided", async () => {
    const kinds = ["verifications", "notices", "appeals"];
    const counts = async () => Promise.all(kinds.map(async (kind) => (await workOf(owner, kind))?.count ?? 0));
    const before = await counts();
    const { id: memberId } = await makeMember(world.owner);
    const at = new Date(now().getTime() - 300 * DAY);
    const request = { id: uuidv7(now()), memberId, birthOn: "1990-01-01", createdAt: at, updatedAt: at };
    await world.owner
      .insertInto("verificationRequest")
      .values({ ...request, sealedKey: Buffer.alloc(32) })
      .execute();
    const sender = { senderName: "Ana", senderEmail: "ana@exemplo.invalid", receivedAt: at, dueAt: at };
    const notice = { id: uuidv7(now()), kind: "other" as const, address: "https://a.invalid", words: "Remova." };
    await world.owner
      .insertInto("notice")
      .values({ ...notice, ...sender })
      .execute();
    const measure = { id: uuidv7(now()), memberId, kind: "warning" as const, reason: "Aviso", takenBy: owner.id };
    await world.owner
      .insertInto("measure")
      .values({ ...measure, takenAt: at, appealText: "Não fui eu.", appealedAt: at })
      .execute();
    expect(await counts()).toEqual(before.map((count) => count + 1));
    for (const kind of kinds) expect((await workOf(owner, kind))?.oldestAt).toBe(at.toISOString());
  });

  test("names the order with a payment that granted nothing and has not gone back, to the owners alone", async () => {
    expect(await workOf(owner, "orders")).toMatchObject({ count: 0, oldestAt: null, oldestId: null });
    const { id } = await makeMember(world.owner, { role: "daddy" });
    const { orderId } = await makeOpenOrder(world, { id, role: "daddy" });
    const event = { kind: "surplus", detail: JSON.stringify({ payment: "pay-2", centavos: 4_700 }), happenedAt: now() };
    await world.owner
      .insertInto("orderEvent")
      .values({ id: uuidv7(now()), orderId, ...event })
      .execute();
    expect(await workOf(owner, "orders")).toMatchObject({ count: 1, oldestId: orderId });
    expect(await workOf(moderator, "orders")).toBeUndefined();
    expect(await workOf(moderator, "reports")).toBeDefined();
    const part = { orderId, paymentId: "pay-2", kind: "refund", reason: "staff", createdAt: now() } as const;
    await world.owner
      .insertInto("moneyReturn")
      .values({ ...part, returnId: "a", centavos: 4_000, state: "done" })
      .execute();
    expect((await workOf(owner, "orders"))?.count).toBe(1);
    await world.owner
      .insertInto("moneyReturn")
      .values({ ...part, returnId: "b", centavos: 700, state: "failed" })
      .execute();
    expect((await workOf(owner, "orders"))?.count).toBe(1);
    await world.owner
      .insertInto("moneyReturn")
      .values({ ...part, returnId: "c", centavos: 700, state: "done" })
      .execute();
    expect((await workOf(owner, "orders"))?.count).toBe(0);
  });

  test("names the order with an open dispute", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    const { orderId } = await makePaidOrder(world, { id, role: "daddy" });
    const dispute = {
      orderId,
      returnId: "d",
      paymentId: "p",
      kind: "dispute",
      centavos: 4_700,
      reason: "provider",
    } as const;
    await world.owner
      .insertInto("moneyReturn")
      .values({ ...dispute, state: "open", createdAt: now() })
      .execute();
    expect(await workOf(owner, "orders")).toMatchObject({ count: 1, oldestId: orderId });
    await world.owner.updateTable("moneyReturn").set({ state: "won" }).where("orderId", "=", orderId).execute();
    expect((await workOf(owner, "orders"))?.count).toBe(0);
  });
});

describe("the health of the product", () => {
  const health = async () => {
    const { status, body } = await owner.browser.api.statistics.health();
    expect(status).toBe(200);
    return body;
  };
  // Removes the jobs that earlier tests left in the queue.
  beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(world.owner));

  test("[D5.32] names the latest backup", async () => {
    expect((await health()).backup).toBeNull();
    const now = world.context.clock.now();
    for (const days of [3, 1, 2]) {
      const takenAt = new Date(now.getTime() - days * 86_400_000);
      const run = { id: randomUUID(), takenAt, finishedAt: now, bytes: days * 1_000, isEncrypted: days === 1 };
      await addBackupRun(world.owner, run, new Date(0));
    }
    const takenAt = new Date(now.getTime() - 86_400_000).toISOString();
    expect((await health()).backup).toEqual({ takenAt, bytes: 1_000, isEncrypted: true });
  });

  test("tells how many jobs wait, are planned, and have failed for good, and nothing of what they hold", async () => {
    const before = new Date(Date.now() - 60_000);
    await addJob(world.db, "send-mail", { id: "secret-payload" }, { runAt: before });
    await addJob(world.db, "send-mail", { id: "secret-payload" }, { runAt: new Date(Date.now() + DAY) });
    await addUnknownJob(world.db, "push-one", { id: "secret-payload" }, {});
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'secret error'
      where run_at <= now() and run_at > ${new Date(before.getTime() + 1_000)}`.execute(world.owner);
    const { queue, failedJobs } = await health();
    expect(queue).toEqual({
      waiting: 1,
      running: 0,
      planned: 1,
      retrying: 0,
      failed: 1,
      oldestDueAt: before.toISOString(),
    });
    expect(failedJobs).toEqual([
      { id: expect.any(Number), task: "Aviso por push", attempts: 25, failedAt: expect.any(String) },
    ]);
    expect(JSON.stringify(await health())).not.toContain("secret");
  });

  test("tells which jobs run, and since when", async () => {
    for (const task of ["send-mail", "sweep-jobs"]) await addUnknownJob(world.db, task, { id: "secret-payload" });
    const since = new Date(Date.now() - 3_600_000);
    await sql`
      update graphile_worker._private_jobs set locked_at = ${since}, locked_by = 'pool-a'
      where id = (select id from graphile_worker.jobs where task_identifier = 'send-mail')`.execute(world.owner);
    const { queue, runningJobs } = await health();
    expect(queue).toMatchObject({ waiting: 1, running: 1 });
    expect(runningJobs).toEqual([{ id: expect.any(Number), task: "Enviar um e-mail", startedAt: since.toISOString() }]);
  });

  test("has a failed job tried again, once, and writes that into the audit log", async () => {
    await addJob(world.db, "count-statistics", {}, { key: "to fail" });
    await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(world.owner);
    const [failedJob] = (await health()).failedJobs;
    const params = { job: failedJob?.id ?? 0 };
    world.pass(60_000);
    const { countedAt } = await read();
    expect((await owner.browser.api.statistics.retryJob({ params })).status).toBe(200);
    expect((await health()).queue).toMatchObject({ waiting: 1, failed: 0 });
    expect((await owner.browser.api.statistics.retryJob({ params })).failure.code).toBe("NOT_FOUND");
    await runJobs(world);
    expect((await read()).countedAt).not.toBe(countedAt);
    const entry = await world.owner
      .selectFrom("auditEntry")
      .where("action", "=", "job.retried")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actorId: owner.id, details: { job: params.job, task: "count-statistics" } });
    const log = await owner.browser.api.audit.list({ query: { action: "job.retried" } });
    expect(log.body.entries[0]?.details).toMatchObject({ task: "Contar os números do painel" });
  });

  test("has one of two retries at once tried again", async () => {
    await addUnknownJob(world.db, "send-mail", {});
    await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(world.owner);
    const params = { job: (await health()).failedJobs[0]?.id ?? 0 };
    const retry = () => owner.browser.api.statistics.retryJob({ params });
    const holdJobs = (trx: typeof world.owner) =>
      sql`lock table graphile_worker._private_jobs in share mode`.execute(trx);
    const replies = await race(world.owner, holdJobs, [retry, retry, retry]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });

  test("leaves a job that waits or runs as it is", async () => {
    await addUnknownJob(world.db, "send-mail", {}, { runAt: new Date(Date.now() + DAY) });
    const { rows } = await sql<{ id: number }>`select id::int as id from graphile_worker.jobs`.execute(world.owner);
    const reply = await owner.browser.api.statistics.retryJob({ params: { job: rows[0]?.id ?? 0 } });
    expect(reply.failure.code).toBe("NOT_FOUND");
    expect((await health()).queue.planned).toBe(1);
  });

  test("[TB.10] tells how many processes work on the database, and when some do not share what they must", async () => {
    expect((await health()).processes).toEqual({ count: 0, isContested: false, redis: "unused" });
    const claims = [0, 1].map(() => new pg.Client({ connectionString: world.connectionString }));
    for (const [isContested, client] of claims.entries()) {
      await client.connect();
      await client.query("select pg_advisory_lock_shared(hashtext('product process'), $1::int)", [isContested]);
    }
    expect((await health()).processes).toEqual({ count: 2, isContested: true, redis: "unused" });
    for (const client of claims) await client.end();
  });

  test("shows mails that wait or could not be delivered, and the free space on the disk", async () => {
    const before = (await health()).mail;
    const mail = { kind: "news" as const, subject: "Oi", text: "Oi", html: "Oi" };
    const ids: string[] = [];
    for (let at = 0; at < 2; at += 1) ids.push(await addMail(world.db, "ana@exemplo.invalid", mail, now()));
    await world.owner
      .updateTable("mail")
      .set({ failedAt: now() })
      .where("id", "=", ids[0] ?? "")
      .execute();
    const { mail: after, disk } = await health();
    expect(after).toMatchObject({ isSending: false, waiting: before.waiting + 1, failed: before.failed + 1 });
    expect(disk.totalBytes).toBeGreaterThan(disk.freeBytes);
    expect(disk.freeBytes).toBeGreaterThan(0);
  });

  test("is for the owners alone", async () => {
    const { statistics } = moderator.browser.api;
    expect((await statistics.health()).failure.code).toBe("ADMIN_ONLY");
    expect((await statistics.retryJob({ params: { job: 1 } })).failure.code).toBe("ADMIN_ONLY");
    const ana = await openBrowserOf(world, (await makeMember(world.owner)).id);
    expect((await ana.api.statistics.dashboard()).failure.userMessage).toBe(
      "Acesso negado: apenas administradores podem executar esta ação",
    );
  });
});
