import { FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";
import { expect, test } from "vitest";
import { findMemberRoute, writeMemberPage } from "./member-page.ts";

const PAGE = `<head><link rel="preload" as="style" href="/a.css"/><link rel="modulepreload" href="/a.js"/></head><body><span data-first-photo="true" class="card"></span><span data-first-photo="true" class="card"></span><span data-first-photo="true" class="profile"></span></body>`;
const write = (answer: unknown, photos: Parameters<typeof writeMemberPage>[2]["photos"] = []) =>
  writeMemberPage(PAGE, ["/b.js"], {
    answers: new Map([["/api/x", JSON.stringify(answer)]]),
    photos,
    texts: new Map(),
  });
const readBlock = (html: string) =>
  new RegExp(`<script type="application/json" id="${FIRST_ANSWERS}">([^<]*)</script>`).exec(html)?.[1] ?? "";

test.each(["</script><script>alert(1)</script>", "<!--<script>", "\u2028\u2029", "$& $' $` $1", '"\\'])(
  "what a member wrote, such as %s, stays inside the data block and is read back as it was",
  (text) => {
    const html = write({ text });
    expect(JSON.parse(readBlock(html))).toEqual({ "/api/x": { text } });
    expect(html.split("<script").length).toBe(2);
    expect(html).not.toMatch(/[\u2028\u2029]/);
  },
);

test("the photos come behind the styles and before the scripts, each in the shape that it is for", () => {
  const photo = { srcSet: `/p?a=1&b="2" 240w`, sizes: "50vw" };
  const html = write({}, [{ ...photo, shape: "card" }]);
  const preload = '<link rel="preload" as="image" fetchpriority="high" imagesrcset="/p?a=1&amp;b=&quot;2&quot; 240w"';
  expect(html).toContain(`<link rel="preload" as="style" href="/a.css"/>${preload}`);
  expect(html).toContain(`class="card"><img srcset="/p?a=1&amp;b=&quot;2&quot; 240w" sizes="50vw" alt=""/></span>`);
  expect(html.match(/<img/g)).toHaveLength(1);
  expect(write({}, [{ ...photo, shape: "profile" }])).toContain('class="profile"><img');
});

test("a card without a photo keeps its place, and the next photo stays in its own", () => {
  const html = write({}, [undefined, { srcSet: "/p 240w", sizes: "50vw", shape: "card" }]);
  expect(html).toContain('class="card"></span><span data-first-photo="true" class="card"><img srcset="/p 240w"');
  expect(html.match(/rel="preload" as="image"/g)).toHaveLength(1);
});

const TEXTS_PAGE = `<head><link rel="preload" as="font" href="/figtree-a.woff2"/><link rel="preload" as="font" href="/fraunces-a.woff2"/><link rel="preload" as="style" href="/a.css"/></head><div data-first-texts="rows" class="peer"></div><template data-first-text="row"><p class="row">{name}: {preview}</p></template><div data-first-texts="messages"></div>`;
const writeTexts = (...rows: { kind: string; fields: Record<string, string> }[]) =>
  writeMemberPage(TEXTS_PAGE, [], { answers: new Map(), photos: [], texts: new Map([["rows", rows]]) });

test("the first texts are in their place, each in its template, before any script", () => {
  const html = writeTexts(
    { kind: "row", fields: { name: "Ana", preview: "Oi" } },
    { kind: "row", fields: { name: "{preview}", preview: "" } },
    { kind: "nothing", fields: {} },
  );
  const rows = '<p class="row">Ana: Oi</p><p class="row">{preview}: </p>';
  expect(html).toContain(`<div data-first-texts="rows" class="peer">${rows}</div>`);
  expect(html).toContain('<div data-first-texts="messages"></div>');
});

test.each([
  "</span><script>alert(1)</script>",
  "<!--<img src=x onerror=alert(1)>",
  "$& $' $` $1",
  "\u2028\u2029",
  "&lt;b>",
  "\"'",
  "{name}",
])("a first text such as %s is read as it was written", (text) => {
  const html = writeTexts({ kind: "row", fields: { name: "Ana", preview: text } });
  const [, row = ""] = /<p class="row">Ana: ([^<]*)<\/p><\/div>/.exec(html) ?? [];
  expect(row.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&")).toBe(
    text,
  );
  expect(html.split("<script")).toHaveLength(2);
  expect(html).not.toContain("<img");
});

test("a first text in an attribute of its template cannot end the attribute", () => {
  const page = TEXTS_PAGE.replace('<p class="row">', '<p class="row" title="{name}">');
  const row = { kind: "row", fields: { name: '" onmouseover="alert(1)', preview: "Oi" } };
  const html = writeMemberPage(page, [], { answers: new Map(), photos: [], texts: new Map([["rows", [row]]]) });
  expect(html).toContain('<p class="row" title="&quot; onmouseover=&quot;alert(1)">');
});

test("the important pictures of a first text come behind the styles, and those of other templates do not", () => {
  const picture = '<template data-first-text="offer"><img alt="" fetchPriority="high" src="/o.webp"/></template>';
  const page = TEXTS_PAGE.replace("<template", () => `${picture}<template`);
  const writeRow = (kind: string, fields: Record<string, string>) =>
    writeMemberPage(page, [], { answers: new Map(), photos: [], texts: new Map([["rows", [{ kind, fields }]]]) });
  const preload = '<link rel="preload" as="image" fetchpriority="high" href="/o.webp"/>';
  expect(writeRow("offer", {})).toContain(`href="/a.css"/>${preload}`);
  expect(writeRow("row", { name: '<img fetchPriority="high" src="/o.webp">' })).not.toContain('as="image"');
});

test("the font of the first texts is loaded at once, and without texts no font is", () => {
  expect(writeTexts().match(/as="font"[^>]*/g)).toEqual(['as="font" href="/figtree-a.woff2"/']);
  expect(writeMemberPage(TEXTS_PAGE, [], { answers: new Map(), photos: [], texts: new Map() })).not.toContain("font");
});

test("the files of the screen are loaded at once", () => {
  expect(write({})).toContain('<link rel="modulepreload" href="/b.js"/>');
});

test("an address finds its screen: one named in full before one with a part of any text", () => {
  const routes = ["perfil/:id", "perfil", "perfil/novo"].map((path) => ({ path, files: [] }));
  const find = (path: string) => findMemberRoute(routes, path)?.path;
  expect(find("perfil")).toBe("perfil");
  expect(find("perfil/novo")).toBe("perfil/novo");
  expect(find("perfil/42")).toBe("perfil/:id");
  expect(find("perfil/42/x")).toBeUndefined();
  expect(find("login")).toBeUndefined();
});
