import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { CASE_MESSAGES_SHOWN, CASE_PAGE } from "@caramelo/contract/limits";
import { mapAbout } from "@caramelo/contract/texts/about";
import { addAuditEntryOfDay } from "../../../base/audit/queries.ts";
import { ageOn, presentNamed } from "../../../base/members/rules.ts";
import { findSlowing } from "../../../base/members/slowing-queries.ts";
import { findStanding } from "../../../base/members/standing-queries.ts";
import { cityLabelOf } from "../../../platform/cities/cities.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { presentPhoto } from "../../photos/rules.ts";
import { recordListing } from "../../staff-watch/commands.ts";
import { photoState, presentCase, readKeptProfile } from "../case-rules.ts";
import { countAppeals, countCases, countNotices } from "../queries/counts.ts";
import { findKeptProfile, listKeptMessages } from "../queries/evidence.ts";
import { listKeptPhotos } from "../queries/kept-photos.ts";
import { listMeasuresForStaff } from "../queries/measures.ts";
import { countNoticesOf } from "../queries/notices.ts";
import { listReporterRecords, listReports } from "../queries/reports.ts";
import { findCase, findNextCase, listCases, listCasesAbout } from "../queries/staff-cases.ts";
import { isSerialFalse } from "../report-rules.ts";
import { isRepeatOffender, memberStatus, presentStaffMeasure } from "../rules.ts";

const REPORTS_MAX = 100;
const HISTORY_MAX = 20;

export const staffCases = handle(contract.moderation.staffCases, async ({ query, me, ...context }) => {
  const { db } = context;
  const { status, page = 1 } = query;
  await recordListing(context, me, { list: "cases", page });
  const rows = await listCases(db, { status, offset: (page - 1) * CASE_PAGE, limit: CASE_PAGE });
  const notices = await countNoticesOf(
    db,
    rows.map(({ reportedId }) => reportedId),
  );
  return {
    cases: rows.map((row) => presentCase(row, notices.get(row.reportedId) ?? 0)),
    count: await countCases(db, status),
    waiting: {
      cases: await countCases(db, "pending"),
      appeals: await countAppeals(db, false),
      notices: await countNotices(db, false),
    },
  };
});

export const staffCase = handle(contract.moderation.staffCase, async ({ params, me, ...context }) => {
  const { db, clock } = context;
  const row = (await findCase(db, params.id)) ?? fail("NOT_FOUND");
  const now = clock.now();
  const entry = { at: now, actorId: me.id, action: "report.opened", subjectId: row.reportedId };
  // The evidence holds private messages, so each reader among the staff is recorded, once a day.
  await addAuditEntryOfDay(db, { ...entry, details: { case: row.id } }, dayInBrazil(now));
  const notices = await countNoticesOf(db, [row.reportedId]);
  return {
    ...presentCase(row, notices.get(row.reportedId) ?? 0),
    reports: await readReports(db, row.id),
    evidence: await readEvidence(context, row.id),
    member: await readHistory(db, row),
    nextId: (await findNextCase(db, row.id)) ?? null,
  };
});

async function readReports(db: Db, caseId: string) {
  const reports = await listReports(db, caseId, REPORTS_MAX);
  const records = await listReporterRecords(db, [...new Set(reports.map(({ reporterId }) => reporterId))]);
  return reports.map(({ id, reporterId, reason, details, createdAt: at, name, email, photoId }) => {
    const record = records.get(reporterId);
    const { cases, dismissed } = record ?? { cases: 0, dismissed: 0 };
    const namedReporter = presentNamed({ id: reporterId, name, email });
    const reporter = { ...namedReporter, cases, dismissed, isSerialFalse: isSerialFalse(record) };
    return { id, reporter, reason, details, at, photoId };
  });
}

async function readEvidence({ db, clock, photoLinks }: Pick<Context, "db" | "clock" | "photoLinks">, caseId: string) {
  const now = clock.now();
  const keptProfile = readKeptProfile(await findKeptProfile(db, caseId));
  const photos = await listKeptPhotos(db, caseId);
  const messages = await listKeptMessages(db, caseId, CASE_MESSAGES_SHOWN);
  return {
    profile: keptProfile
      ? {
          name: keptProfile.name,
          age: keptProfile.bornOn === null ? null : ageOn(keptProfile.bornOn, dayInBrazil(now)),
          city: keptProfile.cityId === null ? null : cityLabelOf(keptProfile.cityId),
          ...mapAbout((text) => keptProfile[text.name] ?? ""),
        }
      : null,
    photos: photos.map((photo) => ({
      ...presentPhoto(photo, { photoLinks, now }),
      photoId: photo.photoId,
      state: photoState(photo),
    })),
    messages: inOrder(messages).map(({ sentAt: at, ...message }) => ({ ...message, at })),
  };
}

/** Sorts messages from the oldest to the latest; within one millisecond their ids give the order. */
function inOrder<T extends { id: string; sentAt: Date }>(messages: T[]): T[] {
  return messages.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || (a.id < b.id ? -1 : 1));
}

async function readHistory(db: Db, { id, reportedId }: { id: string; reportedId: string }) {
  // The case must be decided even if its member has erased the account.
  const standing = await findStanding(db, reportedId);
  const measures = await listMeasuresForStaff(db, reportedId, HISTORY_MAX);
  return {
    memberSince: standing?.createdAt ?? null,
    status: standing ? memberStatus(standing) : ("erased" as const),
    isVerified: standing?.isVerified ?? false,
    isRepeatOffender: isRepeatOffender(measures),
    isSlowed: (await findSlowing(db, reportedId)).isSlowed,
    measures: measures.map(presentStaffMeasure),
    cases: await listCasesAbout(db, reportedId, id, HISTORY_MAX),
  };
}
