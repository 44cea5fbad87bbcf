import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { openProxy, type ProxyFault, type TcpProxy } from "./proxy.ts";

/** Milliseconds of a clock that the test advances. */
const STALL_MS = 200;

const openedThings: { proxies: TcpProxy[]; servers: ReturnType<typeof createServer>[] } = { proxies: [], servers: [] };

afterEach(async () => {
  for (const proxy of openedThings.proxies.splice(0)) await proxy.close();
  for (const server of openedThings.servers.splice(0)) server.close();
});

/** Opens a server that answers "sim:" and what it was asked, and a proxy in front of it. `asked` lists what arrived. */
async function openEcho() {
  const askedLines: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      askedLines.push(String(chunk));
      socket.write(`sim:${chunk}`);
    });
  }).listen(0, "127.0.0.1");
  openedThings.servers.push(server);
  await once(server, "listening");
  const proxy = await openProxy({ random: () => 0, stallMs: [STALL_MS, STALL_MS] });
  openedThings.proxies.push(proxy);
  // The cast is safe, because the server listens on a port.
  proxy.leadTo([(server.address() as AddressInfo).port]);
  return { proxy, asked: askedLines };
}

type EndedConnection = { heard: string; ended: boolean };

/** Asks over a new connection, and once more after the answer. Waits for the second answer or the connection's end. */
async function ask(proxy: TcpProxy, question: string): Promise<EndedConnection> {
  const socket: Socket = connect({ host: "127.0.0.1", port: Number(new URL(proxy.origin).port) });
  let heardText = "";
  socket.write(question);
  const whenDone = new Promise<boolean>((resolve) => {
    socket.on("data", (chunk) => {
      heardText += chunk;
      // A second question shows whether the connection is still open after the answer.
      if (heardText === `sim:${question}`) setImmediate().then(() => socket.write("mais"));
      if (heardText === `sim:${question}sim:mais`) resolve(false);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(true));
  });
  const isEnded = await whenDone;
  socket.destroy();
  return { heard: heardText, ended: isEnded };
}

test("a proxy lets everything through until it strikes, and after that again", async () => {
  const { proxy } = await openEcho();
  expect(await ask(proxy, "a")).toEqual({ heard: "sim:asim:mais", ended: false });

  proxy.strike("cut-request", 1);
  await ask(proxy, "b");
  expect(await ask(proxy, "c")).toEqual({ heard: "sim:csim:mais", ended: false });
  expect(proxy.struck["cut-request"]).toBe(1);
});

const CUTS: { fault: ProxyFault; promise: string; asked: string[]; heard: string }[] = [
  { fault: "cut-request", promise: "before the product hears", asked: [], heard: "" },
  { fault: "cut-answer", promise: "after the product answered and before the browser hears", asked: ["a"], heard: "" },
  { fault: "reset-half", promise: "in the middle of the answer", asked: ["a"], heard: "si" },
  { fault: "cut-after", promise: "right after the answer", asked: ["a"], heard: "sim:a" },
];

for (const { fault, promise, asked, heard } of CUTS) {
  test(`${fault} ends a connection ${promise}`, async () => {
    const { proxy, asked: knownRequests } = await openEcho();
    proxy.strike(fault, 1);
    expect(await ask(proxy, "a")).toEqual({ heard, ended: true });
    expect(knownRequests).toEqual(asked);
  });
}

test("stall holds back what moves and lets it through later, whole", async () => {
  const { proxy } = await openEcho();
  proxy.strike("stall", 1);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const heardTexts: string[] = [];
  const answer = ask(proxy, "a").then((isEnded) => heardTexts.push("a") && isEnded);
  while (proxy.struck.stall === 0) await setImmediate();
  await ask(proxy, "b").then(() => heardTexts.push("b"));
  await vi.advanceTimersByTimeAsync(STALL_MS - 1);
  await ask(proxy, "c").then(() => heardTexts.push("c"));
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual({ heard: "sim:asim:mais", ended: false });
  expect(heardTexts).toEqual(["b", "c", "a"]);
});

test("a connection to a product that is dead ends at once", async () => {
  const { proxy } = await openEcho();
  proxy.leadTo([]);
  expect(await ask(proxy, "a")).toEqual({ heard: "", ended: true });
});
