import type { ErasureInventory } from "../features/erasure/erase-member.ts";
import { inventory } from "./inventory.ts";

/** The tables whose rows stand for files, and end with them. */
const sweptTables = new Set(
  Object.values(inventory.stores).flatMap((store) =>
    "with" in store.ends && "place" in store ? [store.ends.with] : [],
  ),
);

/** What an erasure must know of what is kept. */
export const keptForErasure: ErasureInventory = {
  tables: inventory.tables,
  sweptTables,
  jobFields: Object.entries(inventory.jobs).flatMap(([task, { payload }]) =>
    Object.entries(payload).flatMap(([field, use]) =>
      use === "member" || use === "email" ? [{ task, field, isAddress: use === "email" }] : [],
    ),
  ),
};
