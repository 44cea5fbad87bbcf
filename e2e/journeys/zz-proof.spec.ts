import { test } from "../support/test.ts";

test("console error", async ({ page }) => {
  await page.goto("/login");
  await page.evaluate(() => console.error("ai"));
});
test("page error", async ({ page }) => {
  await page.goto("/login");
  await page.evaluate(() =>
    setTimeout(() => {
      throw new Error("ui");
    }),
  );
  await page.waitForTimeout(200);
});
test("foreign and policy", async ({ page }) => {
  await page.goto("/login");
  await page.evaluate(() => fetch("https://example.com/x").catch(() => {}));
});
test("foreign navigation", async ({ page }) => {
  await page.goto("/login");
  await page.goto("http://127.0.0.1:1/").catch(() => {});
});
test("other visitor", async ({ openPage }) => {
  const p = await openPage();
  await p.goto("/login");
  await p.evaluate(() => console.error("other"));
});
test.describe("expected", () => {
  test.use({ expectedFaults: [/fine/] });
  test("expected fault passes", async ({ page }) => {
    await page.goto("/login");
    await page.evaluate(() => console.error("fine"));
  });
});
