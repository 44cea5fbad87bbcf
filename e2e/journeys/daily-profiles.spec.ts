import { signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { axe, expect, shot } from "../support/test.ts";

const TEXT = "Você já viu muitos perfis hoje. Amanhã tem mais.";

test.use({ ownSettings: { PROFILES_A_DAY: "30", PROFILES_A_DAY_NEW: "30" } });

test("[T16] after the day's number of profiles the list ends with a word of tomorrow, and asks no more", async ({
  page,
  product,
}) => {
  const { maker } = product;
  const daddy = await maker.account({ role: "daddy", name: "Bruno" });
  await Promise.all(Array.from({ length: 80 }, (_, at) => maker.account({ role: "baby", name: `Bia ${at}` })));
  await signInByApi(page, daddy, product.address);
  // Requests are counted by cursor, because the browser may repeat a request that a busy server did not answer. The
  // first page comes with the screen.
  const askedCursors = new Set<string | null>([null]);
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/discovery") askedCursors.add(searchParams.get("cursor"));
  });

  await page.goto("/busca");
  const cards = page.getByRole("main").getByRole("article");
  const end = page.getByText(TEXT);
  await expect(cards.first()).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press("End");
      return end.count();
    })
    .toBe(1);
  await end.scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(48);
  await expect(page.getByRole("button", { name: "Tentar Novamente" })).toHaveCount(0);
  await axe(page);
  await shot(page, "busca-fim-do-dia");
  // Only the first page, the second and the refusal were requested; scrolling requests nothing more.
  await cards.first().scrollIntoViewIfNeeded();
  await expect(cards.first()).toBeInViewport();
  await end.scrollIntoViewIfNeeded();
  await expect(end).toBeInViewport();
  expect(askedCursors.size).toBe(3);

  await page.reload();
  await expect(page.getByRole("heading", { name: "Por hoje é só" })).toBeVisible();
  await expect(end).toBeVisible();
  await expect(page.getByRole("button", { name: "Tentar Novamente" })).toHaveCount(0);
  await axe(page);
  await shot(page, "busca-por-hoje");
});
