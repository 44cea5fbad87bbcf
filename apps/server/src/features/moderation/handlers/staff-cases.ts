import { contract } from "@caramelo/contract/contract";
import { CASE_MESSAGES_SHOWN, CASE_PAGE } from "@caramelo/contract/limits";
import { addAuditEntry, addAuditEntryOfDay } from "../../../base/audit/queries.ts";
import { ageOn } from "../../../base/members/rules.ts";
import { findStanding } from "../../../base/members/standing-queries.ts";
import { lockStreamsAround } from "../../../base/members/stream-queries.ts";
import { cityLabelOf } from "../../../platform/cities/cities.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import type { PublishChange } from "../../../platform/http/handlers-of.ts";
import { dayInBrazil } from "../../../platform/time/calendar-rules.ts";
import { publishBell } from "../../notifications/commands.ts";
import { lockGallery } from "../../photos/queries.ts";
import { presentPhoto } from "../../photos/rules.ts";
import { photoState, presentCase, readKeptProfile } from "../case-rules.ts";
import { endAutomaticHides } from "../end-automatic-hides.ts";
import { endSlowing } from "../end-slowing.ts";
import {
  closeCase as closeOpenCase,
  findCase,
  findNextCase,
  listCases,
  listCasesAbout,
  lockCase,
} from "../queries/cases.ts";
import { countAppeals, countCases, countNotices } from "../queries/counts.ts";
import { findKeptProfile, listKeptMessages, listKeptPhotos } from "../queries/evidence.ts";
import { listMeasuresForStaff } from "../queries/measures.ts";
import { countNoticesOf } from "../queries/notices.ts";
import { listReporterRecords, listReports } from "../queries/reports.ts";
import { findSlowing } from "../queries/slowing.ts";
import { isSerialFalse } from "../report-rules.ts";
import { isRepeatOffender, memberStatus, presentStaffMeasure } from "../rules.ts";

const REPORTS_MAX = 100;
const HISTORY_MAX = 20;

export const staffCases = handle(contract.moderation.staffCases, async ({ query, db }) => {
  const { status, page = 1 } = query;
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
  // The evidence holds private messages: who of the staff reads it is recorded, once a day.
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

export const closeCase = handle(contract.moderation.closeCase, async ({ params, body, me, ...context }) => {
  const now = context.clock.now();
  const { status } = body;
  await changeCase(context, params.id, async (trx, memberId) => {
    if (!(await closeOpenCase(trx, params.id, { status, reviewedBy: me.id, reviewedAt: now }))) fail("CASE_CLOSED");
    const hides = { caseId: params.id, evenOfNotices: false };
    await endAutomaticHides(trx, { site: context.site, now }, { memberId, hides, actorId: me.id });
    await endSlowing(trx, { memberId, actorId: me.id, now });
    const action = status === "reviewed" ? "report.reviewed" : "report.dismissed";
    await addAuditEntry(trx, { at: now, actorId: me.id, action, subjectId: memberId, details: { case: params.id } });
  });
  return {};
});

export const restoreHidden = handle(contract.moderation.restoreHidden, async ({ params, me, ...context }) => {
  const now = context.clock.now();
  await changeCase(context, params.id, async (trx, memberId) => {
    const hides = { caseId: params.id, evenOfNotices: true };
    await endAutomaticHides(trx, { site: context.site, now }, { memberId, hides, actorId: me.id });
    const details = { case: params.id };
    await addAuditEntry(trx, { at: now, actorId: me.id, action: "report.restored", subjectId: memberId, details });
  });
  return {};
});

export const liftSlowing = handle(contract.moderation.liftSlowing, async ({ params, me, db, clock }) => {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const standing = await findStanding(trx, params.id);
    if (!standing || standing.role === "admin") fail("NOT_FOUND");
    await endSlowing(trx, { memberId: params.id, actorId: me.id, now });
  });
  return {};
});

type Changing = Pick<Context, "db" | "live"> & { publishChange: PublishChange };
type Change = (trx: Db, memberId: string) => Promise<void>;

/** Changes a case under the locks of its member's stream, their profile and its own, in this order, and tells the member. */
async function changeCase({ db, live, publishChange }: Changing, id: string, change: Change): Promise<void> {
  const { reportedId } = (await findCase(db, id)) ?? fail("NOT_FOUND");
  await db.transaction().execute(async (trx) => {
    await lockStreamsAround(trx, [reportedId]);
    await lockGallery(trx, reportedId);
    await lockCase(trx, id);
    await change(trx, reportedId);
  });
  publishChange([reportedId]);
  await publishBell({ db, live }, reportedId);
}

async function readReports(db: Db, caseId: string) {
  const reports = await listReports(db, caseId, REPORTS_MAX);
  const records = await listReporterRecords(db, [...new Set(reports.map(({ reporterId }) => reporterId))]);
  return reports.map(({ id, reporterId, reason, details, createdAt: at, name, email, photoId }) => {
    const record = records.get(reporterId);
    const { cases, dismissed } = record ?? { cases: 0, dismissed: 0 };
    const reporter = { id: reporterId, name, email, cases, dismissed, isSerialFalse: isSerialFalse(record) };
    return { id, reporter, reason, details, at, photoId };
  });
}

async function readEvidence({ db, clock, photoLinks }: Pick<Context, "db" | "clock" | "photoLinks">, caseId: string) {
  const now = clock.now();
  const kept = readKeptProfile(await findKeptProfile(db, caseId));
  const photos = await listKeptPhotos(db, caseId);
  const messages = await listKeptMessages(db, caseId, CASE_MESSAGES_SHOWN);
  return {
    profile: kept
      ? {
          name: kept.name,
          age: kept.bornOn === null ? null : ageOn(kept.bornOn, dayInBrazil(now)),
          city: kept.cityId === null ? null : cityLabelOf(kept.cityId),
          bio: kept.bio,
          lookingFor: kept.lookingFor,
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

/** From the oldest to the latest; ids of one millisecond are in order, too. */
function inOrder<T extends { id: string; sentAt: Date }>(messages: T[]): T[] {
  return messages.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || (a.id < b.id ? -1 : 1));
}

async function readHistory(db: Db, { id, reportedId }: { id: string; reportedId: string }) {
  const standing = (await findStanding(db, reportedId)) ?? fail("NOT_FOUND");
  const measures = await listMeasuresForStaff(db, reportedId, HISTORY_MAX);
  return {
    memberSince: standing.createdAt,
    status: memberStatus(standing),
    isVerified: standing.isVerified,
    isRepeatOffender: isRepeatOffender(measures),
    isSlowed: (await findSlowing(db, reportedId)).isSlowed,
    measures: measures.map(presentStaffMeasure),
    cases: await listCasesAbout(db, reportedId, id, HISTORY_MAX),
  };
}
