import { Agent, type RequestOptions, request } from "node:https";

/** Our client certificate and its key, in PEM, for a server that asks for them. */
export type Identity = {
  certificate: Buffer | string;
  privateKey: Buffer | string;
  /** The authorities that may have issued the server's certificate. The default is Node's own list. */
  authorities?: Buffer | string;
};

export type HttpRequest = { method: string; url: URL; headers?: Record<string, string>; body?: string };
export type HttpAnswer = { status: number; body: string };
export type Send = (request: HttpRequest) => Promise<HttpAnswer>;

// The largest possible answer, a charge that was paid several times, has a few kilobytes.
const MAX_BYTES = 1_048_576;

/**
 * Sends requests over mutual TLS. Each request ends within `timeoutMs`, from the connection to the last byte, and
 * redirects are not followed. Its errors name a host and a code, never what was sent.
 */
export function openHttpsClient({ certificate, privateKey, authorities }: Identity, timeoutMs: number): Send {
  const agent = new Agent({
    cert: certificate,
    key: privateKey,
    ...(authorities && { ca: authorities }),
    minVersion: "TLSv1.2",
    keepAlive: true,
  });
  return async ({ method, url, headers, body }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const length = { "content-length": String(Buffer.byteLength(body ?? "")) };
    const options = { agent, method, signal, headers: { accept: "application/json", ...length, ...headers } };
    try {
      return await exchange(url, options, body);
    } catch (error) {
      // Node's own error is not passed on, because it may contain the certificate or the address with its parameters.
      throw new Error(`${url.host} did not answer (${signal.aborted ? "too slow" : codeOf(error)})`);
    }
  };
}

function exchange(url: URL, options: RequestOptions, body: string | undefined): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const sentRequest = request(url, options, (answer) => {
      const parts: Buffer[] = [];
      let length = 0;
      answer.on("data", (part: Buffer) => {
        length += part.length;
        if (length > MAX_BYTES) sentRequest.destroy(new Error("too large"));
        else parts.push(part);
      });
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString("utf8") }));
    });
    sentRequest.on("error", reject);
    sentRequest.end(body);
  });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? String(error.code) : error.message;
}
