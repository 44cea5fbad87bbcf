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
