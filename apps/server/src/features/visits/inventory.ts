import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"visit"> = {
  visit: {
    category: "lists",
    // Members whom the member visited are exported by name; visitors are shown to some members only, so that row has
    // the time, without the visitor.
    columns: { visitorId: "concealed", visitedId: "person", visitedAt: "exported" },
    people: [
      { by: { id: "visitorId" }, as: "holder", onErasure: { does: "delete" } },
      { by: { id: "visitedId" }, as: "holder", onErasure: { does: "delete" } },
    ],
    export: "rows",
    ends: [{ after: "visits", since: "visitedAt", job: "sweep-visits" }],
  },
};
