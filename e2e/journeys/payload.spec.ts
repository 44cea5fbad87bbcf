import { gzipSync } from "node:zlib";
import { expect, test } from "../support/test.ts";

const LOGIN_MAX_BYTES = 115_000;

test("[T02][T41] the sign-in page carries at most 115 kB of compressed JavaScript, all of it ours", async ({
  page,
  baseURL,
}) => {
  const scripts: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script" || response.url().endsWith(".js")) scripts.push(response.body());
    expect(response.url().startsWith(baseURL ?? "")).toBe(true);
  });
  await page.goto("/login", { waitUntil: "networkidle" });
  const bodies = await Promise.all(scripts);
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(LOGIN_MAX_BYTES);
  test.info().annotations.push({ type: "gzip JavaScript of /login", description: `${bytes} bytes` });
  for (const body of bodies)
    expect(body.toString()).not.toMatch(/admin@|senha-padrao|password\s*[:=]\s*["'][^"']{6,}/i);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the sign-in page can be read before its script arrives", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByLabel("Email")).toBeVisible();
    await expect(page.getByRole("link", { name: "Cadastre-se" }).first()).toBeVisible();
  });
});
