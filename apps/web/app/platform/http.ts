/** One exchange with our own server: status and parsed JSON (undefined when there is none). Rejects without an answer. */
export type Reply = { status: number; body: unknown };

type Options = { signal?: AbortSignal; onProgress?: (share: number) => void };

export async function send(method: string, address: string, body: unknown, { signal }: Options): Promise<Reply> {
  const hasBody = method !== "GET";
  const reply = await fetch(address, {
    method,
    signal: signal ?? null,
    ...(hasBody && { body: JSON.stringify(body ?? {}), headers: { "content-type": "application/json" } }),
  });
  return { status: reply.status, body: parse(await reply.text()) };
}

/** `fetch` cannot tell how much of a form has left; XMLHttpRequest can, and on a slow line people want to know. */
export function upload(method: string, address: string, form: FormData, options: Options): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, body: parse(request.responseText) });
    request.onerror = () => reject(new TypeError("network"));
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    options.signal?.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
