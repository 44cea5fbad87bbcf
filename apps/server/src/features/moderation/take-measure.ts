import type { MeasureKind } from "@caramelo/contract/texts/moderation";
import { addMail } from "../../base/mail/queries.ts";
import { findMailAddress } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { randomId, uuidv7 } from "../../platform/ids.ts";
import { hashToken, makeToken } from "../../platform/secrets/tokens.ts";
import { addNotifications } from "../notifications/queries/notifications.ts";
import { measureMail } from "./mail-rules.ts";
import { addMeasure } from "./queries/measures.ts";
import { findStaffMember } from "./queries/staff.ts";

export type TakenMeasure = {
  memberId: string;
  kind: MeasureKind;
  reason: string;
  until?: Date | null;
  photoId?: string | undefined;
  caseId?: string | undefined;
  /** The notice that hid something by itself. */
  noticeId?: string | undefined;
  /** Null: nobody of the staff took it. */
  actorId: string | null;
};

/**
 * Records a measure and tells its member: a mail with the reason and the way to appeal, and a notification for when they
 * are here. Nobody is told of a managed profile. The caller does what the measure says and writes the audit log.
 */
export async function takeMeasure(
  trx: Db,
  { site, now }: Pick<Context, "site"> & { now: Date },
  taken: TakenMeasure,
): Promise<void> {
  const { memberId, kind, reason, until = null, photoId = null, caseId = null, noticeId = null, actorId } = taken;
  const token = makeToken();
  const measure = { id: uuidv7(now), memberId, kind, reason, until, photoId, caseId, noticeId };
  await addMeasure(trx, { ...measure, takenBy: actorId, takenAt: now, appealTokenHash: hashToken(token) });
  const to = await findMailAddress(trx, memberId);
  const mail = measureMail({ kind, reason, until }, `${site.origin}/recurso#${token}`);
  if (to !== undefined) await addMail(trx, { id: uuidv7(now), to, createdAt: now, ...mail });
  const notifierId = actorId ?? (await findStaffMember(trx));
  if (notifierId !== undefined)
    await addNotifications(trx, "team", [{ id: randomId(), memberId, actorId: notifierId, createdAt: now }]);
}
