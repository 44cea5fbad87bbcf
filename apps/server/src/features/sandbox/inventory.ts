import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"sandboxPayment" | "sandboxReturn"> = {
  sandboxPayment: {
    category: "purchases",
    columns: {
      id: "internal",
      orderId: "internal",
      memberId: "internal",
      product: "internal",
      method: "internal",
      centavos: "internal",
      state: "internal",
      createdAt: "internal",
      expiresAt: "internal",
      paidAt: "internal",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: { not: "the books of a made-up payment company; the order and its payment are exported" },
    ends: [{ with: "productOrder" }],
  },
  sandboxReturn: {
    category: "purchases",
    columns: {
      paymentId: "internal",
      id: "internal",
      kind: "internal",
      centavos: "internal",
      state: "internal",
      createdAt: "internal",
    },
    people: [{ by: { row: "paymentId", of: "sandboxPayment" }, as: "holder", onErasure: { does: "delete" } }],
    export: { not: "the books of a made-up payment company; the return is exported with the order" },
    ends: [{ with: "sandboxPayment" }],
  },
};
