import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"consent" | "consentText"> = {
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
    ends: [{ with: "member" }, { when: "its member was erased five years ago", job: "sweep-consents" }],
  },
  consentText: {
    category: "none",
    columns: { hash: "internal", text: "internal" },
    people: [],
    export: { not: "the texts are the same for everybody; those of the member's consents are shown with them" },
    ends: [{ never: "a consent must lead to its very text" }],
  },
};
