import { randomInt } from "node:crypto";
import type { AnswerOf, AnyCall, InputOf } from "@caramelo/contract/call/call";
import type { ErrorCode } from "@caramelo/contract/call/errors";
import type { Contract } from "@caramelo/contract/contract";
import type { FastifyInstance } from "fastify";

/** An answer as a browser gets it. `body` and `failure` are one parsed body, typed as a success and as a refusal. */
export type Reply<Answer> = { status: number; body: Answer; headers: Headers; failure: Failure };
export type Failure = {
  code: ErrorCode;
  userMessage: string;
  requestId: string;
  details?: { fields: Record<string, string> };
};

type Ask<C extends AnyCall> =
  Record<never, never> extends InputOf<C>
    ? (input?: InputOf<C>) => Promise<Reply<AnswerOf<C>>>
    : (input: InputOf<C>) => Promise<Reply<AnswerOf<C>>>;
type ClientOf<T> = { [k in keyof T]: T[k] extends AnyCall ? Ask<T[k]> : ClientOf<T[k]> };

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; photos?: Blob[] };
type RawInit = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | FormData | Uint8Array<ArrayBuffer> | null;
};

/** A browser with its own cookie jar and IP address, which sends HTTP to a real socket. */
export function openBrowser(app: FastifyInstance, contract: Contract, address = randomAddress()) {
  const jar = new Map<string, string>();
  const listening = app.server.address();
  if (typeof listening !== "object" || !listening) throw new Error("the server does not listen on a port");
  const base = `http://127.0.0.1:${listening.port}`;

  async function raw(path: string, { method = "GET", headers = {}, body = null }: RawInit = {}): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const own = { origin: base, "x-forwarded-for": address, ...(cookie && { cookie }) };
    const response = await fetch(base + path, { method, headers: { ...own, ...headers }, body });
    for (const line of response.headers.getSetCookie()) keepCookie(jar, line);
    return response;
  }

  const ask =
    (call: AnyCall) =>
    async (input: Input = {}) => {
      const where = call.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(input.params?.[key])));
      const pairs = Object.entries(input.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]);
      const response = await raw(`/api${where}?${new URLSearchParams(pairs)}`, {
        method: call.method,
        ...bodyOf(call, input),
      });
      const body = await response.json();
      return { status: response.status, body, headers: response.headers, failure: body };
    };
  const features = Object.entries(contract).map(([feature, calls]) => [
    feature,
    Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, ask(call)])),
  ]);
  // The client is built from the contract, so its shape is the contract's.
  const api = Object.fromEntries(features) as ClientOf<Contract>;
  return { api, raw, jar, base, address };
}

function bodyOf(call: AnyCall, input: Input): RawInit {
  if (call.method === "GET") return {};
  if (call.kind !== "upload") {
    return { headers: { "content-type": "application/json" }, body: JSON.stringify(input.body ?? {}) };
  }
  const form = new FormData();
  form.append("data", JSON.stringify(input.body ?? {}));
  for (const photo of input.photos ?? []) form.append("photos", photo);
  return { body: form };
}

function keepCookie(jar: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split("; ");
  const [name = "", value = ""] = pair.split("=");
  if (attributes.includes("Max-Age=0")) jar.delete(name);
  else jar.set(name, value);
}

function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
