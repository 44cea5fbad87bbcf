import type { FastifyInstance } from "fastify";
import { BARE_POLICY } from "./content-policy.ts";

const UNUSED_POWERS = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
];

const ALWAYS: Readonly<Record<string, string>> = {
  "content-security-policy": BARE_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": UNUSED_POWERS.map((power) => `${power}=()`).join(", "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

// One year, in seconds.
const HSTS = "max-age=31536000; includeSubDomains";

/** Gives every answer of `app` the headers that protect it. One that a handler set itself is kept. */
export function securityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  const headers = isHttps ? { ...ALWAYS, "strict-transport-security": HSTS } : ALWAYS;
  app.addHook("onSend", async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
}
