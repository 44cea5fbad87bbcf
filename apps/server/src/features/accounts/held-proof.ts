import { findProof } from "../../base/sessions/queries.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Me } from "../../platform/http/caller.ts";
import { fail } from "../../platform/http/failure.ts";
import { isFresh } from "../../platform/http/fresh-factor.ts";

type Moments = {
  now: Date;
  /** When the proof had to be fresh. */
  freshAt: Date;
};

/** Whether the caller's session is still open, and its proof still fresh. Lock the member before. */
export async function holdsProof(trx: Db, { sessionId }: Me, { now, freshAt }: Moments): Promise<boolean> {
  const proof = await findProof(trx, sessionId, now);
  return proof !== undefined && isFresh(proof, freshAt);
}

/**
 * Fails with FRESH_FACTOR_REQUIRED unless `requireFreshFactor` still passes. A transaction that ends the session of a
 * request or voids its proof locks the member, so ask once more after the lock.
 */
export async function requireHeldProof(trx: Db, me: Me, now: Date): Promise<void> {
  if (!(await holdsProof(trx, me, { now, freshAt: now }))) fail("FRESH_FACTOR_REQUIRED");
}
