import type { FastifyInstance } from "fastify";
import { addressKey, type RateLimits } from "../limits/rate-limit.ts";
import { fail } from "./failure.ts";

const MAX_BYTES = 1_024;

type Options = {
  path: string;
  /** The page to which a person who opens the address is redirected. */
  settingsPath: string;
  limits: Pick<RateLimits, "webhooks">;
  /** Stops the mails to a sealed recipient; false where the seal is not ours. */
  unsubscribe: (of: string) => Promise<boolean>;
};

/**
 * Receives the press of "unsubscribe" in a mail program (RFC 8058). Its server sends it, so there is neither a session
 * nor an Origin: the sealed recipient proves that the mail was received. The body means nothing.
 */
export function serveUnsubscribe(app: FastifyInstance, { path, settingsPath, limits, unsubscribe }: Options): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BYTES }, (_request, _body, done) => done(null));
    scope.get(path, async (_request, reply) => reply.redirect(settingsPath));
    scope.post<{ Querystring: { of?: string | string[] } }>(path, async ({ query: { of }, ip }) => {
      await limits.webhooks.take(addressKey(ip));
      if (typeof of !== "string" || !(await unsubscribe(of))) fail("PERMISSION_DENIED");
      return {};
    });
  });
}
