import type { TablesOf } from "../../platform/inventory.ts";

const PROOF = {
  does: "keep",
  because: "the operator must be able to prove that it answered, and what",
  law: "rights",
  until: "dataRequests",
} as const;

export const tables: TablesOf<"consent" | "consentText" | "dataRequest"> = {
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
  dataRequest: {
    category: "dataRequests",
    columns: {
      id: "internal",
      kind: "exported",
      words: "exported",
      name: "exported",
      email: "exported",
      memberId: "internal",
      receivedAt: "exported",
      dueAt: "exported",
      confirmationHash: "secret",
      confirmedAt: "exported",
      alarmedAt: "internal",
      answeredAt: "exported",
      answeredBy: "concealed",
      answer: "exported",
    },
    people: [
      { by: { id: "memberId" }, as: "holder", onErasure: PROOF },
      { by: { email: "email", unless: "memberId" }, as: "holder", onErasure: PROOF },
      { by: { id: "answeredBy" }, as: "staff", onErasure: PROOF },
    ],
    export: "rows",
    ends: [
      { after: "unconfirmedDataRequests", since: "receivedAt", job: "sweep-data-requests" },
      { after: "dataRequests", since: "answeredAt", job: "sweep-data-requests" },
    ],
  },
};
