import { contract } from "@caramelo/contract/contract";
import { addMail } from "../../base/mail/queries.ts";
import { writeMail } from "../../base/mail/text-rules.ts";
import { lockMember } from "../../base/members/member-queries.ts";
import { beginRegret, endRegret } from "../../base/members/profile-queries.ts";
import { findStanding } from "../../base/members/standing-queries.ts";
import { lockStreamsAround } from "../../base/members/stream-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { requireFreshFactor } from "../../platform/http/fresh-factor.ts";
import { endSessionsOfMember } from "../accounts/queries/sessions.ts";
import { erasureMail } from "./mail-rules.ts";
import { addErasure, findErasure, removeErasure } from "./queries.ts";
import { eraseOn, mayTakeBack } from "./rules.ts";

export const request = handle(contract.erasure.request, async ({ me, db, clock, live, site }) => {
  // Another owner closes the account of somebody who leaves the team, so that nobody locks the office by mistake.
  if (me.isAdmin) fail("PERMISSION_DENIED");
  const now = clock.now();
  requireFreshFactor(me, now);
  const erasesAt = await db.transaction().execute(async (trx) => {
    // The locks ensure that a message to the member is either stored before or refused afterwards.
    await lockStreamsAround(trx, [me.id]);
    const member = (await lockMember(trx, me.id)) ?? fail("ERASURE_BEGUN");
    const earlier = await findErasure(trx, me.id);
    if (earlier) return mayTakeBack(earlier, now) ? earlier.endsAt : fail("ERASURE_BEGUN");
    const endsAt = eraseOn(now);
    await addErasure(trx, { memberId: me.id, requestedAt: now, endsAt });
    await beginRegret(trx, me.id, endsAt, now);
    await endSessionsOfMember(trx, me.id, now, me.sessionId);
    await addMail(trx, member.email, erasureMail("erasure-requested", endsAt, site.origin), now);
    await planRecord(trx, me.id);
    return endsAt;
  });
  // Its own live connections end as well: while an erasure waits, nobody is present.
  live.endMember(me.id);
  return { erasesAt };
});

export const takeBack = handle(contract.erasure.takeBack, async ({ me, exchange, db, clock }) => {
  const now = clock.now();
  const isSuspended = await db.transaction().execute(async (trx) => {
    await lockStreamsAround(trx, [me.id]);
    const member = (await lockMember(trx, me.id)) ?? fail("ERASURE_BEGUN");
    const erasure = await findErasure(trx, me.id);
    if (!erasure) return false;
    // The row is removed only if it has not begun, whatever the clocks of two machines say.
    if (!mayTakeBack(erasure, now) || !(await removeErasure(trx, me.id))) fail("ERASURE_BEGUN");
    await endRegret(trx, me.id, now);
    await addMail(trx, member.email, writeMail("erasure-taken-back"), now);
    await planRecord(trx, me.id);
    const wasSuspended = (await findStanding(trx, me.id))?.suspendedAt != null;
    if (wasSuspended) await endSessionsOfMember(trx, me.id, now);
    return wasSuspended;
  });
  if (isSuspended) exchange.clearSession();
  return { isSuspended };
});

/** One after the other, so that the list ends with what was decided last. */
const planRecord = (trx: Db, memberId: string): Promise<void> =>
  addJob(trx, "record-erasure", { memberId }, { queue: "record-erasure" });
