import type { TablesOf } from "../../platform/inventory.ts";

const IN_THE_CHAIN = "each row's hash covers the row before it, so a changed or removed row would break the chain";

export const tables: TablesOf<"auditEntry"> = {
  auditEntry: {
    category: "audit",
    columns: {
      id: "internal",
      at: "internal",
      actorId: "concealed",
      action: "internal",
      subjectId: "internal",
      details: "internal",
      hash: "internal",
      previousHash: "internal",
    },
    people: [
      {
        by: { id: "subjectId" },
        as: "counterpart",
        onErasure: { does: "keep", because: IN_THE_CHAIN, law: "rights", until: "never" },
      },
      {
        by: { id: "actorId" },
        as: "staff",
        onErasure: { does: "keep", because: IN_THE_CHAIN, law: "rights", until: "never" },
      },
    ],
    export: { not: "it is about the staff's work; what it did to the member is exported as measures and orders" },
    ends: [{ never: IN_THE_CHAIN }],
  },
};
