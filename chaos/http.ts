import { Agent, request } from "node:http";

/** An answer of the product. `ask` returns undefined when no complete answer came. */
export type Answer = { status: number; body: unknown; retryAfterMs: number };
export type Http = { ask(method: string, path: string, body?: unknown): Promise<Answer | undefined>; close(): void };

/** A request without an answer after this time counts as unanswered. */
const ANSWER_MS = 3_000;
/** As many connections as a browser opens to one address. */
const CONNECTIONS = 6;
/** How much of an unexpected answer the report shows. */
const TEXT_SHOWN = 200;

type Options = {
  origin: string;
  session: string;
  /** Called, with a description, for an answer that is not JSON. The request then counts as unanswered. */
  onSurprise: (text: string) => void;
};

/** Sends requests with a member's session over connections that stay open. It never repeats a request by itself. */
export function openHttp({ origin, session, onSurprise }: Options): Http {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const sent = { origin, cookie: `caramelo=${session}`, "content-type": "application/json" };
  return {
    ask: (method, path, body) =>
      new Promise((resolve) => {
        const signal = AbortSignal.timeout(ANSWER_MS);
        const call = request(`${origin}${path}`, { method, agent, headers: sent, signal });
        call.on("error", () => resolve(undefined));
        call.on("response", (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", () => resolve(undefined));
          response.on("end", () => {
            const { statusCode: status = 0, headers } = response;
            const retryAfterMs = Number(headers["retry-after"] ?? 0) * 1_000;
            const text = String(Buffer.concat(chunks));
            try {
              resolve({ status, body: JSON.parse(text), retryAfterMs });
            } catch {
              onSurprise(`${method} ${path} was answered ${status} without JSON: ${text.slice(0, TEXT_SHOWN)}`);
              resolve(undefined);
            }
          });
        });
        call.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    close: () => agent.destroy(),
  };
}
