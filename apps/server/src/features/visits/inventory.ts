import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"visit"> = {
  visit: {
    category: "lists",
    // Whom the member visited is exported by name; who visited the member is shown to some members only, so that row
    // says when, and not who.
    columns: { visitorId: "concealed", visitedId: "person", visitedAt: "exported" },
    people: [
      { by: { id: "visitorId" }, as: "holder", onErasure: { does: "delete" } },
      { by: { id: "visitedId" }, as: "holder", onErasure: { does: "delete" } },
    ],
    export: "rows",
    ends: [{ after: "visits", since: "visitedAt", job: "sweep-visits" }],
  },
};
