import { contract } from "@caramelo/contract/contract";
import { findStanding } from "../../../base/members/standing-queries.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { suspensionEnd } from "../rules.ts";
import { reinstateMember, takeOut } from "../suspension-commands.ts";

export const suspend = handle(contract.moderation.suspend, async ({ params, body, me, ...context }) => {
  const now = context.clock.now();
  const { reason, days, caseId } = body;
  const until = suspensionEnd(days, now);
  await takeOut(context, { memberId: params.id, kind: "suspension", reason, until, actorId: me.id, caseId }, now);
  return {};
});

export const reinstate = handle(contract.moderation.reinstate, async ({ params, body, me, db, clock, site }) => {
  const now = clock.now();
  if ((await findStanding(db, params.id))?.bannedAt) requireFreshFactor(me, now);
  await db.transaction().execute(async (trx) => {
    const { reason } = body;
    const verdict = await reinstateMember(trx, { site, now }, { memberId: params.id, actorId: me.id, reason });
    if (verdict === "missing") fail("NOT_FOUND");
  });
  return {};
});
