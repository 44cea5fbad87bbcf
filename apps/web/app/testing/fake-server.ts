import { type ErrorCode, errorCatalogue } from "@caramelo/contract/call/errors";
import { vi } from "vitest";

export type Call = {
  params: string[];
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
  /** Aborted when the page gives the call up. */
  signal: AbortSignal | null | undefined;
};
type Answer = (call: Call) => unknown;

const REFUSED = Symbol("refused");

type Refusal = { code: ErrorCode; status: number; retryAfter?: number; fields?: Record<string, string> };

/** An answer that refuses the call with this code. `more`: when to try again, or what is wrong with which field. */
export const refuse = (code: ErrorCode, status = 409, more: Pick<Refusal, "retryAfter" | "fields"> = {}) => ({
  [REFUSED]: { code, status, ...more },
});

/** An answer that makes the call fail as without a network. */
export function fail(): never {
  throw new TypeError("network");
}

type Reply = { status: number; text: string; headers: Headers };

async function replyTo(answer: Answer, call: Call): Promise<Reply> {
  const body = await answer(call);
  // The cast is safe, because only `refuse` sets this key.
  const refusal = (body as { [REFUSED]?: Refusal } | undefined)?.[REFUSED];
  const headers = new Headers();
  if (!refusal) return { status: 200, text: JSON.stringify(body ?? {}), headers };
  const { code, status, retryAfter, fields } = refusal;
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  const details = fields && { fields };
  return { status, text: JSON.stringify({ code, userMessage: errorCatalogue[code].text, details }), headers };
}

function abortsWith<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
    work.then(resolve, reject);
  });
}

/**
 * Replaces `fetch` by a fake of our server. It records the calls and gives the answers that the test set for routes,
 * such as `"POST /conversations/:id/messages"`. A call of another route is never answered.
 */
export function openFakeServer() {
  const answers = new Map<string, Answer>();
  const calls: (Call & { route: string })[] = [];

  function findRoute(method: string, path: string): { route: string; params: string[] } {
    for (const route of answers.keys()) {
      const [routeMethod, pattern = ""] = route.split(" ");
      const match = new RegExp(`^/api${pattern.replace(/:\w+/g, "([^/]+)")}$`).exec(path);
      if (routeMethod === method && match) return { route, params: match.slice(1) };
    }
    return { route: `${method} ${path.replace("/api", "")}`, params: [] };
  }
  function exchange(
    method: string,
    address: string,
    body: unknown,
    headers: Record<string, string>,
    signal: AbortSignal | null | undefined,
  ): Promise<Reply> {
    const { pathname, searchParams } = new URL(address, "http://caramelo.test");
    const { route, params } = findRoute(method, pathname);
    const call = { params, query: Object.fromEntries(searchParams), body, headers, signal };
    calls.push({ ...call, route });
    const answer = answers.get(route);
    return answer ? replyTo(answer, call) : new Promise(() => {});
  }
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const body = init.body ? JSON.parse(String(init.body)) : undefined;
    const reply = await abortsWith(
      exchange(init.method ?? "GET", address, body, { ...init.headers } as Record<string, string>, init.signal),
      init.signal,
    );
    return { status: reply.status, headers: reply.headers, text: async () => reply.text };
  });
  return {
    /** Sets the answer of a route for all later calls. */
    answer(route: string, answer: Answer) {
      answers.set(route, answer);
    },
    /** The calls of a route so far, oldest first. */
    callsOf: (route: string) => calls.filter((call) => call.route === route),
  };
}

export type FakeServer = ReturnType<typeof openFakeServer>;
