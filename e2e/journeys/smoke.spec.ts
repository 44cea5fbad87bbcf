import { axe, expect, shot, test } from "../support/test.ts";

test("a guest opens the sign-in page and finds nothing broken", async ({ page }) => {
  const answer = await page.goto("/login");
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "E-mail" })).toBeEditable();
  await axe(page);
  await shot(page, "smoke");
});
