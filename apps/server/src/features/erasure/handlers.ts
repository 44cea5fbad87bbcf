import { contract } from "@caramelo/contract/contract";
import { addMail } from "../../base/mail/queries.ts";
import { findErasure, removeErasure } from "../../base/members/erasure-queries.ts";
import { lockMember } from "../../base/members/member-queries.ts";
import { endRegret } from "../../base/members/profile-queries.ts";
import { findStanding } from "../../base/members/standing-queries.ts";
import { lockStreamsAround } from "../../base/pairs/commands.ts";
import { endSessionsOfMember } from "../../base/sessions/queries.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { requireFreshFactor } from "../../platform/http/fresh-factor.ts";
import { cameByYoungWay, delayRequest } from "../accounts/delay-commands.ts";
import { cancelDelayedRequests } from "../accounts/queries/delayed-requests.ts";
import { beginErasure, planRecord } from "./begin-erasure.ts";
import { eraseOn, mayTakeBack, takenBackMail } from "./rules.ts";

export const request = handle(contract.erasure.request, async ({ me, db, clock, live, site }) => {
  // Another owner closes the account of a person who leaves the team, so that no owner locks the office by mistake.
  if (me.isAdmin) fail("PERMISSION_DENIED");
  const now = clock.now();
  requireFreshFactor(me, now);
  const answer = await db.transaction().execute(async (trx) => {
    // The locks ensure that a message to the member is either stored before or refused afterwards.
    await lockStreamsAround(trx, [me.id]);
    const member = (await lockMember(trx, me.id)) ?? fail("ERASURE_BEGUN");
    const earlier = await findErasure(trx, me.id);
    if (earlier) return mayTakeBack(earlier, now) ? { erasesAt: earlier.endsAt } : fail("ERASURE_BEGUN");
    if (await cameByYoungWay(trx, me, now)) {
      const delayedUntil = await delayRequest({ db: trx, site }, { memberId: me.id, kind: "erasure" }, now);
      return { erasesAt: eraseOn(delayedUntil), delayedUntil };
    }
    const account = { memberId: me.id, email: member.email, keptSessionId: me.sessionId };
    return { erasesAt: await beginErasure({ db: trx, site }, account, now) };
  });
  // The member's own live connections end as well: while an erasure waits, the member is not present.
  if (!("delayedUntil" in answer)) live.endMember(me.id);
  return answer;
});

export const takeBack = handle(contract.erasure.takeBack, async ({ me, exchange, db, clock }) => {
  const now = clock.now();
  const isSuspended = await db.transaction().execute(async (trx) => {
    await lockStreamsAround(trx, [me.id]);
    const member = (await lockMember(trx, me.id)) ?? fail("ERASURE_BEGUN");
    await cancelDelayedRequests(trx, me.id, "erasure");
    const erasure = await findErasure(trx, me.id);
    // The row is removed only if it has not begun, whatever the clocks of two machines say.
    if (erasure && (!mayTakeBack(erasure, now) || !(await removeErasure(trx, me.id)))) fail("ERASURE_BEGUN");
    if (erasure) await endRegret(trx, me.id, now);
    const standing = (await findStanding(trx, me.id)) ?? fail("ERASURE_BEGUN");
    if (erasure) await addMail(trx, member.email, takenBackMail(standing), now);
    if (erasure) await planRecord(trx, me.id);
    const wasSuspended = standing.suspendedAt !== null;
    if (wasSuspended) await endSessionsOfMember(trx, me.id, now);
    return wasSuspended;
  });
  if (isSuspended) exchange.clearSession();
  return { isSuspended };
});
