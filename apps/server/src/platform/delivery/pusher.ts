import { createECDH } from "node:crypto";
import webPush from "web-push";

type Subscription = { endpoint: string; p256dh: string; auth: string };

export type Pusher = {
  /** The VAPID key that browsers subscribe with, base64url. */
  publicKey: string;
  /**
   * Whether the endpoint belongs to a known service. Browsers choose the endpoints, so only known services are called.
   */
  isKnownService(endpoint: string): boolean;
  /**
   * Returns `gone` when the subscription no longer exists or is not valid, and `refused` when the service does not
   * accept our request: a retry would not help, and the subscription stays. The service drops what it could not deliver
   * within `keepSeconds`, by default a day.
   * @throws when the service fails and a retry may help
   */
  send(subscription: Subscription, payload: object, keepSeconds?: number): Promise<"sent" | "gone" | "refused">;
};

type Options = {
  /** 32 bytes. */
  privateKey: Uint8Array;
  /** Where a push service may contact the operator: a mailto: or https: address. */
  contact: () => string;
  /** Origins, such as "https://fcm.googleapis.com" or "https://*.push.apple.com". */
  services: string[];
};

const TIMEOUT_MS = 10_000;
const KEEP_SECONDS = 86_400;
/**
 * The subscription has expired or is unknown (RFC 8030). 401 and 403 are left out: a wrong clock must not remove every
 * subscription.
 */
const GONE = new Set([404, 410]);
/** The service was too slow or got too many requests: the same request may succeed later. */
const TEMPORARY = new Set([408, 425, 429]);

export function openPusher({ privateKey, contact, services }: Options): Pusher {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  const publicKey = pair.getPublicKey("base64url");
  const keys = { publicKey, privateKey: Buffer.from(privateKey).toString("base64url") };
  const knownServices = services.map(readService);
  const isKnownService = (endpoint: string) =>
    URL.canParse(endpoint) && knownServices.some((service) => isOf(new URL(endpoint), service));
  return {
    publicKey,
    isKnownService,
    async send(subscription, payload, keepSeconds = KEEP_SECONDS) {
      if (!isKnownService(subscription.endpoint) || !hasValidKeys(subscription)) return "gone";
      const { endpoint, p256dh, auth } = subscription;
      const target = { endpoint: new URL(endpoint).href, keys: { p256dh, auth } };
      const options = { vapidDetails: { subject: contact(), ...keys }, TTL: keepSeconds };
      const request = webPush.generateRequestDetails(target, JSON.stringify(payload), options);
      const reply = await fetch(request.endpoint, {
        method: "POST",
        headers: headersOf(request.headers),
        body: new Uint8Array(request.body ?? Buffer.alloc(0)),
        // A known service does not redirect, so a redirect is an error.
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await reply.body?.cancel();
      return classifyStatus(reply.status);
    },
  };
}

function classifyStatus(status: number): "sent" | "gone" | "refused" {
  if (status >= 200 && status < 300) return "sent";
  if (GONE.has(status)) return "gone";
  if (status >= 400 && status < 500 && !TEMPORARY.has(status)) return "refused";
  throw new Error(`push service answered ${status}`);
}

/** A browser's public key must be a point of the curve, or nothing can be encrypted for it. */
function hasValidKeys({ p256dh, auth }: Subscription): boolean {
  if (Buffer.from(auth, "base64url").length !== 16) return false;
  const own = createECDH("prime256v1");
  own.generateKeys();
  try {
    own.computeSecret(p256dh, "base64url");
    return true;
  } catch {
    return false;
  }
}

function headersOf(headers: Record<string, unknown>): Record<string, string> {
  // fetch writes the content length itself.
  const keptHeaders = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-length");
  return Object.fromEntries(keptHeaders.map(([name, value]) => [name, String(value)]));
}

type Service = { protocol: string; host: string; isWildcard: boolean };

/** Parses a service's origin; a leading "*." stands for one or more labels. */
function readService(service: string): Service {
  const { protocol, host } = new URL(service.replace("://*.", "://"));
  return { protocol, host, isWildcard: service.includes("://*.") };
}

/** Whether the URL has the scheme, host and port of the service, and neither a user name nor a password. */
function isOf(url: URL, { protocol, host, isWildcard }: Service): boolean {
  if (url.protocol !== protocol || url.username !== "" || url.password !== "") return false;
  return isWildcard ? /^[a-z0-9-]/.test(url.host) && url.host.endsWith(`.${host}`) : url.host === host;
}
