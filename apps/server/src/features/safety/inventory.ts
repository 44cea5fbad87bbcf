import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"block" | "hiddenPair"> = {
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
