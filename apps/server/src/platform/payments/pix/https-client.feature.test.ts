import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import { afterAll, expect, test } from "vitest";
import { makeAuthority } from "../../../testing/pix-psp/certificates.ts";
import { openHttpsClient } from "./https-client.ts";

const authority = makeAuthority("Caramelo test authority");
const client = authority.issue("client");
const own = authority.issue("127.0.0.1");
const TLS = { cert: own.certificate, key: own.privateKey, ca: authority.certificate, requestCert: true };

let answer: RequestListener = (_request, response) => response.end();
let seenCount = 0;
const server = createServer({ ...TLS, rejectUnauthorized: true }, (request, response) => {
  seenCount += 1;
  answer(request, response);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const address = server.address();
const url = new URL(`https://127.0.0.1:${typeof address === "object" ? address?.port : 0}/pix?segredo=1`);
const send = openHttpsClient({ ...client, authorities: authority.certificate }, 1_000);

test("a body is sent as it is, and the answer read whole", async () => {
  answer = (request, response) => {
    request.pipe(response.writeHead(201));
  };
  expect(await send({ method: "PUT", url, body: "coração" })).toEqual({ status: 201, body: "coração" });
});

test("a redirect is an answer like any other and is not followed", async () => {
  answer = (_request, response) => response.writeHead(302, { location: "/elsewhere" }).end();
  const before = seenCount;
  expect((await send({ method: "GET", url })).status).toBe(302);
  expect(seenCount).toBe(before + 1);
});

test("an answer that begins and does not end is given up in time", async () => {
  answer = (_request, response) => void response.writeHead(200).write("{");
  await expect(send({ method: "GET", url })).rejects.toThrow(/did not answer \(too slow\)/);
});

test("an answer of more than a megabyte is not read", async () => {
  answer = (_request, response) => response.end("x".repeat(1_100_000));
  await expect(send({ method: "GET", url })).rejects.toThrow(/did not answer \(too large\)/);
});

test("an answer that breaks off is an error, which does not repeat what the address names", async () => {
  answer = (request, response) => {
    response.writeHead(200, { "content-length": "100" }).write("{");
    setImmediate(() => request.socket.destroy());
  };
  const message = await send({ method: "GET", url }).catch((error: Error) => error.message);
  expect(message).toMatch(/^127\.0\.0\.1:\d+ did not answer \(.+\)$/);
  expect(message).not.toContain("segredo");
});
