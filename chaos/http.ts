import { Agent, request } from "node:http";

/** What the product said; undefined when no whole answer came. */
export type Answer = { status: number; body: unknown; retryAfterMs: number };
export type Http = { ask(method: string, path: string, body?: unknown): Promise<Answer | undefined>; close(): void };

/** An answer that takes longer counts as none, as in a browser. */
const ANSWER_MS = 3_000;
/** As many as a browser opens to one address. */
const CONNECTIONS = 6;

/** Asks as the member whose session it is, over connections that stay open. It never asks twice by itself. */
export function openHttp(origin: string, session: string): Http {
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
            resolve({ status, body: JSON.parse(String(Buffer.concat(chunks))), retryAfterMs });
          });
        });
        call.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    close: () => agent.destroy(),
  };
}
