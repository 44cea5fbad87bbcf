import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"discoveryFilter" | "profileChange" | "profileChangeHorizon"> = {
  discoveryFilter: {
    category: "lists",
    columns: { memberId: "internal", filter: "exported", updatedAt: "exported" },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ with: "member" }],
  },
  profileChange: {
    category: "technical",
    columns: { tx: "internal", kind: "internal", memberId: "internal" },
    people: [
      {
        by: { id: "memberId" },
        as: "holder",
        onErasure: {
          does: "keep",
          because: "a process that has not read it yet would go on to show the member",
          law: "security",
          until: "profileChanges",
        },
      },
    ],
    export: { not: "it says that something changed, for an hour, and not what" },
    ends: [{ when: "every process has had an hour to read it", job: "prune-profile-changes" }],
  },
  profileChangeHorizon: {
    category: "none",
    columns: { snapshot: "internal", takenAt: "internal" },
    people: [],
    export: { not: "moments of the database, and nobody's" },
    ends: [{ when: "every process has had an hour to read it", job: "prune-profile-changes" }],
  },
};
