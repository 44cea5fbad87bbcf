import { once } from "node:events";
import { connect } from "node:net";

export type Answer = { status: number; body: Buffer };
export type HttpConnection = { ask(request: string): Promise<Answer>; close(): void };

/**
 * One kept-open HTTP/1.1 connection with one request at a time. It reads only what it must (the status and the
 * announced length), so that the load generator takes little from the servers that are compared.
 */
export async function openHttpConnection(origin: string): Promise<HttpConnection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  let parts: Buffer[] = [];
  let received = 0;
  /** The bytes of the whole answer; 0 until its head is complete. */
  let expected = 0;
  let bodyAt = 0;
  let asker: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  socket.on("data", (chunk) => {
    parts.push(chunk);
    received += chunk.length;
    if (expected === 0) readHead();
    if (expected > 0 && received >= expected) finish();
  });
  const fail = () => asker?.reject(new Error(`${origin} closed the connection`));
  socket.on("error", fail).on("close", fail);

  function readHead(): void {
    const whole = Buffer.concat(parts);
    parts = [whole];
    const end = whole.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(whole.toString("latin1", 0, end))?.[1];
    if (length === undefined) return void socket.destroy(new Error("an answer without its length"));
    bodyAt = end + 4;
    expected = bodyAt + Number(length);
  }

  function finish(): void {
    const whole = Buffer.concat(parts);
    const answer = { status: Number(whole.toString("latin1", 9, 12)), body: whole.subarray(bodyAt, expected) };
    [parts, received, expected] = [[], 0, 0];
    asker?.resolve(answer);
  }

  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        asker = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** A GET, or a POST when there is a body. */
export type Request = { path: string; cookie?: string; body?: string; headers?: Record<string, string> };

export function formatRequest(origin: string, { path, cookie, body, headers }: Request): string {
  const all = {
    ...{ host: new URL(origin).host, origin, accept: "application/json" },
    ...(cookie !== undefined && { cookie }),
    ...(body !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}
