import { FRESH_FACTOR_MINUTES } from "@caramelo/contract/limits";
import { fail } from "./failure.ts";

type Proof = { provedAt: Date };

/** Whether the caller proved who they are within the last FRESH_FACTOR_MINUTES. */
export const isFresh = ({ provedAt }: Proof, now: Date): boolean =>
  now.getTime() - provedAt.getTime() <= FRESH_FACTOR_MINUTES * 60_000;

/**
 * Fails with FRESH_FACTOR_REQUIRED unless the caller has just proved who they are: by a code of their second factor, or
 * by the password where they have none. Grave actions need it, and their calls declare FRESH_FACTOR_REQUIRED.
 */
export function requireFreshFactor(proof: Proof, now: Date): void {
  if (!isFresh(proof, now)) fail("FRESH_FACTOR_REQUIRED");
}
