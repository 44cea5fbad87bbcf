import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"consent"> = {
  consent: {
    category: "consents",
    columns: {
      id: "internal",
      memberId: "internal",
      kind: "exported",
      textVersion: "exported",
      textHash: "internal",
      givenAt: "exported",
      revokedAt: "exported",
    },
    people: [
      {
        by: { id: "memberId" },
        as: "holder",
        onErasure: {
          does: "keep",
          because: "the operator must be able to prove that the use was allowed",
          law: "proof",
          until: "purchases",
        },
      },
    ],
    export: "rows",
    ends: [{ with: "member" }, { when: "its member was erased five years ago", job: "sweep-erased" }],
  },
};
