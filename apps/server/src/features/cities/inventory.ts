import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"city"> = {
  city: {
    category: "none",
    columns: { id: "internal", name: "internal", uf: "internal", lat: "internal", lng: "internal" },
    people: [],
    export: { not: "a list of the country" },
    ends: [{ never: "it ships with the product" }],
  },
};
