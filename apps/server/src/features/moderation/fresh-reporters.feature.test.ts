import { describe, expect, test } from "vitest";
import { sendNotice } from "../../testing/notices.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const world = await openWorld({ LIMIT_NOTICE_HIDES: "1000/3600" });

type Person = Awaited<ReturnType<typeof makeSignedIn>>;

/** Reporters whose accounts have this age, a minute apart. */
const makeReporters = (count: number, ageMs: number, where = world) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      makeSignedIn(where, { createdAt: new Date(Date.now() - ageMs - at * 60_000) }),
    ),
  );
const makeDaddies = (count: number, where = world) =>
  Promise.all(Array.from({ length: count }, () => makeMember(where.owner, { role: "daddy" })));
const reportMinor = ({ browser }: Person, memberId = "") =>
  browser.api.moderation.report({ body: { memberId, reason: "underage" } });
const isHidden = async (id: string, where = world) => {
  const profile = where.owner.selectFrom("profile").where("memberId", "=", id).select("hiddenAt");
  return (await profile.executeTakeFirstOrThrow()).hiddenAt !== null;
};
const countHidden = async (members: { id: string }[], where = world) =>
  (await Promise.all(members.map(({ id }) => isHidden(id, where)))).filter(Boolean).length;
const listSeverities = async (members: { id: string }[]) => {
  const ids = members.map(({ id }) => id);
  const cases = world.owner.selectFrom("reportCase").where("reportedId", "in", ids).select("severity");
  return (await cases.execute()).map(({ severity }) => severity);
};
const countAlarms = async (where = world) => (await where.owner.selectFrom("alarm").select("id").execute()).length;

describe("[T88] reports of members for minors, by accounts", () => {
  test("younger than a day hide none of 20 rivals; each case is at the top of the queue, and the staff is called", async () => {
    const [rivals, reporters] = [await makeDaddies(20), await makeReporters(20, 0)];
    const before = await countAlarms();
    const replies = await Promise.all(reporters.map((reporter, at) => reportMinor(reporter, rivals[at]?.id)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect([await countHidden(rivals), await listSeverities(rivals)]).toEqual([0, Array(20).fill(3)]);
    expect(await countAlarms()).toBe(before + 20);
  });

  test("made within one hour hide one of 20 rivals, however old they are", async () => {
    const [rivals, reporters] = [await makeDaddies(20), await makeReporters(20, 30 * DAY)];
    for (const [at, reporter] of reporters.entries()) await reportMinor(reporter, rivals[at]?.id);
    expect([await countHidden(rivals), await listSeverities(rivals)]).toEqual([1, Array(20).fill(3)]);
  });

  test("made within one hour hide one of six rivals at the same instant", async () => {
    const [rivals, reporters] = [await makeDaddies(6), await makeReporters(6, 60 * DAY)];
    const reports = reporters.map((reporter, at) => () => reportMinor(reporter, rivals[at]?.id));
    const replies = await race(world.owner, holdWrites("automaticHide"), reports);
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await countHidden(rivals)).toBe(1);
  });

  test("younger than a day hide a profile together with an unrelated one that was made in another hour", async () => {
    const [[dan], [ana], [bia], [eva]] = await Promise.all([
      makeDaddies(1),
      makeReporters(1, HOUR),
      makeReporters(1, HOUR + 1_000),
      makeReporters(1, 5 * HOUR),
    ]);
    const hides = [];
    for (const reporter of [ana, bia, eva]) {
      if (reporter) await reportMinor(reporter, dan?.id);
      hides.push(await isHidden(dan?.id ?? ""));
    }
    expect(hides).toEqual([false, false, true]);
  });

  test("as old as a day hide a profile alone", async () => {
    const [[dan], [ana]] = [await makeDaddies(1), await makeReporters(1, DAY)];
    if (ana) await reportMinor(ana, dan?.id);
    expect(await isHidden(dan?.id ?? "")).toBe(true);
  });
});

test("[T88] a notice in the session of an account younger than a day hides no photo alone, but with a stranger's", async () => {
  const [[dan], [ana]] = [await makeDaddies(1), await makeReporters(1, 0)];
  const [fileName] = await makePhotos(world.owner, dan?.id ?? "", [0]);
  const link = world.context.photoLinks.linkTo(fileName ?? "", "large", new Date());
  const countHiddenPhotos = async () =>
    (
      await world.owner
        .selectFrom("hiddenPhoto")
        .where("memberId", "=", dan?.id ?? "")
        .select("id")
        .execute()
    ).length;
  await sendNotice(world, link, {}, ana?.browser);
  expect(await countHiddenPhotos()).toBe(0);
  await sendNotice(world, link);
  expect(await countHiddenPhotos()).toBe(0);
  const [bia] = await makeReporters(1, 3 * HOUR);
  await sendNotice(world, link, {}, bia?.browser);
  expect(await countHiddenPhotos()).toBe(1);
});

test("[T88] reports and notices draw their hides from one hourly number of the site; above it the case waits at the top", async () => {
  const braked = await openWorld({ LIMIT_NOTICE_HIDES: "2/3600" });
  const [dan, leo, rui, tom] = await makeDaddies(4, braked);
  const [ana] = await makeReporters(1, 10 * DAY, braked);
  const [bia] = await makeReporters(1, 20 * DAY, braked);
  const [fileName] = await makePhotos(braked.owner, dan?.id ?? "", [0]);
  const link = braked.context.photoLinks.linkTo(fileName ?? "", "large", new Date());
  expect((await sendNotice(braked, link, {}, ana?.browser)).status).toBe(200);
  if (ana) await reportMinor(ana, leo?.id);
  const before = await countAlarms(braked);
  if (bia) await reportMinor(bia, rui?.id);
  expect([await isHidden(leo?.id ?? "", braked), await isHidden(rui?.id ?? "", braked)]).toEqual([true, false]);
  expect(await countAlarms(braked)).toBe(before + 1);
  braked.pass(HOUR);
  if (bia) await reportMinor(bia, tom?.id);
  expect(await isHidden(tom?.id ?? "", braked)).toBe(true);
});
