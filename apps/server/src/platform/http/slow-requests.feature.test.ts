import { connect } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { cutSlowRequests } from "./slow-requests.ts";

afterEach(() => void vi.useRealTimers());

/** Opens a server that takes JSON and uploads, and whose timers run only when a test says so. */
async function openApp() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  const app = Fastify();
  const begunRequests: string[] = [];
  cutSlowRequests(app, {});
  app.addHook("onRequest", async ({ url }) => void begunRequests.push(url));
  app.addContentTypeParser("x/upload", { parseAs: "string" }, async (_: unknown, body: unknown) => body);
  const answer = Promise.withResolvers<void>();
  app.post("/json", async () => ({ done: true }));
  app.post("/late", async () => answer.promise.then(() => ({ done: true })));
  app.post("/upload", { config: { isUpload: true } }, async () => ({ done: true }));
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  onTestFinished(() => app.close());

  /** Sends a head that announces 100 bytes, and waits until the server has read it. */
  async function begin(path: string, type: string) {
    const socket = connect({ host: hostname, port: Number(port) }).setEncoding("utf8");
    let text = "";
    const receivedText = new Promise<string>((resolve) => {
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("error", () => {}).on("close", () => resolve(text));
    });
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n`);
    const before = begunRequests.length;
    await vi.waitFor(() => expect(begunRequests.length).toBeGreaterThan(before), { interval: 1 });
    return { socket, receivedText };
  }
  return { begin, answer: answer.resolve };
}

const JSON_BODY = JSON.stringify("x".repeat(98));

test("[T66] a body of JSON that has not come after 15 seconds is answered as malformed, and its connection is closed", async () => {
  const { begin } = await openApp();
  const { socket, receivedText } = await begin("/json", "application/json");
  socket.write('"half');
  await vi.advanceTimersByTimeAsync(14_000);
  expect(socket.closed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await receivedText).toMatch(/^HTTP\/1\.1 400 .*VALIDATION_ERROR/s);
});

test("a body that has come in time is not cut while its answer takes longer", async () => {
  const { begin, answer } = await openApp();
  const { socket, receivedText } = await begin("/late", "application/json");
  const nextTick = new Promise((resolve) => setImmediate(resolve));
  socket.write(JSON_BODY);
  await nextTick;
  // Meanwhile the server reads the body.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(60_000);
  answer();
  socket.end();
  expect(await receivedText).toContain('{"done":true}');
});

test("[T66] an upload of one byte each five seconds loses its connection after ten seconds", async () => {
  const { begin } = await openApp();
  const { socket, receivedText } = await begin("/upload", "x/upload");
  for (let seconds = 0; seconds < 10; seconds += 5) {
    socket.write("x");
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(socket.closed).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await receivedText).toBe("");
});
