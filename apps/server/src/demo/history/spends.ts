import type { Insertable } from "kysely";
import type { StoredMessage } from "../../features/messaging/rules/sends.ts";
import type { LedgerEntry } from "../../platform/database/types.generated.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { PRODUCT_NAME } from "../../platform/product-name.ts";

type Sent = Pick<StoredMessage, "id" | "senderId" | "recipientId" | "sentAt">;

/**
 * The ledger entries of messages, given in the order of time, as the product would have written them: a token for each
 * message of a member who pays with tokens, and a conversation for the first message to another member.
 */
export function listSpends(
  messages: readonly Sent[],
  paysWithTokens: (memberId: string) => boolean,
): Insertable<LedgerEntry>[] {
  const openedPairs = new Set<string>();
  return messages.flatMap(({ id, senderId, recipientId, sentAt }) => {
    if (!paysWithTokens(senderId)) return [];
    const pair = `${senderId} ${recipientId}`;
    const isFirst = !openedPairs.has(pair);
    openedPairs.add(pair);
    return [spendOf({ memberId: senderId, messageId: id, isFirst, at: sentAt })];
  });
}

type Spend = { memberId: string; messageId: string; isFirst: boolean; at: Date };

/** The ledger entry of one message. */
export function spendOf({ memberId, messageId, isFirst, at }: Spend): Insertable<LedgerEntry> {
  return {
    id: uuidv7(at),
    memberId,
    kind: "spend",
    provider: PRODUCT_NAME,
    providerObjectId: messageId,
    tokens: -1,
    conversations: isFirst ? -1 : 0,
    writtenAt: at,
  };
}
