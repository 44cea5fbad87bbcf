import type { FastifyReply, FastifyRequest } from "fastify";
import type { Exchange, PastSession } from "./caller.ts";
import { findOrigin } from "./origin.ts";
import {
  clearedSessionCookie,
  deviceCookie,
  readDeviceToken,
  readSessionToken,
  sessionCookie,
} from "./session-cookie.ts";
import { isTrustedConnection } from "./trusted-connection.ts";

const TAG = /"[^"]*"/g;

/** Returns the tags in `If-None-Match`. Weak and strong tags count alike there. */
export const listTags = (header: string | undefined): string[] => header?.match(TAG) ?? [];

/** The parts of an exchange over HTTP that a handler may read and change. */
export function openExchange(
  request: FastifyRequest,
  reply: FastifyReply,
  config: { isHttps: boolean; publicUrl: URL | undefined; origin: string },
): Omit<Exchange, keyof PastSession> {
  const clearCache = () => {
    if (isTrustedConnection(request.headers.host, config)) reply.header("clear-site-data", '"cache"');
  };
  return {
    address: request.ip,
    origin: findOrigin(request.headers, config),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
    sessionToken: readSessionToken(request.headers.cookie, config),
    deviceToken: readDeviceToken(request.headers.cookie, config),
    keptTags: listTags(request.headers["if-none-match"]),
    setSession: (token, isRemembered) => void reply.header("set-cookie", sessionCookie(token, isRemembered, config)),
    clearSession: () => {
      reply.header("set-cookie", clearedSessionCookie(config));
      clearCache();
    },
    clearCache,
    setDevice: (token) => void reply.header("set-cookie", deviceCookie(token, config)),
    allowCaching: (seconds) => void reply.header("cache-control", `public, max-age=${seconds}`),
  };
}
