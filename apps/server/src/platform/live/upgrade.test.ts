import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { serveUpgrades } from "./upgrade.ts";

const HANDSHAKE = [
  "GET /live HTTP/1.1",
  "host: x",
  "connection: Upgrade",
  "upgrade: websocket",
  "sec-websocket-version: 13",
  "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
].join("\r\n");

type Options = Parameters<typeof serveUpgrades<{ id: string }>>[1];

async function openServer(changes: Partial<Options> = {}) {
  const server = createServer();
  const [openedIds, errors]: [string[], unknown[]] = [[], []];
  const refuseAll = serveUpgrades(server, {
    path: "/live",
    isSameOrigin: () => true,
    authenticate: async () => ({ id: "ana" }),
    withinMs: 60_000,
    headers: { "x-content-type-options": "nosniff" },
    onOpen: (socket, me) => {
      openedIds.push(me.id);
      socket.terminate();
    },
    onError: (error) => errors.push(error),
    ...changes,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const sendHandshake = (bytes = `${HANDSHAKE}\r\n\r\n`) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
      let answer = "";
      socket.setEncoding("latin1");
      socket.on("data", (chunk) => {
        answer += chunk;
      });
      socket.on("error", () => {}).on("close", () => resolve(answer));
    });
  return { sendHandshake, openedIds, errors, refuseAll };
}

test("an accepted handshake opens a connection", async () => {
  const { sendHandshake, openedIds } = await openServer();
  expect(await sendHandshake()).toMatch(/^HTTP\/1\.1 101 /);
  expect(openedIds).toEqual(["ana"]);
});

test("[TB.05] an authentication that hangs ends with a closed socket and no answer", async () => {
  const { sendHandshake, openedIds } = await openServer({ withinMs: 10, authenticate: () => new Promise(() => {}) });
  expect(await sendHandshake()).toBe("");
  expect(openedIds).toEqual([]);
});

test("[TB.05] an authentication that ends too late opens no connection", async () => {
  const late = Promise.withResolvers<{ id: string }>();
  const { sendHandshake, openedIds } = await openServer({ withinMs: 10, authenticate: () => late.promise });
  expect(await sendHandshake()).toBe("");
  late.resolve({ id: "ana" });
  await late.promise;
  expect(openedIds).toEqual([]);
});

test("a failing authentication refuses the handshake, hides the error from the client and reports it to the log", async () => {
  const { sendHandshake, openedIds, errors } = await openServer({
    authenticate: () => Promise.reject(new Error("no database")),
  });
  const answer = await sendHandshake();
  expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
  expect(answer).not.toContain("database");
  expect(String(errors[0])).toContain("no database");
  expect(openedIds).toEqual([]);
});

test("[TB.01] the Origin is checked before the session is looked up", async () => {
  let lookups = 0;
  const authenticate = async () => {
    lookups += 1;
    return { id: "ana" };
  };
  const { sendHandshake } = await openServer({ isSameOrigin: () => false, authenticate });
  expect(await sendHandshake()).toMatch(/^HTTP\/1\.1 403 /);
  expect(lookups).toBe(0);
});

test("a server that stops refuses every handshake", async () => {
  const { sendHandshake, openedIds, refuseAll } = await openServer();
  refuseAll();
  expect(await sendHandshake()).toMatch(/^HTTP\/1\.1 503 /);
  expect(openedIds).toEqual([]);
});
