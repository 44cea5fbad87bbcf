import { addMail } from "../../base/mail/queries.ts";
import { addErasure, findErasure } from "../../base/members/erasure-queries.ts";
import { lockMember } from "../../base/members/member-queries.ts";
import { beginRegret } from "../../base/members/profile-queries.ts";
import { lockStreamsAround } from "../../base/pairs/commands.ts";
import { endSessionsOfMember } from "../../base/sessions/queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { cancelDelayedRequests, takeDueRequest } from "../accounts/queries/delayed-requests.ts";
import type { DueRequest } from "../accounts/way-rules.ts";
import { eraseOn, erasureMail } from "./rules.ts";

/** Hides a member and sets the day of the erasure; only the session `keptSessionId` stays open. Lock both before. */
export async function beginErasure(
  { db, site }: Pick<Context, "db" | "site">,
  { memberId, email, keptSessionId }: { memberId: string; email: string; keptSessionId?: string },
  now: Date,
): Promise<Date> {
  const endsAt = eraseOn(now);
  await cancelDelayedRequests(db, memberId, "erasure");
  await addErasure(db, { memberId, requestedAt: now, endsAt });
  await beginRegret(db, memberId, endsAt, now);
  await endSessionsOfMember(db, memberId, now, keptSessionId);
  await addMail(db, email, erasureMail("erasure-requested", endsAt, site.origin), now);
  await planRecord(db, memberId);
  return endsAt;
}

/** One after the other, so that the list ends with the last decision. */
export const planRecord = (db: Db, memberId: string): Promise<void> =>
  addJob(db, "record-erasure", { memberId }, { queue: "record-erasure" });

/** Begins an erasure that was delayed because a recent way in requested it. */
export async function beginDelayedErasure(
  { db, clock, site, live }: Pick<Context, "db" | "clock" | "site" | "live">,
  due: DueRequest,
): Promise<void> {
  const { memberId } = due;
  const now = clock.now();
  const isBegun = await db.transaction().execute(async (trx) => {
    await lockStreamsAround(trx, [memberId]);
    const member = await lockMember(trx, memberId);
    const request = await takeDueRequest(trx, due, "erasure");
    if (!member || !request || (await findErasure(trx, memberId))) return false;
    await beginErasure({ db: trx, site }, { memberId, email: member.email }, now);
    return true;
  });
  if (isBegun) live.endMember(memberId);
}
