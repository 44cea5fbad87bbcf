import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listCalls } from "@caramelo/contract/contract";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

// One file of each kind that the web build has.
const FILES = {
  "index.html": "<h1>Início</h1><script>let a=1</script>",
  "login/index.html": "<h1>Entrar</h1>",
  "__spa-fallback.html": "<p>Carregando…</p>",
  "assets/a.js": "export {};",
  "assets/a.css": "a{}",
  "assets/a.woff2": "x",
  "assets/a.webp": "x",
  "favicon.svg": "<svg/>",
  "icon.png": "x",
  "som.wav": "0123456789",
  "manifest.webmanifest": "{}",
  "robots.txt": "x",
  "sw.js": "self.x=1",
};
const folder = mkdtempSync(join(tmpdir(), "headers-"));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const settings = { PUBLIC_URL: "https://caramelo.example", MODE: "demo", LIMIT_SIGN_IN_ADDRESS: "1/600" };
const world = await openWorld(settings, undefined, folder);
const { port, host } = new URL(world.browser().base);

/** Sends bytes over a bare socket, because an HTTP client would mend them, and returns what comes until the end. */
const send = (bytes: string) =>
  new Promise<string>((resolve) => {
    let answer = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
    socket.setEncoding("latin1").on("data", (text) => {
      answer += text;
    });
    socket.on("error", () => {}).on("close", () => resolve(answer));
  });

const requestLine = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, `host: ${host}`, "connection: close", ...headers, "", ""].join("\r\n");

const EVERYWHERE: Record<string, RegExp> = {
  "content-security-policy":
    /^default-src 'none';.*(?:frame-ancestors '(?:none|self)'|script-src 'self'; connect-src 'self'$)/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "permissions-policy": /geolocation=\(\)/,
  "referrer-policy": /^no-referrer$/,
  "strict-transport-security": /^max-age=31536000; includeSubDomains$/,
  "x-content-type-options": /^nosniff$/,
};

/** Returns what is wrong with the headers of an answer: one that is missing, twice there or other than it should be. */
function findFaults(answer: string): string[] {
  const [head = ""] = answer.split("\r\n\r\n");
  const lines = head
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(/: (.*)/s));
  return Object.entries(EVERYWHERE).flatMap(([name, expectedValue]) => {
    const values = lines.filter(([key]) => key?.toLowerCase() === name).map(([, value]) => value ?? "");
    return values.length === 1 && expectedValue.test(values[0] ?? "") ? [] : [`${name}: ${values.join(" | ")}`];
  });
}

async function expectHeaders(bytes: string, status?: number): Promise<void> {
  const answer = await send(bytes);
  const [, answeredStatus = "none"] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
  expect([bytes.slice(0, 90), answeredStatus, findFaults(answer)]).toEqual([
    bytes.slice(0, 90),
    status === undefined ? expect.stringMatching(/^\d+$/) : String(status),
    [],
  ]);
}

const makeCookie = async () => `cookie: __Host-caramelo=${(await makeSignedIn(world)).browser.jar.get("caramelo")}`;

const calls = listCalls().map(([, call]) => call);

test("[T54][T55] every call carries the security headers, to guests, strangers and members, asked and pre-asked", async () => {
  const cookie = await makeCookie();
  const askAll = calls.map(async ({ method, path }) => {
    const address = `/api${path.replace(/:\w+/g, "x")}`;
    await expectHeaders(requestLine(method, address));
    await expectHeaders(requestLine("OPTIONS", address, "origin: https://elsewhere.example"), 404);
    if (method !== "GET") return;
    await expectHeaders(requestLine("GET", address, cookie));
    await expectHeaders(requestLine("HEAD", address, cookie));
  });
  await Promise.all(askAll);
});

