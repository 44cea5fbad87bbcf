import { connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { boundClosing } from "./closing.ts";

const HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n";

async function openApp(graceMs: number) {
  const app = Fastify();
  const whenBegun = Promise.withResolvers<void>();
  app.addHook("onRequest", async () => whenBegun.resolve());
  app.post("/", async () => ({ done: true }));
  boundClosing(app, graceMs);
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const socket = connect({ host: hostname, port: Number(port) });
  const receivedText = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => {}).on("close", () => resolve(text));
  });
  socket.write(HEAD);
  await whenBegun.promise;
  return { app, socket, receivedText };
}

test("[T58] a request that never ends does not delay the stop", async () => {
  const { app, receivedText } = await openApp(20);
  await app.close();
  expect(await receivedText).toBe("");
});

test("a request that is still being sent when the server stops may finish within the grace period", async () => {
  const { app, socket, receivedText } = await openApp(60_000);
  const closing = app.close();
  socket.write(JSON.stringify({ text: "123456789" }));
  socket.end();
  await closing;
  expect(await receivedText).toContain('{"done":true}');
});
