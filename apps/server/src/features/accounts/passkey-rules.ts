import { PASSKEY_CHALLENGE_MINUTES } from "@caramelo/contract/limits";

/** EdDSA, ES256 and RS256 (COSE): every authenticator knows one of them. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

/** How long the browser lets the person take. */
export const PASSKEY_TIMEOUT_MS = PASSKEY_CHALLENGE_MINUTES * 60_000;

/** When a challenge made now can no longer be answered. */
export const challengeEnd = (now: Date): Date => new Date(now.getTime() + PASSKEY_TIMEOUT_MS);

/** The site as passkeys know it: the origin of its pages, and the host that passkeys are made for. */
export function relyingPartyOf(origin: string): { origin: string; id: string } {
  return { origin, id: new URL(origin).hostname };
}

type StoredPasskey = { counter: number; blockedAt: Date | null };

/**
 * Whether a passkey may be used whose signature is right and bears this count of its uses. A passkey counts every use,
 * unless it never counts (0), so a count that did not grow comes from a copy.
 */
export function judgePasskeyUse(passkey: StoredPasskey, counter: number): "good" | "blocked" | "copied" {
  if (passkey.blockedAt) return "blocked";
  const neverCounts = passkey.counter === 0 && counter === 0;
  return neverCounts || counter > passkey.counter ? "good" : "copied";
}
