import type { Db } from "../../platform/database/database.ts";
import { changeTiers } from "../members/tier-queries.ts";
import { tiersOf } from "./premium-fragment-queries.ts";

/**
 * Sets the tiers of profiles. It must follow each change of an entitlement, of a verification, and of whether a profile
 * is managed.
 */
export const refreshTiers = (db: Db, memberIds: string[], now: Date): Promise<void> =>
  changeTiers(db, tiersOf(memberIds, now));
