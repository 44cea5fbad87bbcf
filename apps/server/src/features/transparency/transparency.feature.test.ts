import { randomUUID } from "node:crypto";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { beforeAll, expect, test } from "vitest";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { makeCase, makeMeasure, makeNotice } from "../../testing/moderation.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeVerification } from "../../testing/verifications.ts";
import { openWorld } from "../../testing/world.ts";
import { countQuarter } from "./count-quarter.ts";
import { countQuarters } from "./jobs.ts";
import { addAuthorityRequest } from "./queries.ts";
import { addQuarters, firstDayOf, periodOf, quarterOf, startOf } from "./rules.ts";

const world = await openWorld();
const { owner } = world;
const now = () => world.context.clock.now();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// The weeks after a quarter's end, whatever the day on which the tests run.
const next = startOf(addQuarters(quarterOf(dayInBrazil(now())), 1));
world.pass(next.getTime() + 20 * DAY - now().getTime());
const runningQuarter = quarterOf(dayInBrazil(now()));
const endedQuarter = addQuarters(runningQuarter, -1);
const { from, until } = periodOf(endedQuarter);
const at = (hours: number) => new Date(from.getTime() + hours * HOUR);
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

const read = async () => {
  const { status, body, headers } = await world.browser().api.transparency.list();
  expect(status).toBe(200);
  return { ...body, headers };
};

let staffId: string;
beforeAll(async () => {
  staffId = (await makeMember(owner, { role: "admin", createdAt: at(-5_000) })).id;
});

/** Stores a case with reports of several members; the staff closes it after this many hours. */
async function addReports(reporters: string[], reportedId: string, openedAt: Date, hours: number): Promise<void> {
  const reviewedAt = new Date(openedAt.getTime() + hours * HOUR);
  const caseId = await makeCase(world, reportedId, { openedAt, status: "reviewed", reviewedBy: staffId, reviewedAt });
  for (const reporterId of reporters) {
    const report = { id: randomUUID(), caseId, reporterId, reason: "spam_or_scam" as const, createdAt: openedAt };
    await owner.insertInto("report").values(report).execute();
  }
}

test("[D5.38] before a quarter has ended, anybody reads which one is running, and caches may keep the answer", async () => {
  const { headers, ...page } = await read();
  expect(page).toEqual({ running: runningQuarter, quarters: [] });
  expect(headers.get("cache-control")).toBe("public, max-age=3600");
  // An installation without members has nothing to count.
  expect(await countQuarters(world.context)).toBe(0);
});

test("[D5.38] a job counts an ended quarter from what happened in it, and the page shows no number below ten", async () => {
  const people = await Promise.all(times(12).map(() => makeMember(owner, { createdAt: at(-3_000) })));
  const ids = people.map(({ id }) => id);
  const [reportedId = "", appellantId = ""] = ids;
  // Eleven cases waited for 2 hours and 24 minutes and one for 50 hours, which the median does not notice.
  for (const id of ids.slice(1)) await addReports([reportedId], id, at(1), 2.4);
  await addReports([appellantId], reportedId, at(100), 50);
  for (const index of times(11)) {
    const takenAt = at(200 + index);
    await makeMeasure(world, appellantId, { takenAt });
    await makeMeasure(world, appellantId, { kind: "under_review", takenAt });
    const kind = index < 3 ? ("suspension" as const) : ("photo_hidden" as const);
    const photo = kind === "photo_hidden" ? { photoId: randomUUID() } : {};
    const decided = { decidedAt: takenAt, decidedBy: staffId, isGranted: index < 1, answer: "Lemos de novo." };
    const appeal = { appealText: "Não fui eu.", appealedAt: takenAt, ...decided };
    await makeMeasure(world, appellantId, { kind, ...photo, takenAt, endedAt: takenAt, ...appeal });
  }
  for (const index of times(24)) {
    const [receivedAt, isAccepted] = [at(300 + index), index < 11];
    const decision = { decidedAt: at(301 + index), decidedBy: staffId, answer: "Obrigado." };
    await makeNotice(world, null, { receivedAt, status: isAccepted ? "accepted" : "refused", ...decision });
  }
  // A notice by a member does not count, nor an undecided one by an unknown sender.
  await makeNotice(world, null, { receivedAt: at(400), senderId: appellantId });
  await makeNotice(world, null, { receivedAt: at(401) });
  await makeNotice(world, null, { receivedAt: at(402), confirmedAt: at(403) });
  // Two reports hide one photo together.
  for (const memberId of [reportedId, reportedId, ...ids.slice(2)]) {
    const photoId = memberId === reportedId ? "00000000-0000-4000-8000-000000000001" : randomUUID();
    const hide = { id: randomUUID(), memberId, photoId, hiddenAt: at(500), endedAt: at(501) };
    await owner.insertInto("automaticHide").values(hide).execute();
  }

  expect(await countQuarters(world.context)).toBe(1);
  const [quarter, ...others] = (await read()).quarters;
  expect(others).toEqual([]);
  expect(quarter).toMatchObject(endedQuarter);
  const { counts, medians } = quarter ?? {};
  const exact = (value: number) => ({ look: "exact", value });
  const few = { look: "few", value: null };
  expect(counts).toEqual({
    reports: exact(12),
    warnings: exact(11),
    photosTaken: few,
    suspensions: few,
    bans: few,
    photosHidden: exact(11),
    profilesHidden: few,
    // Eleven, of which one was granted.
    appeals: { look: "withheld", value: null },
    appealsGranted: few,
    appealsRefused: exact(10),
    notices: exact(25),
    noticesAccepted: exact(11),
    noticesRefused: exact(13),
    authorityRequests: few,
    authorityGranted: few,
    authorityPartlyGranted: few,
    authorityRefused: few,
  });
  expect(medians).toEqual({ reportSeconds: exact(7_200), verificationSeconds: few });
});

