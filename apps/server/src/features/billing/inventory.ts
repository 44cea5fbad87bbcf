import type { TablesOf } from "../../platform/inventory.ts";

const BOOKS = {
  does: "keep",
  because: "the books must balance, and a sale can be contested",
  law: "purchases",
} as const;
const DECIDED = { does: "keep", because: "who moved money must be known", law: "purchases" } as const;

export const tables: TablesOf<
  "endReminder" | "moneyReturn" | "orderEvent" | "paymentWebhook" | "productOrder" | "withdrawalReview"
> = {
  endReminder: {
    category: "purchases",
    columns: { memberId: "internal", what: "exported", endsAt: "exported" },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ when: "what it reminded of has ended", job: "remind-of-ends" }],
  },
  moneyReturn: {
    category: "purchases",
    columns: {
      orderId: "exported",
      returnId: "exported",
      paymentId: "exported",
      kind: "exported",
      centavos: "exported",
      state: "exported",
      reason: "exported",
      requestedBy: "concealed",
      createdAt: "exported",
    },
    people: [
      { by: { row: "orderId", of: "productOrder" }, as: "holder", onErasure: { ...BOOKS, until: "purchases" } },
      { by: { id: "requestedBy" }, as: "staff", onErasure: { ...DECIDED, until: "purchases" } },
    ],
    export: "rows",
    ends: [{ with: "productOrder" }],
  },
  orderEvent: {
    category: "purchases",
    columns: {
      id: "internal",
      orderId: "exported",
      kind: "exported",
      detail: "internal",
      actorId: "concealed",
      happenedAt: "exported",
      position: "internal",
    },
    people: [
      { by: { row: "orderId", of: "productOrder" }, as: "holder", onErasure: { ...BOOKS, until: "purchases" } },
      { by: { id: "actorId" }, as: "staff", onErasure: { ...DECIDED, until: "purchases" } },
    ],
    export: "rows",
    ends: [{ with: "productOrder" }],
  },
  paymentWebhook: {
    category: "purchases",
    columns: {
      provider: "internal",
      paymentId: "internal",
      orderId: "internal",
      firstAt: "internal",
      lastAt: "internal",
      times: "internal",
    },
    people: [{ by: { row: "orderId", of: "productOrder" }, as: "holder", onErasure: { ...BOOKS, until: "purchases" } }],
    export: { not: "how often a provider called; what it said is exported with the order" },
    ends: [{ with: "productOrder" }],
  },
  productOrder: {
    category: "purchases",
    columns: {
      id: "exported",
      memberId: "internal",
      product: "exported",
      centavos: "exported",
      provider: "exported",
      method: "exported",
      isLive: "internal",
      state: "exported",
      createdAt: "exported",
      expiresAt: "exported",
      paidAt: "exported",
      withdrawnAt: "exported",
      reference: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { ...BOOKS, until: "purchases" } }],
    export: "rows",
    ends: [{ after: "purchases", since: "createdAt", job: "sweep-purchases" }],
  },
  withdrawalReview: {
    category: "purchases",
    columns: {
      orderId: "exported",
      memberId: "internal",
      requestedAt: "exported",
      alarmedAt: "internal",
      isAccepted: "exported",
      reason: "exported",
      decidedAt: "exported",
      decidedBy: "concealed",
    },
    people: [
      { by: { id: "memberId" }, as: "holder", onErasure: { ...BOOKS, until: "purchases" } },
      { by: { id: "decidedBy" }, as: "staff", onErasure: { ...DECIDED, until: "purchases" } },
    ],
    export: "rows",
    ends: [{ with: "productOrder" }],
  },
};
