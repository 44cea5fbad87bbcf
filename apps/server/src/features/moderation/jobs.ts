import { ALARM_MINUTES } from "@caramelo/contract/limits";
import { periods } from "@caramelo/contract/personal-data/periods";
import * as z from "zod";
import { releaseTurns } from "../../base/mail/acknowledgement-commands.ts";
import { addMail, findLatestMail } from "../../base/mail/queries.ts";
import { listStaffAddresses } from "../../base/members/standing-queries.ts";
import type { Context } from "../../platform/context.ts";
import { daysBefore, sweepBefore, sweepEach, sweepInChunks, sweepOlder } from "../../platform/database/sweep.ts";
import { randomId } from "../../platform/ids.ts";
import { listBanFingerprints, listUploadFingerprints } from "../../platform/images/fingerprint.ts";
import { job } from "../../platform/job.ts";
import { hashToken, makeToken } from "../../platform/secrets/tokens.ts";
import { photoKey } from "../../platform/storage/key-rules.ts";
import { addBannedPhoto, isCopyOf } from "../bans/photo-queries.ts";
import { hidePhoto } from "../photos/hidden-queries.ts";
import { deferPositions, listPhotos, lockGallery } from "../photos/queries.ts";
import { acknowledgementOf, alarmMail } from "./notice-rules.ts";
import { hasAlarms, planAlarms, takeAlarms } from "./queries/alarms.ts";
import { findBanReason } from "./queries/ban-reasons.ts";
import { removeOldEvidence } from "./queries/evidence.ts";
import { removeOldHiddenPhotosSql } from "./queries/kept-photos.ts";
import { type EndedSuspension, listEndedSuspensions } from "./queries/measures.ts";
import { removeOldNoticesSql, renewLink } from "./queries/notices.ts";
import { reviewWarnedMessages } from "./review-warned-messages.ts";
import { reinstateMember } from "./suspension-commands.ts";

type Jobs = Pick<Context, "db" | "clock" | "site" | "storage">;

const GATHER_MS = ALARM_MINUTES * 60_000;

/**
 * Mails staff the waiting alarms. The next mail comes some minutes later at the earliest, with all alarms until then.
 */
export async function sendAlarms({ db, clock, site }: Pick<Jobs, "db" | "clock" | "site">): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await hasAlarms(trx))) return;
    const lastMailAt = await findLatestMail(trx, "alarm", new Date(now.getTime() - GATHER_MS));
    if (lastMailAt) return planAlarms(trx, new Date(lastMailAt.getTime() + GATHER_MS));
    const mail = alarmMail(site.origin, await takeAlarms(trx));
    for (const to of await listStaffAddresses(trx)) await addMail(trx, to, mail, now);
  });
}

type MailJob = Pick<Context, "db" | "clock" | "site" | "siteSettings">;

/** Mails the waiting acknowledgements of notices whose turn has come. Returns how many. */
export function mailWaitingNotices(context: MailJob): Promise<number> {
  const { db, clock, site } = context;
  return db.transaction().execute(async (trx) => {
    const ids = await releaseTurns({ ...context, db: trx }, "notice");
    for (const id of ids) {
      const token = makeToken();
      const notice = await renewLink(trx, id, hashToken(token));
      if (notice) await addMail(trx, notice.senderEmail, acknowledgementOf(notice, site.origin, token), clock.now());
    }
    return ids.length;
  });
}

type SuspensionJob = Pick<Context, "db" | "clock" | "site" | "log">;

/** Reinstates members whose suspension has run out; returns how many. */
export function endSuspensions({ db, clock, site, log }: SuspensionJob): Promise<number> {
  const now = clock.now();
  return sweepEach<EndedSuspension>(log, {
    list: (after, limit) => listEndedSuspensions(db, now, after, limit),
    work: async ({ memberId }) => {
      const reinstated = db
        .transaction()
        .execute((trx) => reinstateMember(trx, { site, now }, { memberId, actorId: null }));
      return (await reinstated) === "done";
    },
    failure: "could not end a suspension",
  });
}