test("[D5.38] a counted quarter never changes: a second run counts nothing, and keeps what evidence went since", async () => {
  const before = (await read()).quarters;
  await owner.deleteFrom("notice").execute();
  const { id } = await makeMember(owner);
  for (const index of times(15)) await makeMeasure(world, id, { takenAt: at(index) });
  expect(await countQuarters(world.context)).toBe(0);
  await countQuarter(world.db, endedQuarter, now());
  expect((await read()).quarters).toEqual(before);
});

test("[D5.38] of two processes that count a quarter at once, one stores each number", async () => {
  const quarter = addQuarters(endedQuarter, -3);
  const count = () => countQuarter(world.db, quarter, now());
  await race(owner, holdWrites("quarterFigure"), [count, count]);
  const figures = await owner
    .selectFrom("quarterFigure")
    .where("startsOn", "=", firstDayOf(quarter))
    .select("name")
    .execute();
  expect(figures.length).toBeGreaterThan(10);
  expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length);
});

test("[D5.38] the first and the last moment of a quarter in São Paulo belong to it, and those around do not", async () => {
  const quarter = addQuarters(endedQuarter, -4);
  const { from: first, until: end } = periodOf(quarter);
  const { id } = await makeMember(owner);
  const moments = [first.getTime() - 1, first.getTime(), end.getTime() - 1, end.getTime()];
  for (const moment of moments) await makeMeasure(world, id, { kind: "warning", takenAt: new Date(moment) });
  await countQuarter(world.db, quarter, now());
  const storedFigure = await owner
    .selectFrom("quarterFigure")
    .where("startsOn", "=", firstDayOf(quarter))
    .where("name", "=", "warnings")
    .select("value")
    .executeTakeFirst();
  expect(storedFigure?.value).toBe(2);
});

test("[D5.38] a case with many reports is one decision, which waited since its first report", async () => {
  const quarter = addQuarters(endedQuarter, -7);
  const { from: first } = periodOf(quarter);
  const people = await Promise.all(times(11).map(() => makeMember(owner)));
  const [reportedId = "", ...reporters] = people.map(({ id }) => id);
  await addReports(reporters, reportedId, first, 8);
  for (const id of reporters.slice(0, 2)) await addReports([reportedId], id, first, 2);
  const { caseId } = await owner
    .selectFrom("report")
    .where("createdAt", "=", first)
    .where("reporterId", "=", reportedId)
    .select("caseId")
    .executeTakeFirstOrThrow();
  const late = { id: randomUUID(), caseId, reporterId: reporters[5] ?? "", reason: "spam_or_scam" as const };
  await owner
    .insertInto("report")
    .values({ ...late, createdAt: new Date(first.getTime() + HOUR) })
    .execute();
  // A case that the rules opened has no report, and no reporter waits for it.
  const flagged = { openedAt: first, status: "reviewed" as const, reviewedBy: staffId };
  await makeCase(world, reportedId, {
    ...flagged,
    flaggedAt: first,
    reviewedAt: new Date(first.getTime() + 90 * HOUR),
  });
  await countQuarter(world.db, quarter, now());
  const storedFigures = await owner
    .selectFrom("quarterFigure")
    .where("startsOn", "=", firstDayOf(quarter))
    .where("name", "in", ["reportDecisions", "reportSeconds", "reports"])
    .orderBy("name")
    .select("value")
    .execute();
  expect(storedFigures.map(({ value }) => value)).toEqual([3, 2 * 3_600, 13]);
});

