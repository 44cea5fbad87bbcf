import { existsSync } from "node:fs";
import { hasMasterKey, type MasterKeyPlace } from "../secrets/sealer.ts";
import { placeOf } from "./inventory.ts";

/**
 * Whether the product has been started with this data folder, or a restore has filled it. Every start makes the folder
 * of uploads; the key is evidence only where it is no setting.
 */
export function isDataFolder({ dataDir, masterKey }: MasterKeyPlace): boolean {
  if (masterKey === undefined) return hasMasterKey({ dataDir });
  return existsSync(placeOf(dataDir, "photos")) || existsSync(placeOf(dataDir, "uploads"));
}
