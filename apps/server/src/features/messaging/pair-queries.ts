import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Whether two share a conversation in which the other one is active and neither is hidden from the other. */
export async function isOpenPair(db: Db, memberId: string, otherId: string): Promise<boolean> {
  const row = await db
    .selectFrom("conversation")
    .innerJoin("profile as other", "other.memberId", "conversation.otherId")
    .where("conversation.ownerId", "=", memberId)
    .where("conversation.otherId", "=", otherId)
    .where("other.isActive", "=", true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("hiddenPair")
            .where(({ eb, or, and }) =>
              or([
                and([eb("viewerId", "=", memberId), eb("hiddenPair.otherId", "=", otherId)]),
                and([eb("viewerId", "=", otherId), eb("hiddenPair.otherId", "=", memberId)]),
              ]),
            )
            .select("viewerId"),
        ),
      ),
    )
    .select("other.memberId")
    .executeTakeFirst();
  return row !== undefined;
}

/** Where the streams of these sessions' members are, by session. Sessions that no longer count are left out. */
export async function listBeats(db: Db, sessionIds: string[], now: Date): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("session")
    .innerJoin("profile", "profile.memberId", "session.memberId")
    .innerJoin("memberStream", "memberStream.memberId", "session.memberId")
    .where("session.id", "=", sql<string>`any(${sessionIds}::uuid[])`)
    .where("session.endedAt", "is", null)
    .where("session.expiresAt", ">", now)
    .where("profile.isActive", "=", true)
    .select(["session.id", "memberStream.lastSeq"])
    .execute();
  return new Map(rows.map(({ id, lastSeq }) => [id, lastSeq]));
}
