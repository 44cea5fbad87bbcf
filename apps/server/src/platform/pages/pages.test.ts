import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashInlineScripts } from "./content-policy.ts";
import { registerPages } from "./pages.ts";
import { securityHeaders } from "./security-headers.ts";

const SCRIPT = "let a=1";
const CODE = "export const code = 1;";
const folder = mkdtempSync(join(tmpdir(), "pages-"));
const app = Fastify();

function write(path: string, body: string | Buffer) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), body);
}

const at = (origin: string) => ({ origin, originOf: () => origin });

beforeAll(async () => {
  write("index.html", `<h1>Início</h1><script>${SCRIPT}</script><script src="/assets/a.js"></script>`);
  write("login/index.html", "<h1>Entrar</h1><script>let b=2</script>");
  write("__spa-fallback.html", "<p>Carregando…</p>");
  write("assets/a.js", CODE);
  write("assets/a.js.br", brotliCompressSync(CODE));
  write("assets/a.js.gz", gzipSync(CODE));
  write("favicon.svg", "<svg/>");
  write("som.wav", "0123456789");
  write("sw.js", "self.x=1");
  write(".vite/manifest.json", "{}");
  securityHeaders(app, { isHttps: true });
  registerPages(app, { folder, isHttps: true, ...at("https://caramelo.example") });
  app.get("/api/known", () => ({ ok: true }));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: "NOT_FOUND" }));
  await app.ready();
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const policyOf = async (url: string) => String((await get(url)).headers["content-security-policy"]);

describe("a sound file", () => {
  test.each([
    [undefined, 200, "0123456789", undefined],
    ["bytes=0-1", 206, "01", "bytes 0-1/10"],
    ["bytes=4-", 206, "456789", "bytes 4-9/10"],
    ["bytes=8-99", 206, "89", "bytes 8-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=5-2", 416, "", "bytes */10"],
    ["bytes=-3", 200, "0123456789", undefined],
    ["bytes=0-1,4-5", 200, "0123456789", undefined],
  ])("requested with the range %s answers %i", async (range, status, body, contentRange) => {
    const answer = await get("/som.wav", range === undefined ? {} : { range });
    expect([answer.statusCode, answer.body]).toEqual([status, body]);
    expect(answer.headers["content-range"]).toBe(contentRange);
    expect(answer.headers["accept-ranges"]).toBe("bytes");
  });
});

describe("the server of the built pages", () => {
  test("serves a built page at its address, with or without a slash or a query", async () => {
    for (const url of ["/login", "/login/", "/login?de=1"]) expect((await get(url)).body).toContain("Entrar");
    expect((await get("/")).body).toContain("Início");
  });

  test("serves the empty page, closed to search engines, at an address of the browser's router", async () => {
    const answer = await get("/perfil/42");
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain("Carregando");
    expect(answer.headers["x-robots-tag"]).toBe("noindex, nofollow");
    expect((await get("/login")).headers["x-robots-tag"]).toBeUndefined();
  });

  test("lets browsers revalidate pages each time and answers 304 to an unchanged one", async () => {
    const first = await get("/login");
    expect(first.headers["cache-control"]).toBe("no-cache");
    const second = await get("/login", { "if-none-match": String(first.headers.etag) });
    expect(second.statusCode).toBe(304);
    expect(second.body).toBe("");
    expect(second.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
  });

  test("answers HEAD as GET, without a body", async () => {
    const answer = await app.inject({ method: "HEAD", url: "/login" });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe("");
  });
});

describe("the server of the built files", () => {
  test("lets browsers keep files that are named by their content for a year", async () => {
    expect((await get("/assets/a.js")).headers["cache-control"]).toContain("immutable");
    expect((await get("/favicon.svg")).headers["cache-control"]).toBe("public, max-age=3600");
  });

  test("sends the smallest form that the browser accepts", async () => {
    const request = async (accepted: string) => get("/assets/a.js", { "accept-encoding": accepted });
    const br = await request("gzip, deflate, br");
    expect(br.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(CODE);
    const gzip = await request("gzip, br;q=0");
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(CODE);
    expect((await request("identity")).body).toBe(CODE);
    expect(br.headers.vary).toBe("accept-encoding");
  });

  test("leaves missing files and unknown calls to the not-found handler", async () => {
    const unknown = [
      "/assets/none.js",
      "/none.png",
      "/api/none",
      "/api",
      "/.vite/manifest.json",
      "/..%2Fpages.ts",
      "/assets/a.js.br",
    ];
    for (const url of unknown) {
      const answer = await get(url);
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, "NOT_FOUND"]);
    }
    expect((await get("/api/known")).json()).toEqual({ ok: true });
  });

  test("shows no page at an address that reads as another host, which opening it again by its path would call", async () => {
    for (const url of ["//elsewhere.example/x", "//elsewhere/busca", "///elsewhere/x"])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  });

  test("throws at the start when the build is missing", () => {
    expect(() =>
      registerPages(Fastify(), { folder: join(folder, "none"), isHttps: false, ...at("http://localhost") }),
    ).toThrow("web build is missing");
  });
});

