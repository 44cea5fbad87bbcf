import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openHttp } from "./http.ts";

/** Opens a server that gives this answer to everything, and sends requests to it. */
async function openServer(text: string, status = 500) {
  const server = createServer((_, response) => response.writeHead(status).end(text)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const surprises: string[] = [];
  // The cast is safe, because the server listens on a port.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = openHttp({ origin, session: "s", onSurprise: (surprise) => surprises.push(surprise) });
  onTestFinished(() => {
    http.close();
    server.close();
  });
  return { http, surprises };
}

test("an answer is read as JSON, whatever its status is", async () => {
  const { http, surprises } = await openServer('{"code":"SERVICE_BUSY"}', 502);
  expect(await http.ask("GET", "/api/x")).toEqual({ status: 502, body: { code: "SERVICE_BUSY" }, retryAfterMs: 0 });
  expect(surprises).toEqual([]);
});

test("an answer that is not JSON counts as none and is reported", async () => {
  const { http, surprises } = await openServer("<h1>Error</h1>");
  expect(await http.ask("GET", "/api/x")).toBeUndefined();
  expect(surprises).toEqual(["GET /api/x was answered 500 without JSON: <h1>Error</h1>"]);
});

test("a page of the balancer, when no process answers, counts as no answer", async () => {
  const { http, surprises } = await openServer("<h1>Bad gateway</h1>", 502);
  expect(await http.ask("GET", "/api/x")).toBeUndefined();
  expect(surprises).toEqual([]);
});
