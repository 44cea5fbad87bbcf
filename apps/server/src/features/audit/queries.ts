import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { JsonObject } from "../../platform/database/types.generated.ts";

type AuditEntry = { at: Date; actorId: string | null; action: string; subjectId: string | null; details: JsonObject };

/** Appends one row to the audit log, in the caller's transaction. `actorId` null: the system or the machine's owner. */
export async function addAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  const { at, actorId, action, subjectId, details } = entry;
  await sql`
    insert into audit_entry (at, actor_id, action, subject_id, details)
    values (${at}, ${actorId}, ${action}, ${subjectId}, ${JSON.stringify(details)}::jsonb)`.execute(db);
}

/**
 * Appends a row unless the same action is recorded of this subject and day already; answers whether it did. It takes the
 * lock of the log's chain first, so that nodes that do it at once add one row.
 */
export function addAuditEntryOfDay(db: Db, entry: AuditEntry & { subjectId: string }, day: string): Promise<boolean> {
  const { action, subjectId, details } = entry;
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('audit_entry'))`.execute(trx);
    const { rows } = await sql`
      select from audit_entry where subject_id = ${subjectId} and action = ${action} and details ->> 'day' = ${day}
      limit 1`.execute(trx);
    if (rows.length > 0) return false;
    await addAuditEntry(trx, { ...entry, details: { ...details, day } });
    return true;
  });
}

type StaffAction = "admin.password-changed" | "admin.email-changed" | "admin.password-reset";
type ChangedAccount = { memberId: string; isAdmin: boolean; now: Date };

/**
 * Records what staff do to their own account; a member's own change is not recorded. Somebody who takes over a staff
 * account can read every member's data, so each change of its password or address must be traceable.
 */
export async function auditStaffAction(
  db: Db,
  action: StaffAction,
  { memberId, isAdmin, now }: ChangedAccount,
): Promise<void> {
  if (!isAdmin) return;
  await addAuditEntry(db, { at: now, actorId: memberId, action, subjectId: memberId, details: {} });
}
