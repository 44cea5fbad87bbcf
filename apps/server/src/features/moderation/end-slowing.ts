import { addAuditEntry } from "../../base/audit/queries.ts";
import { liftSlowing } from "../../base/members/slowing-queries.ts";
import type { Db } from "../../platform/database/database.ts";

type SlowingEnd = { memberId: string; actorId: string; now: Date };

/** Lets a slowed member start conversations like anybody else again; does nothing to a member who is not slowed. */
export async function endSlowing(trx: Db, { memberId, actorId, now }: SlowingEnd): Promise<void> {
  if (!(await liftSlowing(trx, memberId, { liftedAt: now, liftedBy: actorId }))) return;
  await addAuditEntry(trx, { at: now, actorId, action: "member.slowing-lifted", subjectId: memberId });
}
