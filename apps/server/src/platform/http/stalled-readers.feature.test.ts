import { connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { endStalledReaders } from "./stalled-readers.ts";

const WITHIN_MS = 100;

/** Opens a server with an answer without an end and one that comes late, and a client that reads nothing of it. */
async function ask(path: string) {
  const app = Fastify();
  endStalledReaders(app, WITHIN_MS);
  const whenEnded = Promise.withResolvers<string>();
  app.get("/endless", (_, reply) => {
    reply.raw.once("close", () => whenEnded.resolve(reply.raw.writableFinished ? "sent" : "cut"));
    return reply.send(Readable.from(repeat(), { objectMode: false }));
  });
  app.get("/late", async (_, reply) => {
    reply.raw.once("close", () => whenEnded.resolve(reply.raw.writableFinished ? "sent" : "cut"));
    await sleep(3 * WITHIN_MS);
    return "late";
  });
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  onTestFinished(() => app.close());
  const socket = connect({ host: hostname, port: Number(port) }).on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
  return whenEnded.promise;
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
