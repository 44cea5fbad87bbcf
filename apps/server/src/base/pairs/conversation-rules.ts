import { firstCharacters } from "@caramelo/contract/formats/graphemes";
import { PREVIEW_MAX } from "@caramelo/contract/limits";

/**
 * One side's row of a conversation after new messages. `unread` and `received` count the new messages that the owner
 * has not read, and has received. `lastText` is the beginning of the latest one.
 */
export type ConversationRow = LastMessage & {
  ownerId: string;
  otherId: string;
  unread: number;
  received: number;
  startedAt: Date | null;
  openedAt: Date | null;
};

/** The part of a conversation's row about the latest message. */
export type LastMessage = {
  lastSeq: number;
  lastMessageId: string;
  lastText: string;
  lastSentAt: Date;
  isLastMine: boolean;
  lastReadAt: Date | null;
};

type Message = {
  id: string;
  senderId: string;
  senderSeq: number;
  recipientSeq: number;
  text: string;
  sentAt: Date;
  readAt: Date | null;
};

/** Returns the part of one member's row about the latest message. */
export function lastMessageOf(message: Message, ownerId: string): LastMessage {
  const isLastMine = message.senderId === ownerId;
  return {
    lastSeq: isLastMine ? message.senderSeq : message.recipientSeq,
    lastMessageId: message.id,
    lastText: firstCharacters(message.text, PREVIEW_MAX),
    lastSentAt: message.sentAt,
    isLastMine,
    lastReadAt: message.readAt,
  };
}
