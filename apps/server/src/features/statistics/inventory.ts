import type { JobsOf, TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"dailyStatistic"> = {
  dailyStatistic: {
    category: "none",
    columns: { day: "internal", name: "internal", value: "internal", countedAt: "internal" },
    people: [],
    export: { not: "counts of everybody" },
    ends: [{ never: "a number of a day, about nobody" }],
  },
};

export const jobs: JobsOf<"count-statistics" | "recount-statistics"> = {
  "count-statistics": { category: "none", payload: {} },
  "recount-statistics": { category: "none", payload: {} },
};
