import { contract } from "@caramelo/contract/contract";
import { CASE_PAGE } from "@caramelo/contract/limits";
import type { NoticeKind } from "@caramelo/contract/texts/moderation";
import type { Db } from "../../../platform/database/database.ts";
import { addJob } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { addressKey } from "../../../platform/rate-limit.ts";
import { addAuditEntry } from "../../audit/queries.ts";
import { addMail } from "../../mail/queries.ts";
import { lockStreams } from "../../messaging/queries/streams.ts";
import {
  deferPositions,
  findHiddenPhotoByName,
  findPhotoByName,
  hidePhoto,
  lockGallery,
} from "../../photos/queries.ts";
import { findStanding, hideProfile } from "../../profiles/standing-queries.ts";
import { raiseSeverity } from "../../safety/case-queries.ts";
import { openCase } from "../../safety/queries.ts";
import { findNamed, noticeNumber, noticeReceivedMail, readContentAddress } from "../notice-rules.ts";
import { addAlarm } from "../queries/alarms.ts";
import { findKeptPhotoByName, keepPhotos, keepProfile } from "../queries/evidence.ts";
import { addAutomaticHides } from "../queries/hides.ts";
import { addNotice, countNotices, hasHiddenEnough, listNotices } from "../queries/notices.ts";
import { hidesAtOnce, NOTICE_SEVERITY, normalizeEmail, noticeDueAt } from "../rules.ts";

const COUNT_MAX = 10_001;

/** Answers the same whether the address names something of ours or not, so that nobody learns by it who is here. */
export const sendNotice = handle(contract.moderation.sendNotice, async ({ body, exchange, db, clock, sealer }) => {
  const now = clock.now();
  const id = uuidv7(now);
  const dueAt = noticeDueAt(now);
  await db.transaction().execute(async (trx) => {
    const { kind, address, words, name: senderName, email: senderEmail } = body;
    const senderNetwork = sealer.hash(addressKey(exchange.address), "notices");
    const sent = { id, address, kind, senderMailbox: normalizeEmail(senderEmail), senderNetwork };
    const named = await hideNamed(trx, sent, now);
    await addNotice(trx, { id, kind, address, words, senderName, senderEmail, ...named, receivedAt: now, dueAt });
    await addMail(trx, { id: uuidv7(now), to: senderEmail, createdAt: now, ...noticeReceivedMail(id) });
    await addAlarm(trx, "notice", now);
  });
  return { number: noticeNumber(id), dueAt };
});

type Sent = { id: string; address: string; kind: NoticeKind; senderMailbox: string; senderNetwork: Buffer };

/**
 * Finds what a notice names, opens the case about its member with the evidence, and hides the photo or the profile, unless
 * its sender's notices have hidden enough.
 */
async function hideNamed(trx: Db, { id, address, kind, senderMailbox, senderNetwork }: Sent, now: Date) {
  const named = readContentAddress(address);
  if (!named) return {};
  const { memberId, name } = named;
  await lockStreams(trx, [memberId]);
  await lockGallery(trx, memberId);
  const standing = await findStanding(trx, memberId);
  if (!standing || standing.role === "admin") return {};
  const caseId = await openCase(trx, { id: uuidv7(now), reportedId: memberId, openedAt: now });
  await raiseSeverity(trx, caseId, NOTICE_SEVERITY);
  await keepPhotos(trx, caseId, memberId, now);
  await keepProfile(trx, caseId, memberId, now);
  const photo = name === undefined ? undefined : await findNamedPhoto(trx, { memberId, name });
  const facts = { memberId, photoId: photo?.id ?? null, fileName: photo?.fileName ?? null };
  const isWholeProfile = name === undefined;
  // A photo that is out of sight for good hides nothing, least of all its member.
  const isThere = isWholeProfile || (photo !== undefined && photo.state !== "away");
  if (!isThere || !hidesAtOnce(kind, { isWholeProfile, isAgeAssured: standing.isAgeAssured })) return facts;
  if (await hasHiddenEnough(trx, { senderMailbox, senderNetwork, memberId, isWholeProfile })) return facts;
  // By its id the hide is known as this notice's.
  await addAutomaticHides(trx, [{ id, memberId, caseId, reporterId: null, photoId: facts.photoId, hiddenAt: now }]);
  if (!photo) await hideProfile(trx, memberId, now);
  if (photo?.state === "shown") {
    await deferPositions(trx);
    await hidePhoto(trx, memberId, { id: photo.id, isUnderReview: true, now });
    await addJob(trx, "ban-photo", { fileName: photo.fileName, memberId });
  }
  const entry = { at: now, actorId: null, action: "notice.hidden", subjectId: memberId, details: { notice: id } };
  await addAuditEntry(trx, entry);
  return { ...facts, senderMailbox, senderNetwork, hasHidden: true };
}

/** The photo that a link names: in sight, hidden until a review, or away for good. */
async function findNamedPhoto(trx: Db, named: { memberId: string; name: string }) {
  const shown = await findPhotoByName(trx, named);
  if (shown) return { ...shown, state: "shown" as const };
  const hidden = await findHiddenPhotoByName(trx, named);
  if (hidden?.isUnderReview) return { ...hidden, state: "hidden" as const };
  const kept = hidden ?? (await findKeptPhotoByName(trx, named));
  return kept && { ...kept, state: "away" as const };
}

export const staffNotices = handle(contract.moderation.staffNotices, async ({ query, db, clock, photoLinks }) => {
  const { status = "pending", page = 1 } = query;
  const isDecided = status === "decided";
  const rows = await listNotices(db, { isDecided, offset: (page - 1) * CASE_PAGE, limit: CASE_PAGE });
  const now = clock.now();
  return {
    notices: rows.map(({ memberId, name, email, fileName, photoId, ...row }) => ({
      ...row,
      number: noticeNumber(row.id),
      named: findNamed({ address: row.address, memberId, photoId }),
      member: memberId === null ? null : { id: memberId, name: name ?? "", email: email ?? "" },
      photoUrl: fileName === null ? null : photoLinks.linkTo(fileName, "medium", now),
    })),
    count: await countNotices(db, isDecided, COUNT_MAX),
  };
});
