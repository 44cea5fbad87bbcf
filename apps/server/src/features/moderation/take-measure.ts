import type { MeasureKind } from "@caramelo/contract/texts/moderation";
import { addMail } from "../../base/mail/queries.ts";
import { findMailAddress } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { randomId, uuidv7 } from "../../platform/ids.ts";
import { hashToken, makeToken } from "../../platform/secrets/tokens.ts";
import { addNotifications } from "../notifications/queries/add-notifications.ts";
import { measureMail } from "./mail-rules.ts";
import { addMeasure } from "./queries/measures.ts";
import { findStaffMember } from "./queries/staff.ts";

/** Every measure needs this beside the transaction, whether staff or the rules take it. */
export type Deps = Pick<Context, "site"> & { now: Date };

type TakenMeasure = {
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
export async function takeMeasure(trx: Db, { site, now }: Deps, taken: TakenMeasure): Promise<void> {
  const { memberId, kind, reason, until = null, photoId = null, caseId = null, noticeId = null, actorId } = taken;
  const token = makeToken();
  const measure = { id: uuidv7(now), memberId, kind, reason, until, photoId, caseId, noticeId };
  await addMeasure(trx, { ...measure, takenBy: actorId, takenAt: now, appealTokenHash: hashToken(token) });
  const mail = measureMail({ kind, reason, until }, `${site.origin}/recurso#${token}`);
  await tellMember(trx, memberId, { mail, actorId: actorId ?? (await findStaffMember(trx)) }, now);
}

type MeasureNotice = { mail: Parameters<typeof addMail>[2]; actorId: string | undefined };

/** Mails a member what staff decided, and notifies them of it in the name of one of the staff, as far as there is any. */
export async function tellMember(
  trx: Db,
  memberId: string,
  { mail, actorId }: MeasureNotice,
  now: Date,
): Promise<void> {
  const to = await findMailAddress(trx, memberId);
  if (to !== undefined) await addMail(trx, to, mail, now);
  if (actorId !== undefined)
    await addNotifications(trx, "team", [{ id: randomId(), memberId, actorId, createdAt: now }]);
}
