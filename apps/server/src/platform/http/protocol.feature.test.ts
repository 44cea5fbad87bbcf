import { connect, type Socket } from "node:net";
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { describe, expect, test, vi } from "vitest";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

/**
 * Sends bytes to the server's socket, `later` ones once it has read the first, and returns everything that it sends until
 * it closes the connection.
 */
function sendBytes(bytes: string, later?: string): Promise<string> {
  const { port } = new URL(world.browser().base);
  return new Promise((resolve, reject) => {
    if (later !== undefined)
      world.app.server.once("connection", async (served: Socket) => {
        await vi.waitFor(() => expect(served.bytesRead).toBe(bytes.length), { interval: 1 });
        socket.write(later);
      });
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.setEncoding("utf8");
    socket.on("data", (text) => {
      answer += text;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

function bodyOf(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { head, body: JSON.parse(body) };
}

describe("an address that is not there", () => {
  const strange = [
    "/api",
    "/api/",
    "/api/nothing",
    "/api/session/",
    "/api/session/1",
    "/API/session",
    "//api/session",
    "/api//session",
    "/api/../api/session/x",
    "/api/%73ession/x",
    "/api/session;x=1",
    "/api/docs/x",
    "/api/%",
    "/api/%zz",
    "/api/%E0%A4%A",
    "/api/%00",
    `/api/photos/${"a".repeat(300)}/b/320`,
    `/api/${"a".repeat(4_000)}`,
    "/healthz/x",
    "/.env",
    "/.well-known/assetlinks.json",
    "/.well-known/nothing",
  ];
  test.each(strange)("[M3.07] %s answers in the catalogue's words", async (path) => {
    // The request goes over a bare socket, because an HTTP client would tidy the address.
    const { head, body } = bodyOf(await sendBytes(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`));
    expect(head).toMatch(/^HTTP\/1\.1 404 /);
    expect(head.toLowerCase()).toContain("content-type: application/json; charset=utf-8");
    expect(head.toLowerCase()).toContain("x-content-type-options: nosniff");
    expect(body).toMatchObject({ code: "NOT_FOUND", userMessage: errorCatalogue.NOT_FOUND.text });
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(body)).not.toContain("FST_");
  });
});

describe("more cookies than a request may have", () => {
  const cookie = `cookie: planted=${"x".repeat(20_000)}`;
  const write = (path: string, ...headers: string[]) =>
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers.map((header) => `${header}\r\n`).join("")}\r\n`;

  test.each(["/", "/busca"])("%s says so on a page, and clears them", async (path) => {
    const answer = await sendBytes(write(path, cookie));
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain("content-type: text/html; charset=utf-8");
    expect(answer).toContain('clear-site-data: "cookies"');
    expect(answer).toContain("Seu navegador mandou dados demais");
  });

  test("a call is refused in the catalogue's words", async () => {
    const { head, body } = bodyOf(await sendBytes(write("/api/session", cookie)));
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(body.code).toBe("VALIDATION_ERROR");
  });

  // Any site can lead a member to a long address of this one, and must not sign them out by it.
  const own = `cookie: caramelo=${"x".repeat(43)}; planted=${"x".repeat(4_000)}`;
  test.each([
    ["an address", write(`/?${"a".repeat(20_000)}`, own)],
    ["an address beside long cookies", write(`/?${"a".repeat(9_000)}`, `cookie: planted=${"x".repeat(9_000)}`)],
    ["another header", write("/", own, `x-long: ${"a".repeat(20_000)}`)],
    ["another header before them", write("/", `x-long: ${"a".repeat(20_000)}`, own)],
  ])("are not what is cleared when %s is too long", async (_, bytes) => {
    const answer = await sendBytes(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain("clear-site-data");
  });

  test.each([
    ["the cookies", write("/", cookie).slice(0, 12_000), cookie.slice(0, 9_000)],
    [
      "the address",
      `GET /?${"a".repeat(12_000)}`,
      `${"a".repeat(9_000)} HTTP/1.1\r\nhost: localhost\r\n${own}\r\n\r\n`,
    ],
  ])("get a page that clears nothing when a later packet does not tell that it is %s", async (_, first, later) => {
    const answer = await sendBytes(first, later);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain("Seu navegador mandou dados demais");
    expect(answer).not.toContain("clear-site-data");
  });
});

describe("a request with two Host headers", () => {
  const two = "host: localhost\r\nHost: evil.example";
  test.each(["/api/session", "/", "/healthz"])("[T90] for %s is refused", async (path) => {
    const { head, body } = bodyOf(await sendBytes(`GET ${path} HTTP/1.1\r\n${two}\r\nconnection: close\r\n\r\n`));
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(body.code).toBe("VALIDATION_ERROR");
  });

  test("[T90] opens no live connection", async () => {
    const upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13";
    const answer = await sendBytes(`GET /api/live HTTP/1.1\r\n${two}\r\n${upgrade}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("the address that a proxy writes", () => {
  test.each([
    ["an address with a port", (i: number) => `198.51.100.7:${40_000 + i}`],
    ["an IPv6 address with a port", (i: number) => `[2001:db8:9:9::1]:${40_000 + i}`],
    ["an address with a zone", (i: number) => `fe80::9%eth${i}`],
    ["two hops with ports", (i: number) => `198.51.100.8:${40_000 + i}, 127.0.0.1:${50_000 + i}`],
  ])("[T90][D2.38] counts 14 ports or zones of one address as one: %s", async (_, write) => {
    const { email } = await makeMember(world.owner);
    const statuses: number[] = [];
    for (let i = 0; i < 14; i++) {
      const { accounts } = world.browser(write(i)).api;
      statuses.push((await accounts.signIn({ body: { email, password: "errada", remember: false } })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  });
});

describe("a method that is not there", () => {
  test.each(["PUT", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])(
    "[T05] %s on an API path is not found",
    async (method) => {
      const head = `${method} /api/session HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\nconnection: close`;
      const { head: status, body } = bodyOf(await sendBytes(`${head}\r\n\r\n`));
      expect(status).toMatch(/^HTTP\/1\.1 404 /);
      expect(body.code).toBe("NOT_FOUND");
    },
  );

  test("HEAD answers what GET would, without a body", async () => {
    const browser = world.browser();
    const [head, get] = [await browser.raw("/api/session", { method: "HEAD" }), await browser.raw("/api/session")];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
    expect(head.headers.get("cache-control")).toBe("no-store");
  });

  test("HEAD of a photo passes the same session check", async () => {
    const path = `/api/photos/${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}/${"a".repeat(32)}/320?s=${"A".repeat(22)}`;
    expect((await world.browser().raw(path, { method: "HEAD" })).status).toBe(404);
  });
});

describe("bytes that are not a request", () => {
  test.each([
    ["headers of 20 kB", `GET /api/session HTTP/1.1\r\nhost: x\r\nx-long: ${"a".repeat(20_000)}\r\n\r\n`],
    ["a cookie of 20 kB", `GET /api/session HTTP/1.1\r\nhost: x\r\ncookie: ${"a=b; ".repeat(4_000)}\r\n\r\n`],
    ["a broken first line", "nonsense\r\n\r\n"],
    ["a NUL in a header", "GET /api/session HTTP/1.1\r\nhost: x\r\nx-a: \0\r\n\r\n"],
    ["a header folded to smuggle another", "GET /api/session HTTP/1.1\r\nhost: x\r\nx-a: 1\r\n\x0b: 2\r\n\r\n"],
    ["two lengths", "POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
    [
      "a length and chunks",
      "POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a length below zero", "POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n"],
    ["a method nobody knows", "GIMME /api/session HTTP/1.1\r\nhost: x\r\n\r\n"],
  ])("[M3.07] %s: is answered once in the catalogue's words, and the connection is closed", async (_, bytes) => {
    const { head, body } = bodyOf(await sendBytes(bytes));
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", userMessage: errorCatalogue.VALIDATION_ERROR.text });
    expect((await world.browser().api.accounts.session()).status).toBe(200);
  });
});

describe("every answer of the API", () => {
  test("is kept by no cache and carries its request's id", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    const replies = [
      await browser.api.accounts.session(),
      await browser.api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } }),
      await browser.api.accounts.signIn({ body: { email, password: "errada", remember: false } }),
      await browser.api.cities.search({ query: { q: "rio" } }),
      await browser.api.accounts.signOut(),
    ];
    for (const { headers } of replies) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("server")).toBeNull();
      expect(headers.get("x-powered-by")).toBeNull();
    }
    expect((await browser.raw("/api/nothing")).headers.get("cache-control")).toBe("no-store");
    expect(new Set(replies.map(({ headers }) => headers.get("x-request-id"))).size).toBe(replies.length);
  });

  test("has the id that the proxy in front chose", async () => {
    const id = "0190a1b2c3d47e5f8a9b0c1d2e3f4a5b";
    const reply = await world.browser().raw("/api/nothing", { headers: { "x-request-id": id } });
    expect(reply.headers.get("x-request-id")).toBe(id);
    expect((await readFailure(reply)).requestId).toBe(id);
  });

  test("has an id that the server made, not the client's", async () => {
    const reply = await world
      .browser()
      .raw("/api/nothing", { headers: { "x-request-id": "mine", "request-id": "mine" } });
    expect(reply.headers.get("x-request-id")).not.toBe("mine");
    expect((await readFailure(reply)).requestId).toBe(reply.headers.get("x-request-id"));
  });
});

test("a query that names __proto__ is refused like any unknown key", async () => {
  for (const query of ["__proto__=x", "__proto__[isAdmin]=1", "constructor=x", "q=a&q=b", "q[]=abc", "q"]) {
    const reply = await world.browser().raw(`/api/cities?q=abc&${query}`);
    expect(reply.status).toBe(400);
    expect((await readFailure(reply)).code).toBe("VALIDATION_ERROR");
  }
});
