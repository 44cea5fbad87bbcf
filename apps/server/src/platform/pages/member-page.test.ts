import { FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";
import { expect, test } from "vitest";
import { writeMemberPage } from "./member-page.ts";
import { findMemberRoute } from "./member-routes.ts";

const PAGE = `<head><link rel="preload" as="style" href="/a.css"/><link rel="modulepreload" href="/a.js"/></head><body><span data-first-photo="true" class="card"></span><span data-first-photo="true" class="card"></span><span data-first-photo="true" class="profile"></span></body>`;
const write = (answer: unknown, photos: Parameters<typeof writeMemberPage>[2]["photos"] = []) =>
  writeMemberPage(PAGE, ["/b.js"], { answers: new Map([["/api/x", JSON.stringify(answer)]]), photos });
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
