import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"availability" | "availabilityRun" | "node" | "nodeMember" | "presence"> = {
  availability: {
    category: "presence",
    columns: {
      memberId: "internal",
      runId: "internal",
      startsAt: "exported",
      endsAt: "exported",
      invitedAt: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ when: "the next drawing finds that it has ended", job: "run-availability" }],
  },
  availabilityRun: {
    category: "audit",
    columns: {
      id: "internal",
      actorId: "concealed",
      slot: "internal",
      startedAt: "internal",
      eligible: "internal",
      longCount: "internal",
      shortCount: "internal",
    },
    people: [
      {
        by: { id: "actorId" },
        as: "staff",
        onErasure: { does: "keep", because: "who began a drawing must be known", law: "rights", until: "never" },
      },
    ],
    export: { not: "counts, and who of the staff began it" },
    ends: [{ never: "a few counts a day" }],
  },
  node: {
    category: "none",
    columns: { id: "internal", seenAt: "internal" },
    people: [],
    export: { not: "a process of the server" },
    ends: [{ when: "the process ends, or has been silent for some seconds" }],
  },
  nodeMember: {
    category: "presence",
    columns: { nodeId: "internal", memberId: "internal" },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: { not: "which process a browser is connected to" },
    ends: [{ when: "the member's last connection closes" }, { with: "node" }],
  },
  presence: {
    category: "presence",
    columns: {
      memberId: "internal",
      lastActiveAt: "exported",
      leftAt: "exported",
      isHidden: "exported",
      changedAt: "internal",
      beforeActiveAt: "internal",
      beforeLeftAt: "internal",
      activeStep: "internal",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ with: "member" }],
  },
};
