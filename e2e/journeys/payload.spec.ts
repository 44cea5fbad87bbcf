import type { Page, Response } from "@playwright/test";
import { signInByApi } from "../support/member-factory.ts";
import { expect, test } from "../support/test.ts";

// Bytes of JavaScript on the wire: brotli, as the server sends the files that the build has packed.
const LOGIN_MAX_BYTES = 120_000;
const MEMBER_PAGE_MAX_BYTES = 150_500;
/** The limit for all fonts of a page. */
const FONTS_MAX_BYTES = 40_000;
/** Smaller files are sent as they are (apps/web/site-build/pack-files.ts). */
const PACKED_FROM_BYTES = 512;

type Script = { bytes: number; body: string };

/** A page counts as loaded when, after its screen shows, nothing more comes for this many milliseconds. */
const PAUSE_MS = 2_000;

/** The scripts that a page loads until no more come. */
async function readScripts(page: Page, path: string): Promise<Script[]> {
  const scripts: Promise<Script>[] = [];
  const collect = (response: Response) => {
    if (response.request().resourceType() === "script" || response.url().endsWith(".js"))
      scripts.push(readScript(response));
  };
  page.on("response", collect);
  await page.goto(path, { waitUntil: "networkidle" });
  // A busy machine also pauses while it reads what has come, so the heading is awaited first.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (let knownCount = -1; knownCount !== scripts.length; ) {
    knownCount = scripts.length;
    await page.waitForTimeout(PAUSE_MS);
  }
  page.off("response", collect);
  return Promise.all(scripts);
}

async function readScript(response: Response): Promise<Script> {
  const body = await response.body();
  const { responseBodySize: bytes } = await response.request().sizes();
  const encoding = body.length < PACKED_FROM_BYTES ? undefined : "br";
  expect(response.headers()["content-encoding"], `the encoding of ${response.url()}`).toBe(encoding);
  expect(bytes).toBeGreaterThan(0);
  return { bytes, body: body.toString() };
}

const sumBytes = (scripts: Script[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

test("[T02][T41] the sign-in page carries at most 120 kB of compressed JavaScript, all of it ours", {
  tag: "@npm-test",
}, async ({ page, baseURL }) => {
  const addresses: string[] = [];
  page.on("response", (response) => addresses.push(response.url()));
  const scripts = await readScripts(page, "/login");
  const bytes = sumBytes(scripts);
  expect(addresses.filter((address) => !address.startsWith(baseURL ?? ""))).toEqual([]);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(LOGIN_MAX_BYTES);
  test.info().annotations.push({ type: "brotli JavaScript of /login", description: `${bytes} bytes` });
  for (const { body } of scripts) expect(body).not.toMatch(/admin@|senha-padrao|password\s*[:=]\s*["'][^"']{6,}/i);
});

/** Pages that guests read or sign up on, with the limit of each. Only the sign-up loads code of members. */
const GUEST_PAGES = [
  { path: "/termos", limit: LOGIN_MAX_BYTES },
  { path: "/como-funciona", limit: 121_500 },
  { path: "/esqueci-senha", limit: LOGIN_MAX_BYTES },
  { path: "/cadastro", limit: 165_000 },
];

for (const { path, limit } of GUEST_PAGES) {
  test(`${path} carries at most ${limit / 1_000} kB of compressed JavaScript`, async ({ page }) => {
    const bytes = sumBytes(await readScripts(page, path));
    expect(bytes).toBeGreaterThan(LOGIN_MAX_BYTES / 2);
    expect(bytes).toBeLessThanOrEqual(limit);
    test.info().annotations.push({ type: `brotli JavaScript of ${path}`, description: `${bytes} bytes` });
  });
}

/** The office, whose screens must not each load dozens of files: a slow phone asks for six at a time. */
const OFFICE_MAX_BYTES = 180_000;
const OFFICE_MAX_FILES = 32;

for (const path of ["/admin", "/admin/usuarios"]) {
  test(`${path} carries at most 180 kB of compressed JavaScript in ${OFFICE_MAX_FILES} files`, async ({
    page,
    maker,
    baseURL,
  }) => {
    await signInByApi(page, await maker.account({ role: "admin", name: "Equipe" }), baseURL ?? "");
    const scripts = await readScripts(page, path);
    expect(scripts.length).toBeLessThanOrEqual(OFFICE_MAX_FILES);
    expect(sumBytes(scripts)).toBeGreaterThan(LOGIN_MAX_BYTES);
    expect(sumBytes(scripts)).toBeLessThanOrEqual(OFFICE_MAX_BYTES);
  });
}

for (const path of ["/busca", "/mensagens"]) {
  test(`${path} carries at most 150.5 kB of compressed JavaScript`, { tag: "@both-sizes" }, async ({
    page,
    maker,
    baseURL,
  }) => {
    // A second member is made, because a search that finds nobody also loads a picture.
    await maker.member({ role: "daddy", name: "Bruno" });
    await signInByApi(page, await maker.member({ role: "baby", name: "Ana" }), baseURL ?? "");
    const bytes = sumBytes(await readScripts(page, path));
    await expect(page.getByRole("banner")).toBeVisible();
    expect(bytes).toBeGreaterThan(LOGIN_MAX_BYTES / 2);
    expect(bytes).toBeLessThanOrEqual(MEMBER_PAGE_MAX_BYTES);
    test.info().annotations.push({ type: `brotli JavaScript of ${path}`, description: `${bytes} bytes` });
  });
}

/** The sizes of the fonts that a page loads, in bytes, by their paths. */
async function readFonts(page: Page, path: string): Promise<Map<string, number>> {
  const fonts = new Map<string, number>();
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "font") return;
    fonts.set(new URL(response.url()).pathname, (await response.body()).length);
  });
  await page.goto(path, { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(PAUSE_MS);
  return fonts;
}

for (const path of ["/login", "/busca", "/mensagens"]) {
  test(`the fonts of ${path} weigh at most 40 kB, and none of them is an italic`, async ({ page, maker, baseURL }) => {
    if (path !== "/login") {
      const ana = await maker.member({ role: "baby", name: "Ana" });
      const bruno = await maker.account({ role: "daddy", name: "Bruno" });
      await maker.wrote(bruno.id, ana.id);
      await signInByApi(page, ana, baseURL ?? "");
    }
    const fonts = await readFonts(page, path);
    expect([...fonts.keys()]).toHaveLength(2);
    expect([...fonts.keys()].join()).not.toContain("italic");
    expect([...fonts.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(FONTS_MAX_BYTES);
  });
}

test("the sign-in page can be read before its script arrives", async ({ page }) => {
  await page.route("**/assets/entry.client-*.js", () => {});
  await page.goto("/login", { waitUntil: "commit" });
  // The page also has the heading for those who return. Styles, which may come later, hide it.
  await expect(page.getByRole("heading", { level: 1, name: "Encontros" })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cadastre-se" }).first()).toBeVisible();
});
