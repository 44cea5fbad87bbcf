import type { Db } from "../apps/server/src/platform/database/database.ts";
import type { StoredState } from "./rules.ts";

/** The latest seq of each stream. */
export const readStreams = (db: Db): Promise<StoredState["streams"]> =>
  db.selectFrom("memberStream").selectAll().execute();

/** Everything that the checks compare, from one snapshot of the database. */
export function readState(db: Db): Promise<StoredState> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => ({
      messages: await trx.selectFrom("message").selectAll().execute(),
      reactions: await trx.selectFrom("reaction").select(["messageId", "memberId", "emoji"]).execute(),
      events: await trx.selectFrom("streamEvent").select(["memberId", "seq", "otherId"]).execute(),
      streams: await trx.selectFrom("memberStream").selectAll().execute(),
      conversations: await trx.selectFrom("conversation").selectAll().execute(),
      entries: await trx
        .selectFrom("ledgerEntry")
        .select(["memberId", "kind", "providerObjectId as objectId", "tokens", "conversations"])
        .execute(),
      notices: await trx
        .selectFrom("notification")
        .where("type", "=", "message")
        .where("dismissedAt", "is", null)
        .select(["memberId", "actorId as otherId"])
        .execute(),
      balances: await trx.selectFrom("entitlement").select(["memberId", "tokens", "conversations"]).execute(),
    }));
}
