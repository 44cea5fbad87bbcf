import type { JobsOf, TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"erasure"> = {
  erasure: {
    category: "account",
    columns: {
      memberId: "internal",
      requestedAt: "exported",
      endsAt: "exported",
      remindedAt: "exported",
      begunAt: "internal",
      doneStep: "internal",
      erasedAt: "internal",
      finishedAt: "internal",
    },
    people: [
      {
        by: { id: "memberId" },
        as: "holder",
        onErasure: {
          does: "keep",
          because:
            "what outlives the account ends by its day, and people who see the number must know that it was erased",
          law: "contract",
          until: "never",
        },
      },
    ],
    export: "rows",
    ends: [{ when: "the member takes the erasure back" }, { never: "what outlives the account ends by its day" }],
  },
};

export const jobs: JobsOf<
  "begin-delayed-erasure" | "erase-accounts" | "record-erasure" | "remind-of-erasures" | "sweep-erased"
> = {
  "begin-delayed-erasure": { category: "account", payload: { memberId: "member" } },
  "erase-accounts": { category: "none", payload: {} },
  "record-erasure": { category: "account", payload: { memberId: "member" } },
  "remind-of-erasures": { category: "none", payload: {} },
  "sweep-erased": { category: "none", payload: {} },
};
