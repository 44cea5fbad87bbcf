import { type ConversationRow, lastMessageOf } from "../../../base/pairs/conversation-rules.ts";
import type { SendTerms } from "./judge.ts";
import type { QuotingMessage } from "./sends.ts";

export type AcceptedSend = QuotingMessage & { terms: SendTerms };

/** Returns the rows of both members for every pair that got a message. */
export function conversationsAfter(accepted: AcceptedSend[]): ConversationRow[] {
  const rows = new Map<string, ConversationRow>();
  for (const { message, terms } of accepted) {
    const { senderId, recipientId, sentAt } = message;
    const senderRow = rows.get(`${senderId} ${recipientId}`);
    const recipientRow = rows.get(`${recipientId} ${senderId}`);
    rows.set(`${senderId} ${recipientId}`, {
      ownerId: senderId,
      otherId: recipientId,
      ...lastMessageOf(message, senderId),
      unread: senderRow?.unread ?? 0,
      received: senderRow?.received ?? 0,
      startedAt: terms.starts ? sentAt : (senderRow?.startedAt ?? null),
      openedAt: terms.opens ? sentAt : (senderRow?.openedAt ?? null),
    });
    rows.set(`${recipientId} ${senderId}`, {
      ownerId: recipientId,
      otherId: senderId,
      ...lastMessageOf(message, recipientId),
      unread: (recipientRow?.unread ?? 0) + 1,
      received: (recipientRow?.received ?? 0) + 1,
      startedAt: recipientRow?.startedAt ?? null,
      openedAt: recipientRow?.openedAt ?? null,
    });
  }
  return [...rows.values()];
}
