import { PASSKEY_CHALLENGE_MINUTES } from "@caramelo/contract/limits";

/** EdDSA, ES256 and RS256 (COSE): every authenticator knows one of them. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

/** How long the browser waits for the person. */
export const PASSKEY_TIMEOUT_MS = PASSKEY_CHALLENGE_MINUTES * 60_000;

/** When a challenge made now can no longer be answered. */
export const challengeEnd = (now: Date): Date => new Date(now.getTime() + PASSKEY_TIMEOUT_MS);

/** The site as passkeys know it: the origin of its pages, and the host that passkeys are made for. */
export function relyingPartyOf(origin: string): { origin: string; id: string } {
  return { origin, id: new URL(origin).hostname };
}

// Web Authentication, 5.1.1. The table has the same bounds.
const CREDENTIAL_ID_BYTES_MAX = 1_023;
// The largest key of an authenticator, an RSA key of 4,096 bits, needs a quarter of this.
const PUBLIC_KEY_BYTES_MAX = 2_048;

/** Whether a new passkey has an id, and neither its id nor its key is longer than any real one. */
export function hasStorableSize({ credentialId, publicKey }: { credentialId: Buffer; publicKey: Buffer }): boolean {
  const isIdStorable = credentialId.length > 0 && credentialId.length <= CREDENTIAL_ID_BYTES_MAX;
  return isIdStorable && publicKey.length > 0 && publicKey.length <= PUBLIC_KEY_BYTES_MAX;
}

type PasskeyState = { blockedAt: Date | null; offSince: Date | null };
type StoredPasskey = PasskeyState & { counter: number };

export const isUsable = ({ blockedAt, offSince }: PasskeyState): boolean => blockedAt === null && offSince === null;

/**
 * Whether a passkey with a right signature and this use count may be used. A passkey counts every use, or never counts
 * (0), so a count that did not grow comes from a copy. One that has not counted yet may begin to.
 */
export function judgePasskeyUse(passkey: StoredPasskey, counter: number): "good" | "blocked" | "off" | "copied" {
  if (passkey.blockedAt) return "blocked";
  if (passkey.offSince) return "off";
  return passkey.counter === 0 || counter > passkey.counter ? "good" : "copied";
}
