import { contract } from "@caramelo/contract/contract";
import { CASE_PAGE } from "@caramelo/contract/limits";
import { measureReasons } from "@caramelo/contract/texts/moderation";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { lockMember } from "../../accounts/queries/accounts.ts";
import { addAuditEntry } from "../../audit/queries.ts";
import { addMail } from "../../mail/queries.ts";
import { lockStreams } from "../../messaging/queries/streams.ts";
import { deferPositions, findPhotoByName, hidePhoto, keepPhotoHidden, lockGallery } from "../../photos/queries.ts";
import { findStanding, hideProfile } from "../../profiles/queries.ts";
import { raiseSeverity } from "../../safety/case-queries.ts";
import { openCase } from "../../safety/queries.ts";
import { endAutomaticHides } from "../end-automatic-hides.ts";
import { alarmMail, noticeDecidedMail, noticeNumber, noticeReceivedMail, readContentAddress } from "../notice-rules.ts";
import { keepPhotos, keepProfile } from "../queries/evidence.ts";
import { addAutomaticHides } from "../queries/hides.ts";
import {
  addNotice,
  countNotices,
  decideOpenNotice,
  findNotice,
  hasHidingNotice,
  listNotices,
  lockNotice,
} from "../queries/notices.ts";
import { listTeamAddresses } from "../queries/team.ts";
import { NOTICE_SEVERITY, noticeDueAt } from "../rules.ts";
import { suspendMember } from "../suspend-member.ts";
import { takeMeasure } from "../take-measure.ts";

const COUNT_MAX = 10_001;
const TEAM_MAX = 20;

/** Answers the same whether the address names something of ours or not, so that nobody learns by it who is here. */
export const sendNotice = handle(contract.moderation.sendNotice, async ({ body, db, clock, site }) => {
  const now = clock.now();
  const id = uuidv7(now);
  const dueAt = noticeDueAt(now);
  await db.transaction().execute(async (trx) => {
    const named = await hideNamed(trx, { id, ...body }, now);
    const { kind, address, words, name: senderName, email: senderEmail } = body;
    await addNotice(trx, { id, kind, address, words, senderName, senderEmail, ...named, receivedAt: now, dueAt });
    await addMail(trx, { id: uuidv7(now), to: senderEmail, createdAt: now, ...noticeReceivedMail(id) });
    for (const to of await listTeamAddresses(trx, TEAM_MAX))
      await addMail(trx, { id: uuidv7(now), to, createdAt: now, ...alarmMail(site.origin, "/admin/denuncias/avisos") });
  });
  return { number: noticeNumber(id), dueAt };
});

type Sent = { id: string; address: string; email: string; kind: string };

/**
 * Finds what a notice names, opens the case about its member with the evidence, and hides the photo or the profile, unless
 * another notice of this sender has hidden something that waits.
 */
async function hideNamed(trx: Db, { id, address, email, kind }: Sent, now: Date) {
  const named = readContentAddress(address);
  if (!named) return {};
  const { memberId, name } = named;
  await lockGallery(trx, memberId);
  const standing = await findStanding(trx, memberId);
  if (!standing || standing.role === "admin") return {};
  const caseId = await openCase(trx, { id: uuidv7(now), reportedId: memberId, openedAt: now });
  await raiseSeverity(trx, caseId, NOTICE_SEVERITY);
  await keepPhotos(trx, caseId, memberId, now);
  await keepProfile(trx, caseId, memberId, now);
  const photo = name === undefined ? undefined : await findPhotoByName(trx, { memberId, name });
  const facts = { memberId, photoId: photo?.id ?? null, fileName: photo?.fileName ?? null };
  // Only what cannot wait is hidden before anybody has looked.
  if (kind === "other" || (await hasHidingNotice(trx, email))) return facts;
  // By its id the hide is known as this notice's.
  await addAutomaticHides(trx, [{ id, memberId, caseId, reporterId: null, photoId: facts.photoId, hiddenAt: now }]);
  if (photo) {
    await deferPositions(trx);
    await hidePhoto(trx, memberId, { id: photo.id, isUnderReview: true, now });
  } else {
    await hideProfile(trx, memberId, now);
  }
  return { ...facts, hasHidden: true };
}

export const staffNotices = handle(contract.moderation.staffNotices, async ({ query, db, clock, photoLinks }) => {
  const { status = "pending", page = 1 } = query;
  const isDecided = status === "decided";
  const rows = await listNotices(db, { isDecided, offset: (page - 1) * CASE_PAGE, limit: CASE_PAGE });
  const now = clock.now();
  return {
    notices: rows.map(({ memberId, name, email, fileName, ...row }) => ({
      ...row,
      member: memberId === null ? null : { id: memberId, name: name ?? "", email: email ?? "" },
      photoUrl: fileName === null ? null : photoLinks.linkTo(fileName, "medium", now),
    })),
    count: await countNotices(db, isDecided, COUNT_MAX),
  };
});

export const decideNotice = handle(
  contract.moderation.decideNotice,
  async ({ params, body, me, publishChange, live, ...context }) => {
    const { db, clock } = context;
    const now = clock.now();
    const { isAccepted, answer } = body;
    const { memberId } = (await findNotice(db, params.id)) ?? fail("NOT_FOUND");
    const isTakenOut = await db.transaction().execute(async (trx) => {
      if (memberId) {
        await lockStreams(trx, [memberId]);
        await lockMember(trx, memberId);
        await lockGallery(trx, memberId);
      }
      const notice = await lockNotice(trx, params.id);
      if (notice?.status !== "pending") fail("NOT_FOUND");
      const status = isAccepted ? "accepted" : "refused";
      await decideOpenNotice(trx, notice.id, { status, answer, decidedBy: me.id, decidedAt: now });
      if (isAccepted) await takeAway(trx, context, { notice, actorId: me.id }, now);
      // What reports or other notices have hidden, too, goes on waiting for them.
      if (memberId) await endAutomaticHides(trx, memberId, { noticeId: notice.id }, now);
      const mail = noticeDecidedMail(notice.id, { isAccepted, answer });
      await addMail(trx, { id: uuidv7(now), to: notice.senderEmail, createdAt: now, ...mail });
      const details = { notice: notice.id, answer };
      await addAuditEntry(trx, { at: now, actorId: me.id, action: `notice.${status}`, subjectId: memberId, details });
      return isAccepted && notice.photoId === null;
    });
    if (memberId) publishChange([memberId]);
    if (memberId && isTakenOut) live.endMember(memberId);
    return {};
  },
);

type Accepted = { notice: NonNullable<Awaited<ReturnType<typeof lockNotice>>>; actorId: string };

/** The named photo stays away and does not come back; without one, the named member is suspended. */
async function takeAway(
  trx: Db,
  { site }: Pick<Context, "site">,
  { notice, actorId }: Accepted,
  now: Date,
): Promise<void> {
  const { memberId, photoId, fileName, kind } = notice;
  if (memberId === null) return;
  const reason = kind === "minor" ? measureReasons.underage : measureReasons.inappropriate_photos;
  if (photoId === null || fileName === null) {
    await suspendMember(trx, { site, now }, { memberId, kind: "suspension", reason, until: null, actorId });
    return;
  }
  await deferPositions(trx);
  await hidePhoto(trx, memberId, { id: photoId, isUnderReview: false, now });
  await keepPhotoHidden(trx, photoId, now);
  const measure = { memberId, kind: "photo_hidden" as const, reason, photoId, actorId };
  await takeMeasure(trx, { site, now }, measure);
  await addJob(trx, "ban-photo", { fileName, memberId });
}
