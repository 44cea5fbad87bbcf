import { createHmac } from "node:crypto";

/** Makes the keyed hashes by which a banned address or document is known again; without the key nobody can try numbers. */
export type BanKeys = { hash(kind: "email" | "document", text: string): Buffer };

export function openBanKeys(secret: Uint8Array): BanKeys {
  return { hash: (kind, text) => createHmac("sha256", secret).update(`${kind} ${text}`).digest() };
}
