import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { isPremium } from "../../billing/fragment-queries.ts";
import { PRESENCE_COLUMNS } from "../../presence/fragment-queries.ts";
import { isHiddenPair } from "../../safety/fragment-queries.ts";
import { hasWrittenTo } from "../fragment-queries.ts";

/** What a member sees of others in messages. */
export function selectPeers(db: Db, viewerId: string, now: Date) {
  return db
    .selectFrom("profile")
    .leftJoin("photo", (join) => join.onRef("photo.memberId", "=", "profile.memberId").on("photo.position", "=", 0))
    .leftJoin("presence", "presence.memberId", "profile.memberId")
    .leftJoin("availability", "availability.memberId", "profile.memberId")
    .leftJoin("entitlement", "entitlement.memberId", "profile.memberId")
    .select([
      "profile.memberId as id",
      "profile.name",
      "profile.isVerified",
      "profile.isManaged",
      "profile.isDemo",
      "profile.isActive",
      "photo.fileName",
      ...PRESENCE_COLUMNS,
    ])
    .select(isHiddenPair(viewerId, sql.ref("profile.memberId")).as("isHiddenPair"))
    .select(isPremium(now).as("isPremium"));
}

/** One peer with the viewer's unread count. */
export function getPeer(db: Db, viewerId: string, peerId: string, now: Date) {
  return selectPeers(db, viewerId, now)
    .leftJoin("conversation", (join) =>
      join.onRef("conversation.otherId", "=", "profile.memberId").on("conversation.ownerId", "=", viewerId),
    )
    .where("profile.memberId", "=", peerId)
    .select("conversation.unread")
    .select(hasWrittenTo(sql.ref("profile.memberId"), viewerId).as("hasWritten"))
    .executeTakeFirstOrThrow();
}
