import { sql } from "kysely";
import { isHiddenPair } from "../../../base/pairs/fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";
import { hasHadTokens } from "../../billing/fragment-queries.ts";
import { selectPeople } from "../../member-cards/fragment-queries.ts";
import type { PairFacts } from "../rules/judge.ts";
import { selectPairFacts } from "./pairs.ts";

type Chat = { memberId: string; peerId: string; now: Date };
type ChatFacts = PairFacts & { hasHadTokens: boolean };

/** One statement reads the profile, the facts and the unread count, so that they belong to the same snapshot. */
const readChat = statement(({ memberId, peerId, now }: Params<Chat>, db) =>
  selectPeople(db, memberId, now)
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
    .select(["profile.memberId as id", "profile.isActive", "judged.facts", "conversation.unread"])
    .select(isHiddenPair(memberId, sql.ref("profile.memberId")).as("isHiddenPair")),
);

/** The other member of a chat and the facts that decide about writing; undefined when no member has the id. */
export async function findChat(db: Db, chat: Chat) {
  const [row] = await readChat(db, chat);
  return row;
}
