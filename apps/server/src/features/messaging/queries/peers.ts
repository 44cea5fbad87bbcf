import { type RawBuilder, sql } from "kysely";
import { isHiddenPair } from "../../../base/members/pair-fragment-queries.ts";
import { isPremium } from "../../../base/members/premium-fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { fixedStatement, type Places } from "../../../platform/database/fixed-statement.ts";
import { hasHadTokens } from "../../billing/fragment-queries.ts";
import { hasWrittenTo, PRESENCE_COLUMNS } from "../../presence/fragment-queries.ts";
import type { PairFacts } from "../rules/judge.ts";
import { selectPairFacts } from "./pairs.ts";

/** What a member sees of others in messages. */
export function selectPeers(db: Db, viewerId: string | RawBuilder<string>, now: Date | RawBuilder<Date>) {
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

type Chat = { memberId: string; peerId: string; now: Date };
type ChatFacts = PairFacts & { hasHadTokens: boolean };

/** In one statement, so that all of it is of one moment. */
const readChat = fixedStatement(({ memberId, peerId, now }: Places<Chat>, db) =>
  selectPeers(db, memberId, now)
    .innerJoin(
      sql<{ facts: ChatFacts }>`(
        select to_json(judged) as facts from (
          select pair.*, pair.tokens = 0 and ${hasHadTokens(memberId)} as has_had_tokens
          from (${selectPairFacts({ senderId: memberId, recipientId: peerId, now })}) pair
        ) judged
      )`.as<"judged">("judged"),
      (join) => join.onTrue(),
    )
    .leftJoin("conversation", (join) =>
      join.onRef("conversation.otherId", "=", "profile.memberId").on("conversation.ownerId", "=", memberId),
    )
    .where("profile.memberId", "=", peerId)
    .select(["judged.facts", "conversation.unread"])
    .select(hasWrittenTo(sql.ref("profile.memberId"), memberId).as("hasWritten")),
);

/**
 * The other one of a chat, the viewer's unread count, and the facts that decide whether the viewer may write; undefined
 * where no member has the id.
 */
export async function findChat(db: Db, chat: Chat) {
  const [row] = await readChat(db, chat);
  return row;
}
