import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"block" | "conversation" | "favorite" | "hiddenPair"> = {
  block: {
    category: "blocks",
    columns: { blockerId: "internal", blockedId: "internal", blockedName: "exported", createdAt: "exported" },
    people: [
      { by: { id: "blockerId" }, as: "holder", onErasure: { does: "delete" } },
      { by: { id: "blockedId" }, as: "counterpart", onErasure: { does: "delete" } },
    ],
    export: "rows",
    ends: [{ when: "the member takes the block back" }, { with: "member" }],
  },
  conversation: {
    category: "messages",
    columns: {
      ownerId: "internal",
      otherId: "person",
      changedSeq: "internal",
      clearedUpTo: "internal",
      // The latest message and what was received are exported with the messages.
      isLastMine: "internal",
      lastMessageId: "internal",
      lastReadAt: "internal",
      lastSentAt: "internal",
      lastText: "internal",
      lastSeq: "internal",
      openedAt: "exported",
      readUpTo: "internal",
      received: "internal",
      startedAt: "exported",
      unread: "exported",
    },
    people: [
      { by: { id: "ownerId" }, as: "holder", onErasure: { does: "delete" } },
      {
        by: { id: "otherId" },
        as: "counterpart",
        onErasure: {
          does: "keep",
          because: "it is the other one's conversation, with a member who has no name any more",
          law: "contract",
          until: "counterpart",
        },
      },
    ],
    export: "rows",
    ends: [{ with: "member" }],
  },
  favorite: {
    category: "lists",
    columns: { memberId: "internal", favoriteId: "person", createdAt: "exported" },
    people: [
      { by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } },
      { by: { id: "favoriteId" }, as: "counterpart", onErasure: { does: "delete" } },
    ],
    export: "rows",
    ends: [{ when: "the member removes the favourite" }, { with: "member" }],
  },
  hiddenPair: {
    category: "blocks",
    columns: { viewerId: "internal", otherId: "concealed" },
    people: [
      { by: { id: "viewerId" }, as: "holder", onErasure: { does: "delete" } },
      { by: { id: "otherId" }, as: "counterpart", onErasure: { does: "delete" } },
    ],
    export: { not: "it follows from blocks, also from those by others, which the member must not learn" },
    ends: [{ when: "the last block of the two is taken back" }, { with: "member" }],
  },
};
