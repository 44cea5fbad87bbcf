import type { FastifyInstance } from "fastify";
import { isTrustedConnection } from "../http/trusted-connection.ts";
import { BARE_POLICY } from "./content-policy.ts";

const UNUSED_FEATURES = [
  "accelerometer",
  "browsing-topics",
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
  // Members take pictures for their verification; a frame of another site must not use the camera.
  "permissions-policy": [...UNUSED_FEATURES.map((feature) => `${feature}=()`), "camera=(self)"].join(", "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

// One year, in seconds.
const HSTS = "max-age=31536000; includeSubDomains";

/** The security headers of answers that no hook of `app` runs for, such as those to bytes that are no request. */
export const listSecurityHeaders = ({ isHttps }: { isHttps: boolean }): Readonly<Record<string, string>> =>
  isHttps ? { ...ALWAYS, "strict-transport-security": HSTS } : ALWAYS;

/** Adds the security headers to every answer of `app`. A header that a handler set itself is kept. */
export function securityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  const headers = listSecurityHeaders({ isHttps });
  app.addHook("onSend", async (request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!isTrustedConnection(request.headers.host, { isHttps })) reply.removeHeader("cross-origin-opener-policy");
  });
}
