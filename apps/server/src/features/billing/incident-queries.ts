import { countEvents, type MemberEvents, type Period } from "../../platform/database/count-events.ts";
import type { Db } from "../../platform/database/database.ts";

/** Who ordered something in a period. */
export function listBuyers(db: Db, { from, to }: Period): Promise<MemberEvents[]> {
  return db
    .selectFrom("productOrder")
    .where("createdAt", ">=", from)
    .where("createdAt", "<", to)
    .groupBy("memberId")
    .select(["memberId", ...countEvents("createdAt")])
    .execute();
}
