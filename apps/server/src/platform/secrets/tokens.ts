import { createHash, randomBytes } from "node:crypto";

/** 256 random bits in 43 letters that fit a cookie and an address. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Only this hash of a token is stored, so that a reader of the database cannot use any session. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
