import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Webhook, WebhookSubject } from "../provider.ts";
import { parseJson } from "./access-token.ts";
import { orderIdOf } from "./pix-rules.ts";
import { Notification } from "./pix-schemas.ts";

/** The secret part of the address that webhooks of a Pix key come to. */
export function webhookSecretOf(key: Buffer, chave: string): string {
  return createHmac("sha256", key).update(`webhooks of ${chave}`).digest("base64url");
}

/** A webhook has no signature: it came to the address that only the PSP knows. Hashes have one length and can be compared. */
export function isFrom({ secret: webhookSecret = "" }: Webhook, secret: string): boolean {
  return timingSafeEqual(hashOf(webhookSecret), hashOf(secret));
}

const hashOf = (text: string) => createHash("sha256").update(text).digest();

/** The charges of ours that a webhook names. One that names nothing tries the address, as PSPs do when it is registered. */
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
