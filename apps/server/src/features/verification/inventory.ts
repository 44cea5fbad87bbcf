import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"ageAssurance" | "verificationDocument" | "verificationRequest"> = {
  ageAssurance: {
    category: "none",
    columns: { isOnly: "internal", mode: "internal" },
    people: [],
    export: { not: "a setting of the site" },
    ends: [{ never: "one row, which is changed" }],
  },
  verificationDocument: {
    category: "verification",
    columns: { objectKey: "internal", requestId: "internal", kind: "exported", createdAt: "exported" },
    people: [{ by: { row: "requestId", of: "verificationRequest" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [
      {
        after: "approvedDocuments",
        since: { of: "verificationRequest", column: "reviewedAt" },
        job: "destroy-documents",
      },
      {
        after: "rejectedDocuments",
        since: { of: "verificationRequest", column: "reviewedAt" },
        job: "destroy-documents",
      },
      { when: "no request with a key refers to it", job: "sweep-documents" },
    ],
  },
  verificationRequest: {
    category: "verification",
    columns: {
      id: "internal",
      memberId: "internal",
      status: "exported",
      birthOn: "exported",
      createdAt: "exported",
      updatedAt: "exported",
      reviewedAt: "exported",
      reviewedBy: "concealed",
      reason: "exported",
      note: "exported",
      sealedKey: "secret",
      documentsEndAt: "exported",
      documentMark: "secret",
    },
    people: [
      { by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } },
      {
        by: { id: "reviewedBy" },
        as: "staff",
        onErasure: {
          does: "keep",
          because: "who assured an age must be known as long as the account exists",
          law: "minors",
          until: "never",
        },
      },
    ],
    export: "rows",
    ends: [
      { when: "the documents are destroyed", job: "destroy-documents", clears: ["sealedKey"] },
      { with: "member" },
    ],
  },
};
