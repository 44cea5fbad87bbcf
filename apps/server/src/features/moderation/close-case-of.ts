import { addAuditEntry } from "../../base/audit/queries.ts";
import { liftSlowing } from "../../base/members/slowing-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { fail } from "../../platform/http/failure.ts";
import { endAutomaticHides } from "./end-automatic-hides.ts";
import { closeCase } from "./queries/cases.ts";
import type { Deps } from "./take-measure.ts";

type SlowingEnd = { memberId: string; actorId: string; now: Date };

/** Ends the slowing of a member; does nothing to a member who is not slowed. */
export async function endSlowing(trx: Db, { memberId, actorId, now }: SlowingEnd): Promise<void> {
  if (!(await liftSlowing(trx, memberId, { liftedAt: now, liftedBy: actorId }))) return;
  await addAuditEntry(trx, { at: now, actorId, action: "member.slowing-lifted", subjectId: memberId });
}

type CaseClosing = { caseId?: string | undefined; memberId: string; actorId: string };

/**
 * Closes the case that a measure names, which must be open. The measure has locked it and checked that it is its
 * member's.
 */
export async function closeCaseOf(trx: Db, deps: Deps, { caseId, memberId, actorId }: CaseClosing): Promise<void> {
  const { now } = deps;
  if (caseId === undefined) return;
  if (!(await closeCase(trx, caseId, { status: "reviewed", reviewedBy: actorId, reviewedAt: now })))
    fail("CASE_CLOSED");
  const hides = { caseId, evenOfNotices: false };
  await endAutomaticHides(trx, deps, { memberId, hides, actorId });
  await endSlowing(trx, { memberId, actorId, now });
}
