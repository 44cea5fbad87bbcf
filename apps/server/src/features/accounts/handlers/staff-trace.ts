import type { Db } from "../../../platform/database/database.ts";
import { addAuditEntry } from "../../audit/queries.ts";

type Deed = { memberId: string; isAdmin: boolean; now: Date };

/** What staff do with their own accounts opens every member's: it leaves a trace. Of members it leaves none. */
export async function traceStaff(
  trx: Db,
  action: "admin.password-changed" | "admin.email-changed" | "admin.password-reset",
  { memberId, isAdmin, now }: Deed,
): Promise<void> {
  if (!isAdmin) return;
  await addAuditEntry(trx, { at: now, actorId: memberId, action, subjectId: memberId, details: {} });
}
