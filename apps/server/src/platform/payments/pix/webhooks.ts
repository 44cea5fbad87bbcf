import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Webhook, WebhookSubject } from "../provider.ts";
import { parseJson } from "./access-token.ts";
import { orderIdOf } from "./pix-rules.ts";
import { Notification } from "./pix-schemas.ts";

/** Returns the secret part of the address at which the webhooks of a Pix key arrive. */
export function webhookSecretOf(key: Buffer, chave: string): string {
  return createHmac("sha256", key).update(`webhooks of ${chave}`).digest("base64url");
}

/**
 * Whether the PSP sent a webhook. Pix webhooks have no signature, but only the PSP knows the address. The hashes are
 * compared because they have the same length.
 */
export function isFrom({ secret: webhookSecret = "" }: Webhook, secret: string): boolean {
  return timingSafeEqual(hashOf(webhookSecret), hashOf(secret));
}

const hashOf = (text: string) => createHash("sha256").update(text).digest();

/**
 * Returns the charges of ours that a webhook names; undefined when it names others only, or is malformed. A webhook
 * without a body only tests the address, as PSPs do when it is registered.
 */
export function listSubjects({ rawBody }: Webhook, chave: string): WebhookSubject[] | undefined {
  if (rawBody.length === 0) return [];
  const { data } = Notification.safeParse(parseJson(rawBody.toString("utf8")));
  if (!data) return undefined;
  const subjects = data.pix.flatMap((pix) => {
    const orderId = pix.chave === undefined || pix.chave === chave ? orderIdOf(pix.txid) : undefined;
    return orderId === undefined ? [] : [{ orderId, paymentId: pix.endToEndId }];
  });
  return subjects.length === 0 && data.pix.length > 0 ? undefined : subjects;
}