test("[D5.38] an account or a photo with several measures in a quarter counts once, and each warning counts", async () => {
  const quarter = addQuarters(endedQuarter, -8);
  const { from: takenAt } = periodOf(quarter);
  const [{ id: first }, { id: second }] = [await makeMember(owner), await makeMember(owner)];
  const photoId = randomUUID();
  for (const memberId of [first, first, second]) {
    await makeMeasure(world, memberId, { kind: "warning", takenAt });
    for (const kind of ["suspension", "ban"] as const)
      await makeMeasure(world, memberId, { kind, takenAt, endedAt: takenAt });
    const photo = memberId === first ? photoId : randomUUID();
    await makeMeasure(world, memberId, { kind: "photo_hidden", photoId: photo, takenAt });
  }
  await countQuarter(world.db, quarter, now());
  const storedFigures = await owner
    .selectFrom("quarterFigure")
    .where("startsOn", "=", firstDayOf(quarter))
    .where("name", "in", ["bans", "photosTaken", "suspensions", "warnings"])
    .orderBy("name")
    .select(["name", "value"])
    .execute();
  expect(storedFigures).toEqual([
    { name: "bans", value: 2 },
    { name: "photosTaken", value: 2 },
    { name: "suspensions", value: 2 },
    { name: "warnings", value: 3 },
  ]);
});

test("[D5.38] the median of verifications is that of the first decisions, also after an approval was revoked", async () => {
  const quarter = addQuarters(endedQuarter, -5);
  const { from: first } = periodOf(quarter);
  const moment = (hours: number) => new Date(first.getTime() + hours * HOUR);
  for (const index of times(10)) {
    const { id: memberId } = await makeMember(owner);
    const { id: request } = await makeVerification(world, memberId, { createdAt: moment(0) });
    const entry = { actorId: staffId, subjectId: memberId, details: { request } };
    await addAuditEntry(world.db, { ...entry, at: moment(index + 1), action: "verification.approved" });
    await addAuditEntry(world.db, { ...entry, at: moment(900), action: "verification.revoked" });
  }
  await countQuarter(world.db, quarter, now());
  const storedFigures = await owner
    .selectFrom("quarterFigure")
    .where("startsOn", "=", firstDayOf(quarter))
    .where("name", "in", ["verificationSeconds", "verificationDecisions"])
    .orderBy("name")
    .select("value")
    .execute();
  // Ten requests waited for 1 to 10 hours, so the median lies between 5 and 6.
  expect(storedFigures.map(({ value }) => value)).toEqual([10, 5.5 * 3_600]);
});

test("[D5.38] a request of an authority counts when it was recorded", async () => {
  const quarter = addQuarters(endedQuarter, -6);
  const { from: first, until: end } = periodOf(quarter);
  const request = { authority: "court" as const, words: "Registros de acesso.", recordedBy: staffId };
  for (const outcome of ["granted", "granted", "refused"] as const) {
    const receivedOn = dayInBrazil(new Date(first.getTime() - 3 * DAY));
    await addAuthorityRequest(world.db, { ...request, id: randomUUID(), receivedOn, outcome, recordedAt: first });
  }
  const late = { id: randomUUID(), receivedOn: firstDayOf(quarter), outcome: "partly" as const, recordedAt: end };
  await addAuthorityRequest(world.db, { ...request, ...late });
  await countQuarter(world.db, quarter, now());
  const storedFigures = await owner
    .selectFrom("quarterFigure")
    .where("startsOn", "=", firstDayOf(quarter))
    .where("name", "in", ["authorityGranted", "authorityPartlyGranted", "authorityRefused", "authorityRequests"])
    .orderBy("name")
    .select(["name", "value"])
    .execute();
  expect(storedFigures).toEqual([
    { name: "authorityGranted", value: 2 },
    { name: "authorityPartlyGranted", value: 0 },
    { name: "authorityRefused", value: 1 },
    { name: "authorityRequests", value: 3 },
  ]);
});

test("a quarter that has just ended is within the period of the page, and the running one is not counted", async () => {
  expect(until.getTime()).toBeLessThan(now().getTime());
  const names = (await read()).quarters.map(({ year, number }) => `${year}/${number}`);
  expect(names).toContain(`${endedQuarter.year}/${endedQuarter.number}`);
  expect(names).not.toContain(`${runningQuarter.year}/${runningQuarter.number}`);
});
