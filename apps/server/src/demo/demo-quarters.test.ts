import { expect, test } from "vitest";
import { makeMember } from "../testing/people.ts";
import { openWorld } from "../testing/world.ts";
import { addQuarter } from "./history/add-quarters.ts";

const world = await openWorld();
const { owner } = world;
const now = () => world.context.clock.now();
const QUARTER = { year: 2026, number: 1 };
const PAST = { reports: 12, warnings: 10, suspensions: 1, acceptedNotices: 2, refusedNotices: 3 };

const makeAll = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => makeMember(owner)))).map(({ id }) => id);
const countRows = async () => ({
  cases: (await owner.selectFrom("reportCase").select("id").execute()).length,
  figures: (await owner.selectFrom("quarterFigure").select("name").execute()).length,
});

test("a demo's past quarter has what was planned, counted like any other quarter, once", async () => {
  const people = { reporters: await makeAll(3), reported: await makeAll(12) };
  const add = () => addQuarter(owner, QUARTER, PAST, { people, now: now() });
  // Nobody of the staff could have decided anything.
  await add();
  expect(await countRows()).toEqual({ cases: 0, figures: 0 });

  await makeMember(owner, { role: "admin" });
  await add();
  const before = await countRows();
  await add();
  expect(await countRows()).toEqual(before);

  const figures = await owner.selectFrom("quarterFigure").select(["name", "value"]).execute();
  expect(Object.fromEntries(figures.map(({ name, value }) => [name, value]))).toMatchObject({
    reports: 12,
    reportDecisions: 12,
    warnings: 10,
    suspensions: 1,
    notices: 5,
    noticesAccepted: 2,
    noticesRefused: 3,
  });
  // All of it is decided, and nobody is suspended any more.
  expect(await owner.selectFrom("reportCase").where("status", "=", "pending").select("id").execute()).toEqual([]);
  expect(await owner.selectFrom("notice").where("status", "=", "pending").select("id").execute()).toEqual([]);
  expect(await owner.selectFrom("measure").where("kind", "=", "suspension").select("endedAt").execute()).toEqual([
    { endedAt: expect.any(Date) },
  ]);
});

test("a demo with too few members has no past quarter", async () => {
  const people = { reporters: await makeAll(1), reported: await makeAll(2) };
  const before = await countRows();
  await addQuarter(owner, { year: 2025, number: 4 }, PAST, { people, now: now() });
  expect(await countRows()).toEqual(before);
});
