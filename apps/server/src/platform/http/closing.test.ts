import { connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { boundClosing } from "./closing.ts";

const HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n";

async function openApp(graceMs: number) {
  const app = Fastify();
  const begun = Promise.withResolvers<void>();
  app.addHook("onRequest", async () => begun.resolve());
  app.post("/", async () => ({ done: true }));
  boundClosing(app, graceMs);
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const socket = connect({ host: hostname, port: Number(port) });
  const heard = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => {}).on("close", () => resolve(text));
  });
  socket.write(HEAD);
  await begun.promise;
  return { app, socket, heard };
}

test("[T58] a sender who never ends cannot hold up the stop", async () => {
  const { app, heard } = await openApp(20);
  await app.close();
  expect(await heard).toBe("");
});

test("who is still sending when the stop comes may finish within the grace", async () => {
  const { app, socket, heard } = await openApp(60_000);
  const closing = app.close();
  socket.write(JSON.stringify({ text: "123456789" }));
  socket.end();
  await closing;
  expect(await heard).toContain('{"done":true}');
});
