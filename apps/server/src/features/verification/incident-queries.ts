import { countEvents, type MemberEvents, type Period } from "../../platform/database/count-events.ts";
import type { Db } from "../../platform/database/database.ts";

/**
 * Whose documents the site held at some moment of a period: they were sent before its end, and not destroyed before its
 * beginning. It reads all requests, which one command of the operator may.
 */
export function listDocumentOwners(db: Db, { from, to }: Period): Promise<MemberEvents[]> {
  return db
    .selectFrom("verificationRequest")
    .where("createdAt", "<", to)
    .where((eb) => eb.or([eb("documentsEndAt", "is", null), eb("documentsEndAt", ">", from)]))
    .groupBy("memberId")
    .select(["memberId", ...countEvents("createdAt")])
    .execute();
}
