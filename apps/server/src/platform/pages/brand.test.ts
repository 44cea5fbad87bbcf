import { brotliDecompressSync } from "node:zlib";
import { brandMark, deriveBrand, PAGE_BRAND, presetBrand } from "@caramelo/contract/brand/brand";
import { describe, expect, test } from "vitest";
import { writeBrand } from "./brand.ts";
import type { BuiltFile } from "./built-files.ts";

const NAME = `Ana & "Bia" <b>'`;
const texts = { ...presetBrand, name: NAME, companyName: "Clube Ltda." };
const brand = { ...deriveBrand(texts), team: [], testimonials: [] };

function build(path: string, text: string): BuiltFile {
  return {
    path,
    type: "text/html",
    etag: 'W/"built"',
    body: Buffer.from(text),
    compressed: { br: Buffer.from("old") },
  };
}
const writeBranded = (path: string, text: string) => writeBrand(build(path, text), brand);

describe("the brand in a page", () => {
  test("replaces the marks of the build, and is never markup", () => {
    const { body } = writeBranded(
      "index.html",
      `<title>Entrar · ${brandMark("name")}</title><p>${brandMark("sellerLine")}</p>`,
    );
    expect(body.toString()).toBe("<title>Entrar · Ana &amp; &quot;Bia&quot; &lt;b&gt;&#x27;</title><p>Clube Ltda.</p>");
  });

  test("is there for the browser, too, as JSON in an attribute", () => {
    const { body } = writeBranded("index.html", `<meta name="${PAGE_BRAND}" content="${brandMark(PAGE_BRAND)}">`);
    const [, json = ""] = /content="([^"]*)"/.exec(body.toString()) ?? [];
    const text = json.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
    expect(JSON.parse(text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&"))).toEqual(brand);
  });

  test("has its own tag and compressed forms", () => {
    const page = writeBranded("login/index.html", brandMark("name"));
    expect(page.etag).not.toBe('W/"built"');
    expect(brotliDecompressSync(page.compressed.br ?? Buffer.alloc(0))).toEqual(page.body);
  });
});

test("the brand in the manifest is a JSON text", () => {
  const { body } = writeBranded("manifest.webmanifest", JSON.stringify({ name: brandMark("name") }));
  expect(JSON.parse(body.toString())).toEqual({ name: NAME });
});

test("a file without marks, and a script, stay as they were built", () => {
  const page = build("index.html", "<p>Oi</p>");
  expect(writeBrand(page, brand)).toBe(page);
  const script = build("assets/a.js", `"${brandMark("name")}"`);
  expect(writeBrand(script, brand)).toBe(script);
});
