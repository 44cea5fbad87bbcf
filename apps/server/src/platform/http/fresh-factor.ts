import { FRESH_FACTOR_MINUTES } from "@caramelo/contract/limits";
import { fail } from "./failure.ts";

type Proof = { provedAt: Date };

/** Whether somebody proved a moment ago who they are. */
export const isFresh = ({ provedAt }: Proof, now: Date): boolean =>
  now.getTime() - provedAt.getTime() <= FRESH_FACTOR_MINUTES * 60_000;

/**
 * Stops before something grave unless its caller proved a moment ago who they are: by a code of their second factor, or
 * by the password where they have none. A call that uses it declares FRESH_FACTOR_REQUIRED.
 */
export function requireFreshFactor(proof: Proof, now: Date): void {
  if (!isFresh(proof, now)) fail("FRESH_FACTOR_REQUIRED");
}
