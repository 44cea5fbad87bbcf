import { createHash, randomBytes } from "node:crypto";

/** Returns 256 random bits as 43 characters that fit into a cookie and an address. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Only this hash of a token is stored, so that a reader of the database cannot use the token. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
