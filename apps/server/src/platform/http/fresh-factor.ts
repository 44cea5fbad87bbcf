import { FRESH_FACTOR_MINUTES } from "@caramelo/contract/limits";
import { fail } from "./failure.ts";
import type { Me } from "./serve-contract.ts";

/**
 * Stops before something grave unless its caller proved a moment ago who they are: by a code of their second factor, or
 * by the password where they have none. A call that uses it declares FRESH_FACTOR_REQUIRED.
 */
export function requireFreshFactor({ provedAt }: Pick<Me, "provedAt">, now: Date): void {
  if (now.getTime() - provedAt.getTime() > FRESH_FACTOR_MINUTES * 60_000) fail("FRESH_FACTOR_REQUIRED");
}
