import type { Page } from "@playwright/test";
import { type Maker, signInByApi } from "../support/member-factory.ts";
import { axe, expect, shot, test } from "../support/test.ts";

/** Opens the profile of a baby with two photos. */
async function openProfile(page: Page, maker: Maker, baseURL = ""): Promise<{ id: string }> {
  const [daddy, baby] = [
    await maker.member({ role: "daddy", name: "Bruno" }),
    await maker.member({ role: "baby", name: "Ana" }),
  ];
  await maker.grant(daddy.id, { tokens: 5, conversations: 5 });
  await signInByApi(page, daddy, baseURL);
  await page.goto(`/perfil/${baby.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Ana, 30" })).toBeVisible();
  return baby;
}

const photos = (page: Page) => page.getByRole("region", { name: "Fotos de Ana" });
const photo = (page: Page, number: number) => photos(page).getByRole("img", { name: `Foto ${number} de 2` });
const opener = (page: Page, number: number) => page.getByRole("button", { name: `Ampliar foto ${number} de 2` });

/** Presses a photo at a share (0 to 1) of its width. */
async function pressAt(page: Page, number: number, share: number): Promise<void> {
  const { width = 0, height = 0 } = (await opener(page, number).boundingBox()) ?? {};
  await opener(page, number).click({ position: { x: width * share, y: height / 2 } });
}

test.describe("the photos of a profile", () => {
  test("[D3.43] are swiped, and where one is shows in bars and is said in words", async ({ page, maker, baseURL }) => {
    await openProfile(page, maker, baseURL);
    await expect(photo(page, 1)).toBeInViewport({ ratio: 0.5 });
    await expect(photo(page, 2)).not.toBeInViewport();
    // The second photo is already loaded next to the first.
    await expect(photo(page, 2)).toHaveJSProperty("complete", true);
    const before = await photos(page).boundingBox();
    await opener(page, 1).evaluate((button) => {
      const strip = button.parentElement?.parentElement;
      strip?.scrollTo({ left: strip.clientWidth * 0.8 });
    });
    await expect(photo(page, 2)).toBeInViewport({ ratio: 0.5 });
    await expect(photos(page).getByText("Foto 2 de 2", { exact: true }).first()).toBeAttached();
    // The strip snaps to the photo, and nothing around it moves.
    await expect
      .poll(() => opener(page, 2).evaluate((button) => Math.round(button.getBoundingClientRect().left)))
      .toBe(Math.round(before?.x ?? 0));
    expect(await photos(page).boundingBox()).toEqual(before);
    await axe(page);
    await shot(page, "perfil-fotos");
  });

  test("[D3.43] step at a tap on an edge, stay at the ends, and open at a tap in the middle", async ({
    page,
    maker,
    baseURL,
  }) => {
    await openProfile(page, maker, baseURL);
    const box = page.getByRole("dialog", { name: "Fotos de Ana" });
    await pressAt(page, 1, 0.05);
    await expect(photo(page, 1)).toBeInViewport({ ratio: 0.5 });
    await pressAt(page, 1, 0.75);
    await expect(photo(page, 2)).toBeInViewport({ ratio: 0.5 });
    await pressAt(page, 2, 0.25);
    await expect(photo(page, 1)).toBeInViewport({ ratio: 0.5 });
    await expect(box).toBeHidden();
    await pressAt(page, 1, 0.5);
    await expect(box.getByRole("group", { name: "Foto 1 de 2" })).toBeInViewport();
  });

  test("[M2.62][D3.43] are reached by keyboard: buttons and arrows step, the enter key opens, and the focus comes back", {
    tag: ["@desktop", "@npm-test"],
  }, async ({ page, maker, baseURL }) => {
    await openProfile(page, maker, baseURL);
    await page.getByRole("button", { name: "Próxima foto" }).focus();
    await page.keyboard.press("Enter");
    await expect(photo(page, 2)).toBeInViewport({ ratio: 0.5 });
    await opener(page, 2).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(photo(page, 1)).toBeInViewport({ ratio: 0.5 });
    await expect(opener(page, 1)).toBeFocused();
    await page.keyboard.press("Enter");
    const box = page.getByRole("dialog", { name: "Fotos de Ana" });
    await expect(box.getByRole("group", { name: "Foto 1 de 2" })).toBeInViewport();
    await page.keyboard.press("ArrowRight");
    await expect(box.getByRole("group", { name: "Foto 2 de 2" })).toBeInViewport();
    await axe(page);
    await page.keyboard.press("Escape");
    await expect(box).toBeHidden();
    // The profile shows the photo that was seen last.
    await expect(photo(page, 2)).toBeInViewport({ ratio: 0.5 });
    await expect(opener(page, 2)).toBeFocused();
  });

  test("[D3.43] open large with name, heart and message below them", { tag: "@both-sizes" }, async ({
    page,
    maker,
    baseURL,
  }) => {
    const { id } = await openProfile(page, maker, baseURL);
    await pressAt(page, 1, 0.5);
    const box = page.getByRole("dialog", { name: "Fotos de Ana" });
    await expect(box.getByText("Ana,")).toBeVisible();
    const heart = box.getByRole("button", { name: "Favoritar Ana" });
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await shot(page, "lightbox");
    await box.getByRole("link", { name: "Mensagem" }).click();
    await expect(page).toHaveURL(`/mensagens?userId=${id}`);
    await expect(box).toBeHidden();
    await expect(page.getByRole("textbox", { name: /mensagem/i })).toBeEditable();
  });
});
