import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { makeCase } from "../../testing/moderation.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { addReport } from "./queries/reports.ts";
import { forgetReportWords } from "./retention-jobs.ts";

const world = await openWorld();
const DAY = 86_400_000;
const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * DAY);

const staff = await makeMember(world.owner, { role: "admin" });
const [ana, bia] = [await makeMember(world.owner), await makeMember(world.owner)];

/** A case, closed `daysAgo` days ago or still open: two reports by Ana with her own words, and Bia's without. */
async function makeReported(daysAgo: number | undefined): Promise<string> {
  const { id } = await makeMember(world.owner, { role: "daddy" });
  const review = { status: "dismissed" as const, reviewedBy: staff.id, reviewedAt: ago(daysAgo ?? 0) };
  const caseId = await makeCase(world, id, { openedAt: ago(400), ...(daysAgo !== undefined && review) });
  const report = { caseId, fileName: null, createdAt: ago(400) };
  for (const text of ["Outro: pediu dinheiro.", "Outro: insistiu."])
    await addReport(world.db, {
      ...report,
      id: crypto.randomUUID(),
      reporterId: ana.id,
      reason: "other",
      details: text,
    });
  const otherReport = { id: crypto.randomUUID(), reporterId: bia.id, reason: "spam_or_scam" as const, details: null };
  await addReport(world.db, { ...report, ...otherReport });
  return caseId;
}

const readWords = async (caseId: string) => {
  const reports = await world.owner.selectFrom("report").where("caseId", "=", caseId).select("details").execute();
  return reports.map(({ details }) => details).sort();
};

test("[D5.13] the words of a report end six months after its case was closed, and the report stays", async () => {
  const [old, recent, open] = [await makeReported(184), await makeReported(182), await makeReported(undefined)];
  const client = new pg.Client({ connectionString: world.connectionString });
  await client.connect();
  expect(await forgetReportWords(client, now)).toBe(1);
  expect(await forgetReportWords(client, now)).toBe(0);
  await client.end();
  expect(await readWords(old)).toEqual(["Outro", "Outro (2)", null]);
  const words = ["Outro: insistiu.", "Outro: pediu dinheiro.", null];
  expect(await readWords(recent)).toEqual(words);
  expect(await readWords(open)).toEqual(words);
});

test("[D5.13] only the database's owner makes a report forget its words", async () => {
  await expect(sql`select forget_report_words(now(), 1)`.execute(world.db)).rejects.toThrow(/permission denied/);
});
