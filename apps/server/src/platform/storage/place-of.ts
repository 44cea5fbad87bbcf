import { join } from "node:path";
import { fileStores } from "./inventory.ts";

/** The path of a store in a data folder. */
export const placeOf = (dataDir: string, store: keyof typeof fileStores): string =>
  join(dataDir, fileStores[store].place);
