import type { MeasureKind } from "@caramelo/contract/texts/moderation";
import { addMail } from "../../base/mail/queries.ts";
import { findMailAddress } from "../../base/members/member-queries.ts";
import { findStanding } from "../../base/members/standing-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { fail } from "../../platform/http/failure.ts";
import { randomId, uuidv7 } from "../../platform/ids.ts";
import { hashToken, makeToken } from "../../platform/secrets/tokens.ts";
import { addNotifications } from "../notifications/queries/add-notifications.ts";
import { lockCase } from "./queries/cases.ts";
import { addMeasure, findStaffMember } from "./queries/measures.ts";
import { measureMail } from "./rules.ts";

export type Deps = Pick<Context, "site"> & { now: Date };

type TakenMeasure = {
  memberId: string;
  kind: MeasureKind;
  reason: string;
  until?: Date | null;
  photoId?: string | undefined;
  caseId?: string | undefined;
  /** The notice that caused an automatic hide. */
  noticeId?: string | undefined;
  /** Null when the rules took the measure, not a person of the staff. */
  actorId: string | null;
};

/**
 * Records a measure and informs its member by a notification and by a mail with the reason and the way to appeal. A
 * managed profile gets no mail. The caller carries the measure out and writes the audit log. Fails with NOT_FOUND when
 * the case is missing or about somebody else.
 */
export async function takeMeasure(trx: Db, { site, now }: Deps, takenMeasure: TakenMeasure): Promise<void> {
  const {
    memberId,
    kind,
    reason,
    until = null,
    photoId = null,
    caseId = null,
    noticeId = null,
    actorId,
  } = takenMeasure;
  if (caseId !== null && (await lockCase(trx, caseId))?.reportedId !== memberId) fail("NOT_FOUND");
  const token = makeToken();
  const measure = { id: uuidv7(now), memberId, kind, reason, until, photoId, caseId, noticeId };
  await addMeasure(trx, { ...measure, takenBy: actorId, takenAt: now, appealTokenHash: hashToken(token) });
  const mail = measureMail({ kind, reason, until }, `${site.origin}/recurso#${token}`);
  await tellMember(trx, memberId, { mail, actorId: actorId ?? (await findStaffMember(trx)) }, now);
}

type MeasureNotice = { mail: Parameters<typeof addMail>[2]; actorId: string | undefined };

/**
 * Mails a member a decision, and adds a notification in the name of `actorId`; without it, only the mail. If the
 * account was erased there is nobody to notify.
 */
export async function tellMember(
  trx: Db,
  memberId: string,
  { mail, actorId }: MeasureNotice,
  now: Date,
): Promise<void> {
  if (!(await findStanding(trx, memberId))) return;
  const to = await findMailAddress(trx, memberId);
  if (to !== undefined) await addMail(trx, to, mail, now);
  if (actorId !== undefined)
    await addNotifications(trx, "team", [{ id: randomId(), memberId, actorId, createdAt: now }]);
}
