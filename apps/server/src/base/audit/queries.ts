import type { AuditAction } from "@caramelo/contract/audit/actions";
import type { AuditDetail } from "@caramelo/contract/texts/audit";
import { sql } from "kysely";
import { countEvents, type Period } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";
import type { JsonObject } from "../../platform/database/types.generated.ts";

/** Staff read the details in the log, so a detail without a Portuguese name does not compile. */
type NamedDetails<D> = D & { [K in Exclude<keyof D, AuditDetail>]: never };

type AuditEntry<D = JsonObject> = {
  at: Date;
  actorId: string | null;
  action: string;
  subjectId: string | null;
  details?: D;
};

/**
 * Appends one row to the audit log, in the caller's transaction. An `actorId` of null means the system, or the person
 * who runs the machine.
 */
export async function addAuditEntry<D extends object>(db: Db, entry: AuditEntry<NamedDetails<D>>): Promise<void> {
  await storeEntry(db, entry);
}

async function storeEntry(db: Db, entry: AuditEntry<object>): Promise<void> {
  const { at, actorId, action, subjectId, details = {} } = entry;
  await sql`
    insert into audit_entry (at, actor_id, action, subject_id, details)
    values (${at}, ${actorId}, ${action}, ${subjectId}, ${JSON.stringify(details)}::jsonb)`.execute(db);
}

/**
 * Appends a row with `day` ("2026-11-21") in its details, unless the log already has one of that day with this actor,
 * action and subject. Returns whether it did. The lock of the log makes processes take turns.
 */
export function addAuditEntryOfDay<D extends object>(
  db: Db,
  entry: AuditEntry<NamedDetails<D>> & { subjectId: string },
  day: string,
): Promise<boolean> {
  return db.transaction().execute((trx) => addEntryOfDay(trx, entry, day));
}

/** Works like `addAuditEntryOfDay`, but in the caller's transaction; other entries wait until it ends. */
export async function addEntryOfDay<D extends object>(
  trx: Db,
  entry: AuditEntry<NamedDetails<D>> & { subjectId: string },
  day: string,
): Promise<boolean> {
  const { actorId, action, subjectId, details } = entry;
  await sql`select pg_advisory_xact_lock(hashtext('audit_entry'))`.execute(trx);
  const { rows } = await sql`
    select from audit_entry where subject_id = ${subjectId} and action = ${action} and details ->> 'day' = ${day}
      and actor_id is not distinct from ${actorId}::uuid
    limit 1`.execute(trx);
  if (rows.length > 0) return false;
  await storeEntry(trx, { ...entry, details: { ...details, day } });
  return true;
}

type Counted = { actorId: string; actions: readonly AuditAction[]; since: Date };

/** How often a person did one of these actions after a moment, counted up to `max`. */
export async function countActions(db: Db, { actorId, actions, since }: Counted, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from audit_entry where actor_id = ${actorId} and at > ${since} and action = any(${actions}::text[])
      limit ${max}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the audit entries of a period by action and subject; null means no subject. */
export function listAuditedSubjects(db: Db, { from, to }: Period) {
  return db
    .selectFrom("auditEntry")
    .where("at", ">=", from)
    .where("at", "<", to)
    .groupBy(["action", "subjectId"])
    .select(["action", "subjectId", ...countEvents("at")])
    .execute();
}

type StaffAction =
  | "admin.password-changed"
  | "admin.email-changed"
  | "admin.password-reset"
  | "admin.sign-in-denied"
  | "admin.factor-set-up"
  | "admin.recovery-code-used"
  | "admin.recovery-codes-renewed";
type ChangedAccount = { memberId: string; isAdmin: boolean; now: Date };

/**
 * Records that a staff member changed their own account; records nothing for members. An intruder who takes over a
 * staff account can read every member's data, so each change of its secrets must be traceable.
 */
export async function auditStaffAction(
  db: Db,
  action: StaffAction,
  { memberId, isAdmin, now }: ChangedAccount,
): Promise<void> {
  if (!isAdmin) return;
  await addAuditEntry(db, { at: now, actorId: memberId, action, subjectId: memberId });
}