describe("[T54] the content policy", () => {
  test("allows the inline scripts of its own page by their hash, and those of no other page", async () => {
    const hash = `'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`;
    expect(await policyOf("/")).toContain(`script-src 'self' ${hash};`);
    expect(await policyOf("/login")).not.toContain(hash);
    expect(await policyOf("/busca")).toContain("script-src 'self';");
  });

  test("never allows unsafe inline code, eval or foreign hosts", async () => {
    for (const url of ["/", "/login", "/busca"]) {
      const policy = await policyOf(url);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
    }
  });

  test("[T55] lets this site frame its own payment pages, and nobody frame any other page", async () => {
    for (const url of ["/sandbox/abc", "/pix/abc", "/pix/abc/"])
      expect(await policyOf(url)).toContain("frame-ancestors 'self'");
    for (const url of ["/", "/login", "/checkout", "/pix", "/sandbox", "/pix/abc/def", "/perfil/pix", "/pixel/abc"])
      expect(await policyOf(url)).toContain("frame-ancestors 'none'");
  });

  test("hashes a script as the browser parses it, with line breaks of one character", () => {
    expect(hashInlineScripts("<script>a\r\nb</script>")).toEqual(hashInlineScripts("<script>a\nb</script>"));
    expect(hashInlineScripts('<script src="/x.js"></script><script></script>')).toEqual([]);
  });

  test("lets the service worker fetch from this site only", async () => {
    expect(await policyOf("/sw.js")).toBe("default-src 'none'; script-src 'self'; connect-src 'self'");
  });
});

describe("the security headers", () => {
  test("are part of every answer: pages, files, calls and refusals", async () => {
    for (const url of ["/", "/assets/a.js", "/api/known", "/api/none"]) {
      const { headers } = await get(url);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "strict-transport-security": "max-age=31536000; includeSubDomains",
      });
      expect(headers["permissions-policy"]).toContain("geolocation=()");
    }
    expect(await policyOf("/api/known")).toContain("default-src 'none'");
  });

  test("do not promise https without https", async () => {
    const plain = Fastify();
    securityHeaders(plain, { isHttps: false });
    registerPages(plain, { folder, isHttps: false, ...at("http://localhost") });
    const { headers } = await plain.inject("/");
    expect(headers["strict-transport-security"]).toBeUndefined();
    expect(headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
  });

  test("leave out over http what browsers ignore there with an error in the console, except on the machine itself", async () => {
    const plain = Fastify();
    securityHeaders(plain, { isHttps: false });
    registerPages(plain, { folder, isHttps: false, ...at("http://localhost") });
    const openerAt = async (host: string) =>
      (await plain.inject({ url: "/", headers: { host } })).headers["cross-origin-opener-policy"];
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]"]) expect(await openerAt(host)).toBe("same-origin");
    for (const host of ["192.168.0.10:3000", "maria.local"]) expect(await openerAt(host)).toBeUndefined();
  });
});
