import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"pixCharge"> = {
  pixCharge: {
    category: "purchases",
    columns: { orderId: "exported", token: "secret", code: "exported", createdAt: "exported" },
    people: [
      {
        by: { row: "orderId", of: "productOrder" },
        as: "holder",
        onErasure: { does: "keep", because: "it goes with its order", law: "purchases", until: "purchases" },
      },
    ],
    export: "rows",
    ends: [{ with: "productOrder" }],
  },
};
