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
  /** Called, with a description, for a request without an answer, or with one of 500 or more. */
  onFailure?: ((text: string) => void) | undefined;
  answerMs?: number | undefined;
};

/** Sends requests with a member's session over connections that stay open. It never repeats a request by itself. */
export function openHttp({ origin, session, onSurprise, onFailure, answerMs = ANSWER_MS }: Options): Http {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const own = { origin, cookie: `caramelo=${session}` };
  return {
    ask: async (method, path, body) => {
      const { type, bytes } = await writeBody(body);
      const sentHeaders = { ...own, "content-type": type, "content-length": bytes.length };
      return new Promise((resolve) => {
        const signal = AbortSignal.timeout(answerMs);
        const call = request(`${origin}${path}`, { method, agent, headers: sentHeaders, signal });
        const fail = (why: unknown) => {
          onFailure?.(`${method} ${path}: ${why}`);
          resolve(undefined);
        };
        call.on("error", fail);
        call.on("response", (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", fail);
          response.on("end", () => {
            const { statusCode: status = 0, headers } = response;
            const retryAfterMs = Number(headers["retry-after"] ?? 0) * 1_000;
            const text = String(Buffer.concat(chunks));
            if (status >= 500) onFailure?.(`${method} ${path}: ${status} ${text.slice(0, TEXT_SHOWN)}`);
            try {
              resolve({ status, body: JSON.parse(text), retryAfterMs });
            } catch {
              // The balancer has its own page for a request that no process has answered.
              if (status >= 502 && status <= 504) return fail(`${status} by the balancer`);
              onSurprise(`${method} ${path} was answered ${status} without JSON: ${text.slice(0, TEXT_SHOWN)}`);
              resolve(undefined);
            }
          });
        });
        call.end(bytes);
      });
    },
    close: () => agent.destroy(),
  };
}

/** The body of a request: a form as it is, anything else as JSON. */
async function writeBody(body: unknown) {
  if (!(body instanceof FormData)) {
    return { type: "application/json", bytes: Buffer.from(body === undefined ? "" : JSON.stringify(body)) };
  }
  const form = new Response(body);
  return { type: form.headers.get("content-type") ?? "", bytes: Buffer.from(await form.arrayBuffer()) };
}
