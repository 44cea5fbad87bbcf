import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"dailyStatistic"> = {
  dailyStatistic: {
    category: "none",
    columns: { day: "internal", name: "internal", value: "internal", countedAt: "internal" },
    people: [],
    export: { not: "counts of everybody" },
    ends: [{ never: "a number of a day, about nobody" }],
  },
};
