import { type ConversationRow, lastMessageOf } from "../../../base/pairs/conversation-rules.ts";
import type { SendTerms } from "./judge.ts";
import type { QuotingMessage } from "./sends.ts";

export type AcceptedSend = QuotingMessage & { terms: SendTerms };

/** The rows of both members for every pair that got a message. */
export function conversationsAfter(accepted: AcceptedSend[]): ConversationRow[] {
  const rows = new Map<string, ConversationRow>();
  for (const { message, terms } of accepted) {
    const { senderId, recipientId, sentAt } = message;
    const sent = rows.get(`${senderId} ${recipientId}`);
    const received = rows.get(`${recipientId} ${senderId}`);
    rows.set(`${senderId} ${recipientId}`, {
      ownerId: senderId,
      otherId: recipientId,
      ...lastMessageOf(message, senderId),
      unread: sent?.unread ?? 0,
      received: sent?.received ?? 0,
      startedAt: terms.starts ? sentAt : (sent?.startedAt ?? null),
      openedAt: terms.opens ? sentAt : (sent?.openedAt ?? null),
    });
    rows.set(`${recipientId} ${senderId}`, {
      ownerId: recipientId,
      otherId: senderId,
      ...lastMessageOf(message, recipientId),
      unread: (received?.unread ?? 0) + 1,
      received: (received?.received ?? 0) + 1,
      startedAt: received?.startedAt ?? null,
      openedAt: received?.openedAt ?? null,
    });
  }
  return [...rows.values()];
}
