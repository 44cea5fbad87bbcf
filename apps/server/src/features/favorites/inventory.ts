import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"favorite"> = {
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
};
