import { type ExpressionBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { DB } from "../../../platform/database/types.generated.ts";

/** What a member sees of others in messages. */
function selectPeers(db: Db, viewerId: string, now: Date) {
  return db
    .selectFrom("profile")
    .leftJoin("photo", (join) => join.onRef("photo.memberId", "=", "profile.memberId").on("photo.position", "=", 0))
    .leftJoin("presence", "presence.memberId", "profile.memberId")
    .leftJoin("entitlement", "entitlement.memberId", "profile.memberId")
    .select([
      "profile.memberId as id",
      "profile.name",
      "profile.isVerified",
      "profile.isManaged",
      "profile.isDemo",
      "profile.isActive",
      "photo.fileName",
      "presence.lastActiveAt",
      "presence.leftAt",
      "presence.isHidden",
    ])
    .select((eb) => isHiddenFrom(eb, viewerId).as("isHiddenPair"))
    .select(
      sql<boolean>`coalesce(entitlement.has_courtesy_premium or entitlement.premium_until > ${now}, false)`.as(
        "isPremium",
      ),
    );
}

function isHiddenFrom(eb: ExpressionBuilder<DB, "profile">, viewerId: string) {
  const pair = eb
    .selectFrom("hiddenPair")
    .whereRef("hiddenPair.otherId", "=", "profile.memberId")
    .where("hiddenPair.viewerId", "=", viewerId)
    .select("hiddenPair.otherId");
  // Kysely also thinks of databases where truth is a number.
  return eb.exists(pair).$castTo<boolean>();
}

/** One peer with the viewer's unread count. */
export function getPeer(db: Db, viewerId: string, peerId: string, now: Date) {
  return selectPeers(db, viewerId, now)
    .leftJoin("conversation", (join) =>
      join.onRef("conversation.otherId", "=", "profile.memberId").on("conversation.ownerId", "=", viewerId),
    )
    .where("profile.memberId", "=", peerId)
    .select("conversation.unread")
    .executeTakeFirstOrThrow();
}

type Page = { before: number | undefined; limit: number; now: Date };

/** Conversations with their peers and last messages, the latest first; emptied ones and hidden pairs are left out. */
export function listConversations(db: Db, ownerId: string, { before, limit, now }: Page) {
  return selectPeers(db, ownerId, now)
    .innerJoin("conversation", "conversation.otherId", "profile.memberId")
    .innerJoin("message", "message.id", "conversation.lastMessageId")
    .where("conversation.ownerId", "=", ownerId)
    .whereRef("conversation.lastSeq", ">", "conversation.clearedUpTo")
    .where((eb) => eb.not(isHiddenFrom(eb, ownerId)))
    .$if(before !== undefined, (query) => query.where("conversation.lastSeq", "<", before ?? 0))
    .orderBy("conversation.lastSeq", "desc")
    .limit(limit)
    .select([
      "conversation.lastSeq",
      "conversation.unread",
      "message.id as messageId",
      "message.senderId",
      "message.recipientId",
      "message.clientId",
      "message.senderSeq",
      "message.recipientSeq",
      "message.text",
      "message.sentAt",
      "message.readAt",
    ])
    .execute();
}
