import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"notification" | "pushSubscription"> = {
  notification: {
    category: "notifications",
    // Visitors and admirers are shown to some members only, so they are exported by name only where the bell names
    // them.
    columns: {
      id: "internal",
      memberId: "internal",
      actorId: "person",
      type: "exported",
      createdAt: "exported",
      dismissedAt: "exported",
    },
    people: [
      { by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } },
      { by: { id: "actorId" }, as: "counterpart", onErasure: { does: "delete" } },
    ],
    export: { presented: "as the bell shows them" },
    // A match stays as long as both accounts, because a pair matches once (`isKept` of its type).
    ends: [{ after: "notifications", since: "createdAt", job: "sweep-notifications" }, { with: "member" }],
  },
  pushSubscription: {
    category: "notifications",
    columns: {
      endpoint: "secret",
      sessionId: "internal",
      memberId: "internal",
      p256dh: "secret",
      auth: "secret",
      createdAt: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ when: "the member turns them off, or the browser's service says that it is gone" }, { with: "session" }],
  },
};
