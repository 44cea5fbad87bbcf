import type { KeptData } from "../platform/inventory.ts";
import { inventory } from "./inventory.ts";

/** The tables whose rows stand for files, and end with them. */
const sweptTables = new Set(
  Object.values(inventory.stores).flatMap((store) =>
    "with" in store.ends && "place" in store ? [store.ends.with] : [],
  ),
);

export const keptData: KeptData = {
  tables: inventory.tables,
  sweptTables,
  jobFields: Object.entries(inventory.jobs).flatMap(([task, { payload }]) =>
    Object.entries(payload).flatMap(([field, use]) =>
      use === "member" || use === "email" ? [{ task, field, isAddress: use === "email" }] : [],
    ),
  ),
};
