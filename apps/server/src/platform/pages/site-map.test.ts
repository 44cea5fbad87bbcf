import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import Fastify, { type FastifyRequest } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerPages } from "./pages.ts";

const ORIGIN = "https://caramelo.example";
const PAGE = '<h1>Sobre</h1><meta property="og:image" content="/og.png"/><img src="/og.png"/>';
const folder = mkdtempSync(join(tmpdir(), "site-map-"));
const app = Fastify();

beforeAll(async () => {
  mkdirSync(join(folder, "sobre"));
  writeFileSync(join(folder, "sobre/index.html"), PAGE);
  writeFileSync(join(folder, "sobre/index.html.br"), brotliCompressSync(PAGE));
  writeFileSync(join(folder, "sobre/index.html.gz"), gzipSync(PAGE));
  writeFileSync(join(folder, "__spa-fallback.html"), "<p>Carregando…</p>");
  const originOf = ({ headers }: FastifyRequest) => `https://${headers.host}`;
  registerPages(app, { folder, isHttps: true, origin: ORIGIN, originOf });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: "caramelo.example", ...headers } });

describe("for search engines", () => {
  test("the site map lists the pages about the product by complete URL, and nothing of members", async () => {
    const answer = await get("/sitemap.xml");
    expect(answer.headers["content-type"]).toBe("application/xml; charset=utf-8");
    const urls = [...answer.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
    expect(urls).toContain(`${ORIGIN}/como-funciona`);
    expect(urls.every((url) => url?.startsWith(ORIGIN))).toBe(true);
    expect(answer.body).not.toMatch(/perfil|busca|admin|mensagens|redefinir/);
  });

  test("robots.txt closes calls and members' screens, and names the site map", async () => {
    const { body, headers } = await get("/robots.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    for (const path of ["/api/", "/perfil", "/busca", "/admin", "/mensagens"])
      expect(body).toContain(`Disallow: ${path}\n`);
    expect(body).not.toMatch(/Disallow: \/\n/);
    expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  });

  test("robots.txt and the site map name the host that they were asked for at", async () => {
    const headers = { host: "192.168.0.10:3000" };
    expect((await get("/robots.txt", headers)).body).toContain("Sitemap: https://192.168.0.10:3000/sitemap.xml");
    expect((await get("/sitemap.xml", headers)).body).toContain("<loc>https://192.168.0.10:3000/sobre</loc>");
  });

  test("robots.txt closes no page of the site map", async () => {
    const closedPaths = [...(await get("/robots.txt")).body.matchAll(/Disallow: (\S+)/g)].map(([, path]) => path ?? "");
    const urls = [...(await get("/sitemap.xml")).body.matchAll(/<loc>([^<]*)<\/loc>/g)];
    for (const [, url = ""] of urls)
      expect(closedPaths.some((path) => new URL(url).pathname.startsWith(path))).toBe(false);
  });
});

describe("the picture of a shared link", () => {
  const expectedPage = PAGE.replace('content="/og', `content="${ORIGIN}/og`);

  test("has a complete URL in every form of the page", async () => {
    expect((await get("/sobre")).body).toBe(expectedPage);
    const br = await get("/sobre", { "accept-encoding": "br" });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(expectedPage);
    const gzip = await get("/sobre", { "accept-encoding": "gzip" });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(expectedPage);
  });

  test("is not added to a page without one", async () => {
    expect((await get("/busca")).body).toBe("<p>Carregando…</p>");
  });
});
