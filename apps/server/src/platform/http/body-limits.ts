import type { AnyCall } from "@caramelo/contract/call/call";
import { REFUSED_BODY_POINTS } from "@caramelo/contract/call/rate-limits";
import { addressKey, type RateLimits } from "../limits/rate-limit.ts";

type Sender = { call: Pick<AnyCall, "access">; me: { sessionId: string } | undefined; address: string };

/**
 * Returns the key under which bodies are counted. Each session of a member has its own count, so that a thief of one
 * session uses up nothing of the owner's. Calls that need no session are counted by address: a copied cookie must not
 * keep its owner from signing in.
 */
const keyOf = ({ call, me, address }: Sender): string =>
  call.access === "public" || !me ? addressKey(address) : me.sessionId;

/** Counts a body before any of it is read. Fails with RATE_LIMIT_EXCEEDED when the sender has sent too many. */
export function takeBody({ bodies }: RateLimits, sender: Sender): Promise<void> {
  return bodies.take(keyOf(sender));
}

/** Counts what a refused body costs beyond an accepted one. */
export function chargeRefusedBody({ bodies }: RateLimits, sender: Sender): Promise<void> {
  return bodies.charge(keyOf(sender), REFUSED_BODY_POINTS - 1);
}
