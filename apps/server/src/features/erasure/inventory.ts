import type { JobsOf } from "../../platform/inventory.ts";

export const jobs: JobsOf<
  "begin-delayed-erasure" | "erase-accounts" | "record-erasure" | "remind-of-erasures" | "sweep-erased"
> = {
  "begin-delayed-erasure": { category: "account", payload: { memberId: "member", dueAt: "internal" } },
  "erase-accounts": { category: "none", payload: {} },
  "record-erasure": { category: "account", payload: { memberId: "member" } },
  "remind-of-erasures": { category: "none", payload: {} },
  "sweep-erased": { category: "none", payload: {} },
};
