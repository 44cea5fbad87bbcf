import type { MessageWarning } from "@caramelo/contract/messaging/warnings";

/** A message that a member asks to store; `id` is the id that it will have. */
export type Send = {
  id: string;
  senderId: string;
  recipientId: string;
  clientId: string;
  text: string;
  replyToId: string | null;
};
/**
 * A send with the function that finds the warnings of its text; `isConfirmed`: the writer has confirmed them. Reading a
 * text costs more than all other checks together, so it comes last, only for a send that nothing else refuses.
 */
export type JudgedSend = Send & { findWarnings: () => MessageWarning[]; isConfirmed: boolean };
export type StoredMessage = Send & {
  senderSeq: number;
  recipientSeq: number;
  sentAt: Date;
  readAt: Date | null;
  /** The warnings that the recipient sees. */
  warnings: MessageWarning[];
};

/**
 * The message that a reply quotes, as the member who replies sees it; `peerSeq` and `isClearedForPeer` are the other's.
 */
export type Quote = {
  id: string;
  isMine: boolean;
  seq: number;
  peerSeq: number;
  /** Its beginning, from which `cutQuote` of the views takes what browsers get. */
  text: string;
  isCleared: boolean;
  isClearedForPeer: boolean;
};
export type QuotingMessage = { message: StoredMessage; quote: Quote | null };
