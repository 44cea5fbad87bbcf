import { createECDH } from "node:crypto";
import webPush from "web-push";

type Subscription = { endpoint: string; p256dh: string; auth: string };

export type Pusher = {
  /** The VAPID key that browsers subscribe with, base64url. */
  publicKey: string;
  /** Only these are ever called: an endpoint is an address that a browser made up. */
  isKnownService(endpoint: string): boolean;
  /** `gone`: the browser gave the subscription up. @throws when the service stumbles: another try may do. */
  send(subscription: Subscription, payload: object): Promise<"sent" | "gone">;
};

type Options = {
  /** 32 bytes. */
  privateKey: Uint8Array;
  /** Whom a push service may write to: a mailto: or https: address. */
  contact: string;
  /** Origins, such as "https://fcm.googleapis.com" or "https://*.push.apple.com". */
  services: string[];
};

const TIMEOUT_MS = 10_000;
/** A message that could not be brought for a day is no longer news. */
const KEEP_SECONDS = 86_400;

export function openPusher({ privateKey, contact, services }: Options): Pusher {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  const publicKey = pair.getPublicKey("base64url");
  const vapidDetails = { subject: contact, publicKey, privateKey: Buffer.from(privateKey).toString("base64url") };
  const isKnownService = (endpoint: string) => services.some((service) => isOf(new URL(endpoint), service));
  return {
    publicKey,
    isKnownService,
    async send({ endpoint, p256dh, auth }, payload) {
      if (!isKnownService(endpoint)) return "gone";
      const target = { endpoint, keys: { p256dh, auth } };
      const options = { vapidDetails, TTL: KEEP_SECONDS };
      const request = webPush.generateRequestDetails(target, JSON.stringify(payload), options);
      const reply = await fetch(request.endpoint, {
        method: "POST",
        headers: headersOf(request.headers),
        body: new Uint8Array(request.body ?? Buffer.alloc(0)),
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await reply.body?.cancel();
      if (reply.ok) return "sent";
      // What the service calls wrong today it calls wrong tomorrow.
      if (reply.status >= 400 && reply.status < 500 && reply.status !== 429) return "gone";
      throw new Error(`push service answered ${reply.status}`);
    },
  };
}

function headersOf(headers: Record<string, unknown>): Record<string, string> {
  // fetch writes the length itself.
  const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-length");
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** Scheme and port as they are; a leading "*." stands for one or more labels. */
function isOf(url: URL, service: string): boolean {
  const [scheme, host = ""] = service.split("://");
  if (url.protocol !== `${scheme}:` || url.username !== "" || url.password !== "") return false;
  return host.startsWith("*.") ? url.host.endsWith(host.slice(1)) : url.host === host;
}
