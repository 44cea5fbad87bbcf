import { compareClocks } from "./server-clock.ts";

/**
 * An answer of our own server: status, parsed JSON (undefined if none), and the seconds until a retry (0 if the server
 * gives none). Without an answer, `send` and `upload` reject.
 */
export type Reply = { status: number; body: unknown; retryAfter: number };

type Options = { signal?: AbortSignal; onProgress?: (share: number) => void; headers: Record<string, string> };

export async function send(
  method: string,
  address: string,
  body: unknown,
  { signal, headers }: Options,
): Promise<Reply> {
  const hasBody = method !== "GET";
  const reply = await fetch(address, {
    method,
    signal: signal ?? null,
    headers: hasBody ? { ...headers, "content-type": "application/json" } : headers,
    ...(hasBody && { body: JSON.stringify(body ?? {}) }),
  });
  // The browser may have cached such an answer, with its date, for an hour.
  if (!reply.headers.get("cache-control")?.includes("max-age")) compareClocks(reply.headers.get("date"));
  return {
    status: reply.status,
    body: parse(await reply.text()),
    retryAfter: readSeconds(reply.headers.get("retry-after")),
  };
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress, which people on slow connections need. */
export function upload(method: string, address: string, form: FormData, options: Options): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(options.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total ? loaded / total : 0);
    request.onload = () =>
      resolve({
        status: request.status,
        body: parse(request.responseText),
        retryAfter: readSeconds(request.getResponseHeader("retry-after")),
      });
    request.onerror = () => reject(new TypeError("network"));
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    options.signal?.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

/** A proxy may send a date instead of seconds; it is ignored. */
const readSeconds = (text: string | null) => Number(text) || 0;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
