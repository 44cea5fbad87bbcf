import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { enter } from "../support/made-people.ts";
import { sharedTest as test } from "../support/own-test.ts";
import { expect } from "../support/test.ts";

const LOGIN_MAX_BYTES = 115_000;
const MEMBER_PAGE_MAX_BYTES = 155_000;

/** The scripts that a page loads until nothing more comes. */
async function readScripts(page: Page, path: string): Promise<Buffer[]> {
  const scripts: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script" || response.url().endsWith(".js")) scripts.push(response.body());
  });
  await page.goto(path, { waitUntil: "networkidle" });
  return Promise.all(scripts);
}

const packedBytes = (bodies: Buffer[]) => bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);

test("[T02][T41] the sign-in page carries at most 115 kB of compressed JavaScript, all of it ours", async ({
  page,
  baseURL,
}) => {
  page.on("response", (response) => expect(response.url().startsWith(baseURL ?? "")).toBe(true));
  const bodies = await readScripts(page, "/login");
  const bytes = packedBytes(bodies);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(LOGIN_MAX_BYTES);
  test.info().annotations.push({ type: "gzip JavaScript of /login", description: `${bytes} bytes` });
  for (const body of bodies)
    expect(body.toString()).not.toMatch(/admin@|senha-padrao|password\s*[:=]\s*["'][^"']{6,}/i);
});

for (const path of ["/busca", "/mensagens"]) {
  test(`${path} carries at most 155 kB of compressed JavaScript`, async ({ page, maker, baseURL }) => {
    await enter(page, await maker.member({ role: "baby", name: "Ana" }), baseURL ?? "");
    const bytes = packedBytes(await readScripts(page, path));
    await expect(page.getByRole("banner")).toBeVisible();
    expect(bytes).toBeGreaterThan(LOGIN_MAX_BYTES / 2);
    expect(bytes).toBeLessThanOrEqual(MEMBER_PAGE_MAX_BYTES);
    test.info().annotations.push({ type: `gzip JavaScript of ${path}`, description: `${bytes} bytes` });
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the sign-in page can be read before its script arrives", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByLabel("Email")).toBeVisible();
    await expect(page.getByRole("link", { name: "Cadastre-se" }).first()).toBeVisible();
  });
});