test("[T54][T55] every page and kind of file carries them, as do its other answers", async () => {
  const addresses = [
    ...Object.keys(FILES).map((path) => `/${path.replace(/index\.html$/, "")}`),
    ...["/busca", "/perfil/x", "/admin", "/checkout", "/compras/x", "/pix/x", "/sandbox/x", "/nada/disso"],
    ...["/sitemap.xml", "/.well-known/security.txt", "/healthz", "/readyz", "/api/docs", "/api/docs/openapi.json"],
    ...["/assets/none.js", "/none.png", "/.env", "/api", "/api/none", "//elsewhere.example/x"],
  ];
  for (const path of addresses)
    for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) await expectHeaders(requestLine(method, path));
  await expectHeaders(requestLine("GET", "/som.wav", "range: bytes=0-1"), 206);
  await expectHeaders(requestLine("GET", "/som.wav", "range: bytes=10-"), 416);
  const [, etag] = /etag: (.*)\r\n/i.exec(await send(requestLine("GET", "/login"))) ?? [];
  await expectHeaders(requestLine("GET", "/login", `if-none-match: ${etag}`), 304);
});

const ours = "origin: https://caramelo.example";
const json = "content-type: application/json";
const KEY = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==";
const upgrade = (...headers: string[]) =>
  requestLine("GET", "/api/live", ...headers).replace("connection: close", "connection: Upgrade\r\nupgrade: websocket");

test.each([
  ["a body that is no JSON", 400, `${requestLine("POST", "/api/session", ours, json, "content-length: 1")}{`],
  [
    "a body of another type",
    400,
    `${requestLine("POST", "/api/session", ours, "content-type: a/b", "content-length: 1")}x`,
  ],
  ["a body that is too long", 400, requestLine("POST", "/api/session", ours, json, "content-length: 99999999")],
  ["an address that cannot be decoded", 404, requestLine("GET", "/api/%zz")],
  ["an address of 20 kB", 400, requestLine("GET", `/${"a".repeat(20_000)}`)],
  ["headers of 20 kB", 400, requestLine("GET", "/", `x-long: ${"a".repeat(20_000)}`)],
  ["no request", 400, "nonsense\r\n\r\n"],
  ["no host", 400, "GET / HTTP/1.1\r\nconnection: close\r\n\r\n"],
  ["an expectation that nobody meets", 200, requestLine("GET", "/", "expect: a miracle")],
  ["TRACE", 404, requestLine("TRACE", "/")],
  ["HTTP/2", 400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a handshake of nobody", 401, upgrade(ours, KEY, "sec-websocket-version: 13")],
  ["a handshake from elsewhere", 403, upgrade("origin: https://elsewhere.example", KEY, "sec-websocket-version: 13")],
  ["a handshake at another address", 404, upgrade(ours, KEY).replace("/api/live", "/api/lives")],
])("[T54][T55] the answer to %s carries them", async (_, status, bytes) => {
  await expectHeaders(bytes, status);
});

test("[T54][T55] the answer to a member's malformed handshake carries them", async () => {
  const cookie = await makeCookie();
  for (const wrong of [
    ["sec-websocket-version: 13"],
    [KEY, "sec-websocket-version: 7"],
    [KEY, "sec-websocket-version: 13", "sec-websocket-protocol: ,"],
  ])
    await expectHeaders(upgrade(ours, cookie, ...wrong), 400);
});

test("[T54][T55] a refusal by a limit carries them, and so does a failure", async () => {
  const form = JSON.stringify({ email: "ninguem@exemplo.invalid", password: "nao-e-esta", remember: false });
  const signIn = `${requestLine("POST", "/api/session", ours, json, `content-length: ${form.length}`)}${form}`;
  await expectHeaders(signIn, 401);
  await expectHeaders(signIn, 429);
  const cookie = await makeCookie();
  await sql`alter table session rename to session_away`.execute(world.owner);
  await expectHeaders(requestLine("GET", "/api/session", cookie.replace(/.$/, "x")), 500);
  await sql`alter table session_away rename to session`.execute(world.owner);
});
