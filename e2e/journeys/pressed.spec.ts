import type { Page } from "@playwright/test";
import { type Maker, signInByApi } from "../support/member-factory.ts";
import { expect, test } from "../support/test.ts";

/** Opens the favourites of a member who has one. */
async function openFavorite(page: Page, maker: Maker, baseURL = ""): Promise<void> {
  const [daddy, baby] = [
    await maker.member({ role: "daddy", name: "Bruno" }),
    await maker.member({ role: "baby", name: "Ana" }),
  ];
  await signInByApi(page, daddy, baseURL);
  await page.goto(`/perfil/${baby.id}`);
  const saveResponse = page.waitForResponse((reply) => reply.url().includes("/api/favorites/"));
  await page.getByRole("button", { name: "Favoritar" }).click();
  expect((await saveResponse).status()).toBe(200);
  await page.goto("/favoritos");
  await expect(card(page)).toBeVisible();
}

const card = (page: Page) => page.getByRole("article");
const link = (page: Page) => card(page).getByRole("link", { name: "Ana, 30 anos" });

/** Records at each view transition how many photos have the transition name. */
async function watchGrowth(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const namedElements = [...document.querySelectorAll("*")].filter(
        (node) => getComputedStyle(node).viewTransitionName === "member-photo",
      );
      document.documentElement.dataset.grown = `${document.documentElement.dataset.grown ?? ""}${namedElements.length}`;
      return start(change);
    };
  });
}

/** Presses and holds the middle of the card. */
async function holdCard(page: Page): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await card(page).boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
}

test.describe("with movement", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("[D3.44] a held card gives way, and its photo alone grows into the profile and back", async ({
    page,
    maker,
    baseURL,
  }) => {
    await watchGrowth(page);
    await openFavorite(page, maker, baseURL);
    await holdCard(page);
    await expect(card(page)).toHaveCSS("scale", "0.98");
    await page.mouse.up();
    await expect(page.getByRole("heading", { level: 1, name: "Ana, 30" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-grown", "1");
    await page.goBack();
    await expect(link(page)).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-grown", "11");
    await expect(card(page).locator("img").first()).toHaveCSS("view-transition-name", "member-photo");
  });
});

test("[D3.44] with reduced motion, a held card stays as it is and nothing grows", async ({ page, maker, baseURL }) => {
  await watchGrowth(page);
  await openFavorite(page, maker, baseURL);
  await holdCard(page);
  await expect(card(page)).toHaveCSS("scale", "none");
  await page.mouse.up();
  await expect(page.getByRole("heading", { level: 1, name: "Ana, 30" })).toBeVisible();
  await page.goBack();
  await expect(link(page)).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-grown");
});
