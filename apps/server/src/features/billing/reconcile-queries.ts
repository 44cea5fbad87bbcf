import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Orders of these providers, ordered by id, starting after the id `after`. */
function selectOrdersOf(db: Db, providers: string[], after: string, limit: number) {
  return db
    .selectFrom("productOrder")
    .where("provider", "=", sql<string>`any(${providers})`)
    .where("productOrder.id", ">", after)
    .orderBy("productOrder.id")
    .limit(limit)
    .select(["productOrder.id", "provider"]);
}

/** Orders made since `since` whose payment may still change. */
export function listUnsettledOrders(db: Db, providers: string[], since: Date, after: string, limit: number) {
  return selectOrdersOf(db, providers, after, limit)
    .where("state", "in", ["created", "pending", "refused"])
    .where("createdAt", ">", since)
    .execute();
}

/** Orders that wait for money to go back. */
export function listReturningOrders(db: Db, providers: string[], after: string, limit: number) {
  return selectOrdersOf(db, providers, after, limit)
    .where(
      "productOrder.id",
      "in",
      db.selectFrom("moneyReturn").where("moneyReturn.state", "=", "requested").select("orderId"),
    )
    .execute();
}

type ReconcileWindow = { paid: Date; made: Date };

/** Orders that were paid since `since.paid`, or were never paid and made since `since.made`. */
export function listPastOrders(db: Db, providers: string[], since: ReconcileWindow, after: string, limit: number) {
  return selectOrdersOf(db, providers, after, limit)
    .where((eb) =>
      eb.or([eb("paidAt", ">", since.paid), eb.and([eb("paidAt", "is", null), eb("createdAt", ">", since.made)])]),
    )
    .execute();
}
