import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { assertPortIsFree } from "./port.ts";

async function takePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

test("a taken port throws an error that names the way out", async () => {
  const port = await takePort();
  await expect(assertPortIsFree("127.0.0.1", port)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
  );
});

test("a free port is accepted and is still free afterwards", async () => {
  await assertPortIsFree("127.0.0.1", 0);
  await assertPortIsFree("127.0.0.1", 0);
});

test("an address of another machine throws an error that says so", async () => {
  await expect(assertPortIsFree("192.0.2.1", 0)).rejects.toThrow("HOST=192.0.2.1 is no address of this machine.");
});
