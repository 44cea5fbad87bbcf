/** One side's row of a conversation after new messages; `unread` counts those among them that the owner received. */
export type ConversationRow = {
  ownerId: string;
  otherId: string;
  lastSeq: number;
  lastMessageId: string;
  unread: number;
  startedAt: Date | null;
  openedAt: Date | null;
};
