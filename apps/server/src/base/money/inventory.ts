import type { TablesOf } from "../../platform/inventory.ts";

const BOOKS = {
  does: "keep",
  because: "the books must balance, and a sale can be contested",
  law: "purchases",
  until: "never",
} as const;

export const tables: TablesOf<"entitlement" | "ledgerEntry"> = {
  entitlement: {
    category: "purchases",
    columns: {
      memberId: "internal",
      tokens: "exported",
      conversations: "exported",
      premiumUntil: "exported",
      highlightedUntil: "exported",
      hasCourtesyPremium: "exported",
    },
    // It is derived from the ledger, and a restore compares the two.
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: BOOKS }],
    export: "rows",
    ends: [{ never: "it is the sum of the ledger, which stays" }],
  },
  ledgerEntry: {
    category: "purchases",
    columns: {
      id: "internal",
      memberId: "internal",
      kind: "exported",
      provider: "exported",
      providerObjectId: "exported",
      tokens: "exported",
      conversations: "exported",
      premiumSeconds: "exported",
      premiumUntil: "exported",
      highlightedSeconds: "exported",
      highlightedUntil: "exported",
      hasCourtesyPremium: "exported",
      orderId: "exported",
      writtenAt: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: BOOKS }],
    export: "rows",
    ends: [{ never: "a balance is the sum of all its entries" }],
  },
};
