import { Agent, request as openRequest } from "node:http";

/** `from` is the client's IP address, as a proxy in front of the product would name it. */
export type Request = { method: string; path: string; from?: string; cookie?: string; body?: string };
/** `status` is 0 when no complete answer came in time. `cookie` holds the cookies that were set, as a header. */
export type Answer = { status: number; body: string; cookie: string | undefined; tookMs: number };

/** A request that takes longer counts as unanswered. */
const PATIENCE_MS = 60_000;
const agent = new Agent({ keepAlive: true });

/** Sends one request to the product on this machine and reads its whole answer. */
export function askOnce(origin: string, { method, path, from = "10.99.0.1", cookie, body }: Request): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const answer = (status: number, text = "", ownCookie?: string) =>
      resolve({ status, body: text, cookie: ownCookie, tookMs: performance.now() - startedAt });
    const headers = {
      origin,
      "x-forwarded-for": from,
      ...(cookie && { cookie }),
      ...(body !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const call = openRequest(`${origin}${path}`, { method, headers, agent, signal }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", () => answer(0));
      response.on("end", () => {
        const cookies = response.headers["set-cookie"]?.map((line) => line.split(";")[0]).join("; ");
        answer(response.statusCode ?? 0, Buffer.concat(parts).toString("utf8"), cookies);
      });
    });
    call.on("error", () => answer(0));
    call.end(body);
  });
}

/** Sends a request to a call of the contract, whose `path` begins after /api. `json` is the body. */
export function askCall(origin: string, request: Omit<Request, "body"> & { json?: unknown }): Promise<Answer> {
  const { json, ...others } = request;
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return askOnce(origin, { ...others, ...body, path: `/api${request.path}` });
}
