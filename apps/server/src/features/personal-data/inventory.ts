import type { TablesOf } from "../../platform/inventory.ts";

const PROOF = {
  does: "keep",
  because: "the operator must be able to prove that it answered, and what",
  law: "rights",
  until: "dataRequests",
} as const;

export const tables: TablesOf<"dataRequest"> = {
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
