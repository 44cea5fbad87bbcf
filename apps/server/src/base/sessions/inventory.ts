import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"session"> = {
  session: {
    category: "signIn",
    columns: {
      id: "internal",
      memberId: "internal",
      tokenHash: "secret",
      isRemembered: "exported",
      userAgent: "exported",
      createdAt: "exported",
      lastSeenAt: "exported",
      expiresAt: "exported",
      endedAt: "exported",
      provedAt: "exported",
      hasFactor: "exported",
      provedBy: "exported",
      waySince: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ after: "endedSessions", since: ["endedAt", "expiresAt"], job: "sweep-sessions" }],
  },
};
