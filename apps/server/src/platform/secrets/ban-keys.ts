import { createHmac } from "node:crypto";

/**
 * Makes the keyed hashes by which a banned address or document is recognized. Without the key nobody can find values by
 * trying.
 */
export type BanKeys = { hash(kind: "email" | "document", text: string): Buffer };

export function openBanKeys(secret: Uint8Array): BanKeys {
  return { hash: (kind, text) => createHmac("sha256", secret).update(`${kind} ${text}`).digest() };
}
