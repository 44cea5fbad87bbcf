import type { Insertable } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { DelayedRequest } from "../../../platform/database/types.generated.ts";

export type DelayedKind = "erasure" | "email_change";

export async function addDelayedRequest(db: Db, request: Insertable<DelayedRequest>): Promise<void> {
  await db.insertInto("delayedRequest").values(request).execute();
}

/** The requests of a member that wait, at most one of each kind. */
export function listDelayedRequests(db: Db, memberId: string) {
  return db
    .selectFrom("delayedRequest")
    .where("memberId", "=", memberId)
    .orderBy("dueAt")
    .select(["kind", "dueAt"])
    .$narrowType<{ kind: DelayedKind }>()
    .execute();
}

/** Removes and returns a request that has waited long enough; undefined when there is none. */
export function takeDueRequest(db: Db, { memberId, kind }: { memberId: string; kind: DelayedKind }, now: Date) {
  return db
    .deleteFrom("delayedRequest")
    .where("memberId", "=", memberId)
    .where("kind", "=", kind)
    .where("dueAt", "<=", now)
    .returning(["email", "isProven"])
    .executeTakeFirst();
}

/**
 * A member who protects the account cancels what an intruder may have asked for, and what is asked for at once takes the
 * place of a request of its `kind` that waits.
 */
export async function cancelDelayedRequests(db: Db, memberId: string, kind?: DelayedKind): Promise<void> {
  const requests = db.deleteFrom("delayedRequest").where("memberId", "=", memberId);
  await (kind ? requests.where("kind", "=", kind) : requests).execute();
}
