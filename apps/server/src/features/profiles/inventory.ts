import type { JobsOf } from "../../platform/inventory.ts";

export const jobs: JobsOf<"lower-tiers" | "reroll-shuffle-keys"> = {
  "lower-tiers": { category: "none", payload: {} },
  "reroll-shuffle-keys": { category: "none", payload: {} },
};
