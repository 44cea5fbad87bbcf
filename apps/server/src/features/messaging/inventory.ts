import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"message" | "prunedStream" | "reaction" | "streamEvent"> = {
  message: {
    category: "messages",
    columns: {
      id: "internal",
      senderId: "person",
      recipientId: "person",
      clientId: "internal",
      senderSeq: "internal",
      recipientSeq: "internal",
      text: "exported",
      sentAt: "exported",
      readAt: "exported",
      replyToId: "internal",
      warnings: "exported",
    },
    // A message goes when the accounts of both are erased.
    people: [
      {
        by: { id: "senderId" },
        as: "holder",
        onErasure: {
          does: "keep",
          because: "the recipient keeps a copy as long as the account of the recipient exists",
          law: "contract",
          until: "counterpart",
        },
      },
      {
        by: { id: "recipientId" },
        as: "holder",
        onErasure: {
          does: "keep",
          because: "the sender keeps a copy as long as the account of the sender exists",
          law: "contract",
          until: "counterpart",
        },
      },
    ],
    export: { presented: "as conversations, without what the member has cleared" },
    ends: [{ when: "the accounts of both are erased" }],
  },
  prunedStream: {
    category: "messages",
    columns: { memberId: "internal", upTo: "internal" },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: { not: "a number of the member's stream" },
    ends: [{ with: "member" }],
  },
  reaction: {
    category: "messages",
    columns: { messageId: "internal", memberId: "person", emoji: "exported", reactedAt: "exported" },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: { presented: "with the message" },
    ends: [{ when: "the member takes it back" }, { with: "member" }],
  },
  streamEvent: {
    category: "messages",
    columns: {
      memberId: "internal",
      seq: "internal",
      kind: "internal",
      otherId: "internal",
      upTo: "internal",
      happenedAt: "internal",
    },
    people: [
      { by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } },
      {
        by: { id: "otherId" },
        as: "counterpart",
        onErasure: {
          does: "keep",
          because: "the browsers of the other one read their changes without a gap",
          law: "contract",
          until: "messageChanges",
        },
      },
    ],
    export: { not: "changes on their way to browsers, whose result is exported with the messages" },
    ends: [{ after: "messageChanges", since: "happenedAt", job: "sweep-stream-events" }],
  },
};
