import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"personalExport"> = {
  personalExport: {
    category: "account",
    columns: {
      memberId: "internal",
      id: "internal",
      state: "internal",
      percent: "internal",
      sealedKey: "secret",
      fileName: "internal",
      bytes: "internal",
      requestedAt: "internal",
      finishedAt: "internal",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: { not: "it is about the export itself" },
    ends: [
      { after: "exports", since: "requestedAt", job: "sweep-exports" },
      { when: "the account is deactivated, suspended or banned, or its member asks for another" },
      { with: "member" },
    ],
  },
};
