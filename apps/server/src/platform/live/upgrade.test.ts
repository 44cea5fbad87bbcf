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
  const [opened, errors]: [string[], unknown[]] = [[], []];
  const refuseAll = serveUpgrades(server, {
    path: "/live",
    isSameOrigin: () => true,
    authenticate: async () => ({ id: "ana" }),
    withinMs: 60_000,
    onOpen: (socket, me) => {
      opened.push(me.id);
      socket.terminate();
    },
    onError: (error) => errors.push(error),
    ...changes,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const place = server.address();
  const port = typeof place === "object" && place ? place.port : 0;
  const shake = (bytes = `${HANDSHAKE}\r\n\r\n`) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
      let answer = "";
      socket.setEncoding("latin1");
      socket.on("data", (chunk) => {
        answer += chunk;
      });
      socket.on("error", () => {}).on("close", () => resolve(answer));
    });
  return { shake, opened, errors, refuseAll };
}

test("a handshake that is let in opens", async () => {
  const { shake, opened } = await openServer();
  expect(await shake()).toMatch(/^HTTP\/1\.1 101 /);
  expect(opened).toEqual(["ana"]);
});

test("[TB.05] an authentication that hangs is cut without a word", async () => {
  const { shake, opened } = await openServer({ withinMs: 10, authenticate: () => new Promise(() => {}) });
  expect(await shake()).toBe("");
  expect(opened).toEqual([]);
});

test("[TB.05] one that ends too late opens nothing", async () => {
  const late = Promise.withResolvers<{ id: string }>();
  const { shake, opened } = await openServer({ withinMs: 10, authenticate: () => late.promise });
  expect(await shake()).toBe("");
  late.resolve({ id: "ana" });
  await late.promise;
  expect(opened).toEqual([]);
});

test("a failing authentication refuses, tells nothing outside and everything inside", async () => {
  const { shake, opened, errors } = await openServer({ authenticate: () => Promise.reject(new Error("no database")) });
  const answer = await shake();
  expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
  expect(answer).not.toContain("database");
  expect(String(errors[0])).toContain("no database");
  expect(opened).toEqual([]);
});

test("[TB.01] the Origin is judged before anybody is looked up", async () => {
  let asked = 0;
  const authenticate = async () => {
    asked += 1;
    return { id: "ana" };
  };
  const { shake } = await openServer({ isSameOrigin: () => false, authenticate });
  expect(await shake()).toMatch(/^HTTP\/1\.1 403 /);
  expect(asked).toBe(0);
});

test("while the server stops nobody gets in", async () => {
  const { shake, opened, refuseAll } = await openServer();
  refuseAll();
  expect(await shake()).toMatch(/^HTTP\/1\.1 503 /);
  expect(opened).toEqual([]);
});
