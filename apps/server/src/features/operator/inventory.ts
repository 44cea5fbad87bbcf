import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"operatorSetting" | "operatorSettingChange"> = {
  operatorSetting: {
    category: "none",
    columns: { name: "internal", value: "internal", changedAt: "internal" },
    people: [],
    export: { not: "settings of the site, and nobody's" },
    ends: [{ when: "the staff takes it back" }],
  },
  operatorSettingChange: {
    category: "audit",
    columns: {
      number: "internal",
      name: "internal",
      before: "internal",
      after: "internal",
      actorId: "concealed",
      undoes: "internal",
      at: "internal",
    },
    people: [
      {
        by: { id: "actorId" },
        as: "staff",
        onErasure: {
          does: "keep",
          because: "who changed the site must be known; the list is append-only",
          law: "rights",
          until: "never",
        },
      },
    ],
    export: { not: "the staff's work on the site" },
    ends: [{ never: "a change is undone by what it was before" }],
  },
};
