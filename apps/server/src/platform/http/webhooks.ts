import type { FastifyInstance } from "fastify";
import { addressKey, type RateLimits } from "../limits/rate-limit.ts";
import type { Webhook } from "../payments/provider.ts";
import { fail } from "./failure.ts";

// The largest webhook of the providers that we know has about ten kilobytes.
const MAX_BYTES = 65_536;

type WebhookReceiver = (provider: string, webhook: Webhook) => Promise<boolean>;
type Params = { provider: string; secret?: string };
type Query = Record<string, string | string[]>;

/**
 * Receives the webhooks of payment providers below /api/webhooks. They are the only requests for a change that do not
 * come from our pages. A signature over the raw body or a secret in the path proves the sender; a session is never
 * looked at. API Pix appends "/pix" to the address that it was given.
 */
export function serveWebhooks(app: FastifyInstance, limits: RateLimits, receive: WebhookReceiver): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    for (const path of ["/:provider", "/:provider/:secret", "/:provider/:secret/pix"]) {
      scope.post<{ Params: Params; Querystring: Query }>(`/api/webhooks${path}`, async (request) => {
        const { params, headers, body, ip } = request;
        await limits.webhooks.take(addressKey(ip));
        const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const { provider, secret } = params;
        const query = singleValues(request.query);
        const isTaken = await receive(provider, { rawBody, headers, query, ...(secret !== undefined && { secret }) });
        if (!isTaken) fail("PERMISSION_DENIED");
        return {};
      });
    }
  });
}

function singleValues(query: Query): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
