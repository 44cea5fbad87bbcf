import { connect, type Socket } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { findRefusal, openLiveSocket, startLiveSocket } from "../testing/live-socket.ts";
import { makeConversation } from "../testing/pairs.ts";
import { PATIENT } from "../testing/patience.ts";
import { makeMember } from "../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../testing/signed-in.ts";
import { openWorld } from "../testing/world.ts";

const world = await openWorld();

const untilAllClosed = () => vi.waitFor(() => expect(world.live.count()).toBe(0), PATIENT);

describe("a handshake", () => {
  test("[TB.01] of a member from our own pages opens a connection, whose first event is the position of the stream", async () => {
    const [ana, bia] = [await makeSignedIn(world), await makeMember(world.owner, { role: "daddy" })];
    await makeConversation(world.db, bia.id, ana.id);
    const live = await openLiveSocket(ana.browser);
    expect(live.received).toEqual([{ event: "heartbeat", lastSeq: 1 }]);
    live.socket.terminate();
    await untilAllClosed();
  });

  test.each([
    ["no Origin", { origin: undefined }],
    ["a foreign Origin", { origin: "https://elsewhere.example" }],
    ["the null Origin", { origin: "null" }],
    ["our Origin on another port", { origin: "http://127.0.0.1:1" }],
  ])("[TB.01][T10] with %s is refused, even with a session", async (_, headers) => {
    const { browser } = await makeSignedIn(world);
    expect(await findRefusal(browser, { headers })).toBe(403);
    expect(world.live.count()).toBe(0);
  });

  test("[TB.01] is checked by its Origin, whatever the Sec-Fetch-Site header says", async () => {
    const { browser } = await makeSignedIn(world);
    const { socket } = await openLiveSocket(browser, { headers: { "sec-fetch-site": "cross-site" } });
    socket.terminate();
    await untilAllClosed();
  });

  test("[TB.01] without a session, with an invented session or with an ended one is refused", async () => {
    const { id, browser } = await makeSignedIn(world);
    expect(await findRefusal(world.browser())).toBe(401);
    expect(await findRefusal(world.browser(), { headers: { cookie: `caramelo=${"a".repeat(43)}` } })).toBe(401);
    expect(await findRefusal(world.browser(), { headers: { cookie: "caramelo=x" } })).toBe(401);
    await world.db.updateTable("session").set({ endedAt: new Date() }).where("memberId", "=", id).execute();
    expect(await findRefusal(browser)).toBe(401);
  });

  test.each(["deactivatedAt", "suspendedAt"])("[TB.01] of an inactive member (%s) is refused", async (column) => {
    const { id, browser } = await makeSignedIn(world);
    await world.db
      .updateTable("profile")
      .set({ [column]: new Date() })
      .where("memberId", "=", id)
      .execute();
    expect(await findRefusal(browser)).toBe(401);
  });

  test("[D1.05] of staff is refused, because they never chat and leave no trace", async () => {
    const { browser } = await makeSignedIn(world, { role: "admin" });
    expect(await findRefusal(browser)).toBe(403);
  });

  test.each(["/api/live?token=abc", "/api/live/", "/api/lives", "/", "/api/session", "//api/live", "/api/%6cive"])(
    "[TB.01] at the address %s is not found",
    async (path) => {
      const { browser } = await makeSignedIn(world);
      expect(await findRefusal(browser, { path })).toBe(404);
    },
  );

  test("[TB.01] with a session token in another header or as a subprotocol is refused", async () => {
    const { browser } = await makeSignedIn(world);
    const token = browser.jar.get("caramelo");
    const headers = { cookie: undefined, authorization: `Bearer ${token}`, "sec-websocket-protocol": `${token}` };
    expect(await findRefusal(browser, { headers })).toBe(401);
  });

  test("[TB.06] that asks for compression opens a connection without it", async () => {
    const { browser } = await makeSignedIn(world);
    const live = await openLiveSocket(browser);
    expect(live.socket.extensions).toBe("");
    live.socket.terminate();
    await untilAllClosed();
  });
});

describe("the live server", () => {
  const port = () => Number(new URL(world.browser().base).port);
  const hostile = async (bytes: string, then: (socket: Socket) => void = () => {}) => {
    const answer = await new Promise<string>((resolve) => {
      let text = "";
      const socket = connect(port(), "127.0.0.1", () => {
        socket.write(bytes);
        then(socket);
      });
      socket.setEncoding("latin1");
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("error", () => {}).on("close", () => resolve(text));
    });
    expect((await fetch(`${world.browser().base}/healthz`)).status).toBe(200);
    return answer;
  };
  const handshake = async (headers: Record<string, string> = {}) => {
    const { browser } = await makeSignedIn(world);
    const all = {
      host: new URL(browser.base).host,
      origin: browser.base,
      cookie: `caramelo=${browser.jar.get("caramelo")}`,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return `GET /api/live HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  };

  test.each([
    ["no key", { "sec-websocket-key": "" }],
    ["a malformed key", { "sec-websocket-key": "abc" }],
    ["an old version", { "sec-websocket-version": "7" }],
  ])("[T59] refuses a handshake with %s", async (_, headers) => {
    expect(await hostile(await handshake(headers))).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("ignores an offer of another protocol and answers the request over HTTP", async () => {
    const bytes = (await handshake({ upgrade: "h2c" })).replace("/api/live", "/healthz");
    expect(await hostile(bytes, (socket) => socket.end())).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("[T59] refuses a handshake with 20 kB of headers", async () => {
    expect(await hostile(await handshake({ "x-long": "a".repeat(20_000) }))).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("[T59] refuses with a status and no body", async () => {
    const answer = await hostile(await handshake({ origin: "https://elsewhere.example" }));
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n/);
    expect(answer.split("\r\n\r\n")[1]).toBe("");
  });

  test("[T59] ends only that connection when garbage follows a good handshake", async () => {
    const answer = await hostile(`${await handshake()}${"\xff\xff garbage that is no frame".repeat(20)}`);
    expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    await untilAllClosed();
  });

  test("[T59] keeps nothing of clients that vanish during the handshake, by a close or a reset", async () => {
    const bytes = await handshake();
    for (let i = 0; i < 10; i++) {
      await hostile(bytes, (socket) => socket.destroy());
      await hostile(bytes, (socket) => socket.resetAndDestroy());
      await hostile(bytes.slice(0, 60), (socket) => socket.resetAndDestroy());
    }
    await untilAllClosed();
  });
});

test("[T59] 200 connections that open and close leave no socket behind", async () => {
  const { id } = await makeMember(world.owner);
  const browser = await openBrowserOf(world, id);
  for (let round = 0; round < 10; round++) {
    const sockets = Array.from({ length: 20 }, () => startLiveSocket(browser));
    for (const { socket } of sockets) socket.once("open", () => socket.terminate());
    await Promise.all(sockets.map(({ closed }) => closed));
  }
  await untilAllClosed();
  await vi.waitFor(async () => {
    const connections = await new Promise<number>((resolve, reject) =>
      world.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
    // The HTTP client keeps some connections open for its next requests.
    expect(connections).toBeLessThan(20);
  });
});
