import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { boundClosing, boundConnections, endStalledReaders } from "./connections.ts";

test("an address can have a limited number of open connections, another one has its own, and a closed one frees its place", async () => {
  const server = createServer((_, response) => response.end("here"));
  boundConnections(server, 2);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port

  /** Opens a connection, which stays open, and sends a request over it. */
  async function ask(localAddress: string) {
    const socket = connect({ host: "127.0.0.1", port, localAddress });
    onTestFinished(() => void socket.destroy());
    const isAnswered = await new Promise<boolean>((resolve) => {
      socket.on("data", () => resolve(true));
      socket.on("error", () => {}).on("close", () => resolve(false));
      socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    });
    return { socket, isAnswered };
  }

  const first = await ask("127.0.0.2");
  expect(first.isAnswered).toBe(true);
  expect((await ask("127.0.0.2")).isAnswered).toBe(true);
  expect((await ask("127.0.0.2")).isAnswered).toBe(false);
  expect((await ask("127.0.0.3")).isAnswered).toBe(true);
  first.socket.destroy();
  await expect.poll(async () => (await ask("127.0.0.2")).isAnswered).toBe(true);
});

const HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n";

async function openApp(graceMs: number) {
  const app = Fastify();
  const begun = Promise.withResolvers<void>();
  app.addHook("onRequest", async () => begun.resolve());
  app.post("/", async () => ({ done: true }));
  boundClosing(app, graceMs);
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const socket = connect({ host: hostname, port: Number(port) });
  const received = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => {}).on("close", () => resolve(text));
  });
  socket.write(HEAD);
  await begun.promise;
  return { app, socket, received };
}

test("[T58] a request that never ends does not delay the stop", async () => {
  const { app, received } = await openApp(20);
  await app.close();
  expect(await received).toBe("");
});

test("a request that is still being sent when the server stops may finish within the grace period", async () => {
  const { app, socket, received } = await openApp(60_000);
  const closing = app.close();
  socket.write(JSON.stringify({ text: "123456789" }));
  socket.end();
  await closing;
  expect(await received).toContain('{"done":true}');
});

const WITHIN_MS = 100;

/** Opens a server with an answer without an end and one that comes late, and a client that reads nothing of it. */
async function ask(path: string) {
  const app = Fastify();
  endStalledReaders(app, WITHIN_MS);
  const ended = Promise.withResolvers<string>();
  app.get("/endless", (_, reply) => {
    reply.raw.once("close", () => ended.resolve(reply.raw.writableFinished ? "sent" : "cut"));
    return reply.send(Readable.from(repeat(), { objectMode: false }));
  });
  app.get("/late", async (_, reply) => {
    reply.raw.once("close", () => ended.resolve(reply.raw.writableFinished ? "sent" : "cut"));
    await sleep(3 * WITHIN_MS);
    return "late";
  });
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  onTestFinished(() => app.close());
  const socket = connect({ host: hostname, port: Number(port) }).on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
  return ended.promise;
}

async function* repeat() {
  for (;;) yield new Uint8Array(64_000);
}

test("[T66] the connection of a client that reads nothing of a large answer is ended", async () => {
  expect(await ask("/endless")).toBe("cut");
});

test("[T66] an answer that takes long to be made is sent", async () => {
  expect(await ask("/late")).toBe("sent");
});
