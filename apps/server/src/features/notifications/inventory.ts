import type { JobsOf, TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"notification" | "pushSubscription"> = {
  notification: {
    category: "notifications",
    // Who visited, or favoured, is shown to some members only; by name it is exported where the bell names them.
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
    // A match is kept as long as both accounts, because a pair matches once (`isKept` of its type).
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

export const jobs: JobsOf<
  | "daily-mails"
  | "invite-available"
  | "mail-day"
  | "mail-notifications"
  | "plan-external-notifications"
  | "push-invitation"
  | "push-one"
  | "sweep-notifications"
> = {
  "daily-mails": { category: "none", payload: {} },
  "invite-available": { category: "none", payload: { id: "internal" } },
  "mail-day": { category: "notifications", payload: { id: "member" } },
  "mail-notifications": { category: "notifications", payload: { id: "member" } },
  "plan-external-notifications": { category: "notifications", payload: { id: "row" } },
  "push-invitation": { category: "notifications", payload: { id: "member", endpoint: "device" } },
  "push-one": { category: "notifications", payload: { id: "row", endpoint: "device" } },
  "sweep-notifications": { category: "none", payload: {} },
};
