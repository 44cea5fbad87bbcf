import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
// One code before and one after the current one are accepted, because clocks differ and people type slowly.
const WINDOW = 1;
/** RFC 4226 advises this length. */
const SECRET_BYTES = 20;

export const makeTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** Returns the secret as text, for typing it into an authenticator. */
export const totpText = (secret: Uint8Array): string => secretOf(secret).base32;

/** Returns the address that authenticators read from a QR code. */
export function totpUri(secret: Uint8Array, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ issuer, label, secret: secretOf(secret) }).toString();
}

/** Returns the half minute, counted from 1970, to which a code belongs; undefined when the code is not valid now. */
export function findTotpStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = new TOTP({ secret: secretOf(secret) }).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
}

/** For tests: returns the code that an authenticator with this secret shows at a moment. */
export function totpCodeOf(secretText: string, now: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secretText) }).generate({ timestamp: now.getTime() });
}