const BannedPhoto = z.object({ fileName: z.string(), memberId: z.uuid() });
type BannedPhoto = z.output<typeof BannedPhoto>;

/**
 * Stores the fingerprints of a photo that must not come back. A photo removed by staff is banned for good and for
 * everybody, and its copies leave the member's gallery; one that waits for its review is banned for its own member
 * only. Does nothing when the stored picture is gone.
 */
async function banPhoto({ db, clock, storage }: Jobs, { fileName, memberId }: BannedPhoto): Promise<void> {
  const object = await storage.get(photoKey(fileName, "small"));
  if (!object) return;
  const fingerprints = await listBanFingerprints(object.bytes);
  const isTaken = await db.transaction().execute(async (trx) => {
    // Calls that show the photo again hold this lock as well, so the photo is not banned after they have shown it.
    await lockGallery(trx, memberId);
    const reason = await findBanReason(trx, { fileName, memberId });
    if (reason === "none") return false;
    const isPending = reason === "pending";
    await addBannedPhoto(trx, { id: randomId(), memberId, fileName, fingerprints, isPending, bannedAt: clock.now() });
    return reason === "taken";
  });
  if (isTaken) await takeCopies({ db, clock, storage }, { fileName, memberId });
}

/** Hides copies of a taken photo that its member added before the fingerprints were stored. */
async function takeCopies(
  { db, clock, storage }: Pick<Jobs, "db" | "clock" | "storage">,
  { fileName, memberId }: BannedPhoto,
): Promise<void> {
  const copies: string[] = [];
  for (const photo of await listPhotos(db, memberId)) {
    const object = await storage.get(photoKey(photo.fileName, "small"));
    const fingerprints = object ? await listUploadFingerprints(object.bytes) : [];
    if (await isCopyOf(db, fileName, fingerprints)) copies.push(photo.id);
  }
  await db.transaction().execute(async (trx) => {
    await lockGallery(trx, memberId);
    await deferPositions(trx);
    for (const id of copies) await hidePhoto(trx, memberId, { id, isUnderReview: false, now: clock.now() });
  });
}

/** Removes evidence of closed cases, and decided notices, after six months. */
export async function sweepEvidence({ db, clock }: Pick<Jobs, "db" | "clock">): Promise<number> {
  const day = daysBefore(periods.evidence)(clock.now());
  const evidence = await sweepInChunks((limit) => removeOldEvidence(db, day, limit));
  return evidence + (await sweepBefore(db, day, removeOldNoticesSql));
}

export const jobs = [
  job("ban-photo", "Reconhecer uma foto banida", {
    payload: { schema: BannedPhoto, holds: { fileName: "photo", memberId: "member" }, category: "bans" },
    run: banPhoto,
  }),
  job("end-suspensions", "Encerrar suspensões", { sweep: "minute", run: endSuspensions }),
  job("mail-waiting-notices", "Enviar e-mails de denúncias que esperam a vez", {
    cron: "* * * * *",
    waitsOnce: true,
    run: mailWaitingNotices,
  }),
  job("review-warned-messages", "Olhar mensagens com sinais de golpe", {
    payload: { schema: z.object({ memberId: z.uuid() }), holds: { memberId: "member" }, category: "moderation" },
    run: reviewWarnedMessages,
  }),
  job("send-alarms", "Reunir os alarmes da equipe", { class: "alarms", run: sendAlarms }),
  job("sweep-evidence", "Limpar provas de denúncias", { sweep: "nightly", run: sweepEvidence }),
  // By then their members can no longer appeal.
  job("sweep-hidden-photos", "Limpar fotos ocultas", {
    sweep: "nightly",
    run: sweepOlder(daysBefore(periods.hiddenPhotos), removeOldHiddenPhotosSql),
  }),
];
