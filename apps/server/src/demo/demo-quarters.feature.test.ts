import { expect, test } from "vitest";
import { makeMember } from "../testing/people.ts";
import { openWorld } from "../testing/world.ts";
import { addPastQuarters } from "./history/add-past-quarters.ts";

const world = await openWorld();
const { owner } = world;

const makeAll = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => makeMember(owner)))).map(({ id }) => id);
const countRows = async () => ({
  cases: (await owner.selectFrom("reportCase").select("id").execute()).length,
  figures: (await owner.selectFrom("quarterFigure").select("name").execute()).length,
});

test("a demo has two past quarters, counted like any other quarter, and its next start adds nothing", async () => {
  const people = { reporters: await makeAll(3), reported: await makeAll(40) };
  const add = (whoReports = people) => addPastQuarters(owner, whoReports, world.context.clock.now());
  // No member of the staff could have decided anything.
  await add();
  await makeMember(owner, { role: "admin" });
  // Too few members joined long ago.
  await add({ ...people, reported: people.reported.slice(0, 5) });
  expect(await countRows()).toEqual({ cases: 0, figures: 0 });

  await add();
  const before = await countRows();
  expect(before.cases).toBe(37 + 26);
  await add();
  expect(await countRows()).toEqual(before);

  const { quarters } = (await world.browser().api.transparency.list()).body;
  expect(quarters.map(({ counts, medians }) => [counts.reports.value, medians.reportSeconds.look])).toEqual([
    [37, "exact"],
    [26, "exact"],
  ]);
  expect(quarters.map(({ counts }) => [counts.warnings.value, counts.suspensions.look, counts.notices.look])).toEqual([
    [14, "few", "withheld"],
    [11, "few", "exact"],
  ]);
  // All of it is decided, and no member is suspended any more.
  expect(await owner.selectFrom("reportCase").where("status", "=", "pending").select("id").execute()).toEqual([]);
  expect(await owner.selectFrom("notice").where("status", "=", "pending").select("id").execute()).toEqual([]);
  expect(
    await owner.selectFrom("measure").where("endedAt", "is", null).where("kind", "=", "suspension").execute(),
  ).toEqual([]);
});
