import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"authorityRequest" | "quarterFigure"> = {
  authorityRequest: {
    category: "audit",
    columns: {
      id: "internal",
      receivedOn: "internal",
      authority: "internal",
      words: "internal",
      outcome: "internal",
      recordedAt: "internal",
      recordedBy: "concealed",
    },
    people: [
      {
        by: { id: "recordedBy" },
        as: "staff",
        onErasure: {
          does: "keep",
          because: "who recorded a request must be known; the list is append-only",
          law: "rights",
          until: "never",
        },
      },
    ],
    export: { not: "what authorities asked the company, often under secrecy" },
    ends: [{ never: "each request is part of a published quarter" }],
  },
  quarterFigure: {
    category: "none",
    columns: { startsOn: "internal", name: "internal", value: "internal", countedAt: "internal" },
    people: [],
    export: { not: "counts of everybody" },
    ends: [{ never: "a number of a quarter, about nobody" }],
  },
};
