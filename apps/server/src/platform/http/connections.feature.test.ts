import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { boundConnections } from "./connections.ts";

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
