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
 * A send with what finds the warnings of its text, and whether its writer was asked and means it. Reading a text costs more than
 * all other judgements together, so it comes last: only the text of a send that nothing else refuses is read.
 */
export type JudgedSend = Send & { findWarnings: () => MessageWarning[]; isConfirmed: boolean };
export type StoredMessage = Send & {
  senderSeq: number;
  recipientSeq: number;
  sentAt: Date;
  readAt: Date | null;
  /** What its reader is warned of. */
  warnings: MessageWarning[];
};

/** The message that another one replies to; everything as the one who replies has it, and `peer…` as the other one has it. */
export type Quote = {
  id: string;
  isMine: boolean;
  seq: number;
  peerSeq: number;
  /** Its first characters. */
  text: string;
  isCleared: boolean;
  isClearedForPeer: boolean;
};
export type QuotingMessage = { message: StoredMessage; quote: Quote | null };
