import type { Insertable } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { DelayedRequest } from "../../../platform/database/types.generated.ts";
import type { DueRequest } from "../way-rules.ts";

export type DelayedKind = "erasure" | "email_change";

export async function addDelayedRequest(db: Db, request: Insertable<DelayedRequest>): Promise<void> {
  await db.insertInto("delayedRequest").values(request).execute();
}

/** The waiting requests of a member, at most one of each kind. */
export function listDelayedRequests(db: Db, memberId: string) {
  return db
    .selectFrom("delayedRequest")
    .where("memberId", "=", memberId)
    .orderBy("dueAt")
    .select(["kind", "email", "dueAt"])
    .$narrowType<{ kind: DelayedKind }>()
    .execute();
}

/**
 * Removes and returns the request that is due at a moment; undefined when it was cancelled or replaced. The queue
 * decides that the moment has come: this machine's clock may be behind that of the database, and no later job would
 * begin it.
 */
export function takeDueRequest(db: Db, { memberId, dueAt }: DueRequest, kind: DelayedKind) {
  return db
    .deleteFrom("delayedRequest")
    .where("memberId", "=", memberId)
    .where("kind", "=", kind)
    .where("dueAt", "=", dueAt)
    .returning(["email", "isProven"])
    .executeTakeFirst();
}

/**
 * Cancels waiting requests of a member. Protecting the account cancels all, since an intruder may have made them; a
 * request with immediate effect replaces the waiting one of its `kind`.
 */
export async function cancelDelayedRequests(db: Db, memberId: string, kind?: DelayedKind): Promise<void> {
  const requests = db.deleteFrom("delayedRequest").where("memberId", "=", memberId);
  await (kind ? requests.where("kind", "=", kind) : requests).execute();
}
