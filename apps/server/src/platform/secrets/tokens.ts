import { createHash, createHmac, randomBytes } from "node:crypto";

/** Returns 256 random bits as 43 characters that fit into a cookie and an address. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Only this hash of a token is stored, so that a reader of the database cannot use the token. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * Makes the keyed hashes by which a banned address or document is recognized. Without the key the values cannot be
 * found by trying.
 */
export type BanKeys = { hash(kind: "email" | "document", text: string): Buffer };

export function openBanKeys(secret: Uint8Array): BanKeys {
  return { hash: (kind, text) => createHmac("sha256", secret).update(`${kind} ${text}`).digest() };
}
