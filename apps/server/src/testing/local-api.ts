import { createServer, type IncomingHttpHeaders } from "node:http";
import { closeAtEnd } from "./close-at-end.ts";

export type ApiRequest = { method: string; url: URL; headers: IncomingHttpHeaders; body: string };
/** `hang-up` means that the connection ends without an answer. */
export type ApiAnswer = { status: number; body: unknown } | "hang-up";

/** A company's API on this machine. `judge` checks and answers each request, unless `failNext` has set the answer. */
export async function openLocalApi(judge: (request: ApiRequest) => ApiAnswer) {
  const receivedRequests: ApiRequest[] = [];
  const failures: ApiAnswer[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const localRequest = {
        method,
        url: new URL(url, "http://local"),
        headers,
        body: Buffer.concat(parts).toString("utf8"),
      };
      receivedRequests.push(localRequest);
      const answer = failures.shift() ?? judge(localRequest);
      if (answer === "hang-up") request.socket.destroy();
      else response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  await closeAtEnd(close);
  const listening = server.address();
  if (typeof listening !== "object" || !listening) throw new Error("the API does not listen on a port");
  return {
    close,
    port: listening.port,
    origin: `http://127.0.0.1:${listening.port}`,
    /** Every request that arrived, in order. */
    received: receivedRequests,
    /** Sets the answers to the next requests. */
    failNext: (...answers: ApiAnswer[]) => void failures.push(...answers),
  };
}
