import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import Fastify from "fastify";
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
  registerPages(app, { folder, isHttps: true, origin: ORIGIN });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe("what search engines are told", () => {
  test("the map names pages about the product, by their whole address, and nothing of members", async () => {
    const answer = await get("/sitemap.xml");
    expect(answer.headers["content-type"]).toBe("application/xml; charset=utf-8");
    const places = [...answer.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place);
    expect(places).toContain(`${ORIGIN}/como-funciona`);
    expect(places.every((place) => place?.startsWith(ORIGIN))).toBe(true);
    expect(answer.body).not.toMatch(/perfil|busca|admin|mensagens|redefinir/);
  });

  test("robots are kept from calls and from members' screens, and shown the map", async () => {
    const { body, headers } = await get("/robots.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    for (const path of ["/api/", "/perfil", "/busca", "/admin", "/mensagens"])
      expect(body).toContain(`Disallow: ${path}\n`);
    expect(body).not.toMatch(/Disallow: \/\n/);
    expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  });

  test("no page of the map is closed to robots", async () => {
    const closed = [...(await get("/robots.txt")).body.matchAll(/Disallow: (\S+)/g)].map(([, path]) => path ?? "");
    const places = [...(await get("/sitemap.xml")).body.matchAll(/<loc>([^<]*)<\/loc>/g)];
    for (const [, place = ""] of places)
      expect(closed.some((path) => new URL(place).pathname.startsWith(path))).toBe(false);
  });
});

describe("the picture of a shared link", () => {
  const addressed = PAGE.replace('content="/og', `content="${ORIGIN}/og`);

  test("has its whole address, in every form of the page", async () => {
    expect((await get("/sobre")).body).toBe(addressed);
    const br = await get("/sobre", { "accept-encoding": "br" });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(addressed);
    const gzip = await get("/sobre", { "accept-encoding": "gzip" });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(addressed);
  });

  test("changes nothing where there is none", async () => {
    expect((await get("/busca")).body).toBe("<p>Carregando…</p>");
  });
});
