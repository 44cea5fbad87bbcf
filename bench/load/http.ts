import { once } from "node:events";
import { connect } from "node:net";

/**
 * One kept-open HTTP/1.1 connection with one request at a time. It reads only what it must (the status and the
 * announced length), so that the load generator takes little from the servers that are compared.
 */
export async function openHttpConnection(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  let receivedBytes = Buffer.alloc(0);
  let asker: PromiseWithResolvers<{ status: number; body: Buffer }> | undefined;
  const fail = () => asker?.reject(new Error(`${origin} closed the connection`));
  socket.on("error", fail).on("close", fail);
  socket.on("data", (chunk: Buffer) => {
    receivedBytes = Buffer.concat([receivedBytes, chunk]);
    const headEnd = receivedBytes.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(receivedBytes.toString("latin1", 0, headEnd))?.[1];
    if (length === undefined) return void socket.destroy(new Error("an answer without its length"));
    const end = headEnd + 4 + Number(length);
    if (receivedBytes.length < end) return;
    const answer = {
      status: Number(receivedBytes.toString("latin1", 9, 12)),
      body: receivedBytes.subarray(headEnd + 4, end),
    };
    receivedBytes = Buffer.alloc(0);
    asker?.resolve(answer);
  });
  return {
    ask(request: string) {
      asker = Promise.withResolvers();
      socket.write(request);
      return asker.promise;
    },
    close: () => socket.destroy(),
  };
}

/** A GET, or a POST when there is a body. */
export type Request = { path: string; cookie?: string; body?: string; headers?: Record<string, string> };

export function formatRequest(origin: string, { path, cookie, body, headers }: Request): string {
  const allHeaders = {
    ...{ host: new URL(origin).host, origin, accept: "application/json" },
    ...(cookie !== undefined && { cookie }),
    ...(body !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    ...headers,
  };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}
