import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"acknowledgement" | "mail"> = {
  acknowledgement: {
    category: "none",
    columns: {
      id: "internal",
      form: "internal",
      mailbox: "internal",
      network: "internal",
      turn: "internal",
      isFirst: "internal",
      askedAt: "internal",
      mailedAt: "internal",
    },
    people: [],
    export: { not: "it names nobody" },
    ends: [
      { when: "the notice or request was confirmed" },
      { after: "acknowledgements", since: "askedAt", job: "sweep-mails" },
    ],
  },
  mail: {
    category: "mails",
    columns: {
      id: "internal",
      kind: "exported",
      recipient: "exported",
      subject: "exported",
      // A waiting mail may contain a secret link.
      bodyText: "secret",
      bodyHtml: "secret",
      createdAt: "exported",
      sentAt: "exported",
      failedAt: "exported",
    },
    people: [{ by: { email: "recipient" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [
      { when: "it was sent or has failed", clears: ["bodyText", "bodyHtml"] },
      { after: "mails", since: "createdAt", job: "sweep-mails" },
    ],
  },
};
