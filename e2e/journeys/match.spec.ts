import type { Page } from "@playwright/test";
import { signInByApi } from "../support/member-factory.ts";
import { axe, expect, shot, test } from "../support/test.ts";

// Only members of this journey live in this city.
const CITY = { cityId: 1_100_049 };
const TITLE = "Vocês se favoritaram";

async function favoriteByApi(page: Page, memberId: string, origin: string): Promise<void> {
  const reply = await page.request.put(`/api/favorites/${memberId}`, { headers: { origin }, data: {} });
  expect(reply.status()).toBe(200);
}

/** Presses a heart and waits for the server's answer. */
async function press(page: Page, heart: ReturnType<Page["getByRole"]>, memberId: string): Promise<void> {
  const answerPromise = page.waitForResponse((reply) => reply.url().endsWith(`/api/favorites/${memberId}`));
  await heart.click();
  await answerPromise;
}

test("[K1.01][D3.31][D3.10] the member who completes a match sees both faces and the way to write, once; the other one gets a pop-up", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const origin = baseURL ?? "";
  const bruno = await maker.member({ role: "daddy", name: "Bruno", ...CITY, bio: "Amo trilhas e gosto de vinho." });
  const helena = await maker.member({ role: "baby", name: "Helena", ...CITY });
  const brunosPage = await openPage();
  await signInByApi(brunosPage, bruno, origin);
  await favoriteByApi(brunosPage, helena.id, origin);
  const isLive = brunosPage.waitForEvent("websocket");
  await brunosPage.goto("/favoritos");
  await (await isLive).waitForEvent("framereceived");

  await signInByApi(page, helena, origin);
  await page.goto("/favoritos?aba=fas");
  const heart = page.getByRole("button", { name: /Favorit.* Bruno/ });
  // The pop-up shows for five seconds, so the other page itself watches for it.
  const popUp = brunosPage.locator(`a[href="/perfil/${helena.id}"]`, { hasText: "Deu match com Helena" });
  const announced = popUp.waitFor({ timeout: 30_000 });
  await press(page, heart, bruno.id);
  await announced;
  await shot(brunosPage, "match-pop-up");
  await expect(brunosPage.getByRole("dialog")).toHaveCount(0);
  const sheet = page.getByRole("dialog", { name: TITLE });
  await expect(sheet.getByText("Deu match com Bruno")).toBeVisible();
  await expect(sheet.getByRole("link", { name: "Mandar mensagem" })).toHaveAttribute(
    "href",
    `/mensagens?userId=${bruno.id}`,
  );
  await axe(page);
  await shot(page, "match");

  await sheet.getByRole("button", { name: "Continuar" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await press(page, heart, bruno.id);
  await press(page, heart, bruno.id);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(sheet).toHaveCount(0);
});

test("[K1.01][D3.31][D4.25] a daddy without tokens who completes a match is told so before he taps", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const origin = baseURL ?? "";
  const bruno = await maker.member({ role: "daddy", name: "Bruno", ...CITY });
  const helena = await maker.member({ role: "baby", name: "Helena", ...CITY });
  const helenasPage = await openPage();
  await signInByApi(helenasPage, helena, origin);
  await favoriteByApi(helenasPage, bruno.id, origin);

  await signInByApi(page, bruno, origin);
  await page.goto(`/perfil/${helena.id}`);
  await press(page, page.getByRole("button", { name: /Favorit/ }), helena.id);
  const sheet = page.getByRole("dialog", { name: TITLE });
  await expect(sheet.getByText("Deu match com Helena")).toBeVisible();
  await expect(sheet.getByRole("link", { name: "Mandar mensagem" })).toHaveCount(0);
  await axe(page);
  await shot(page, "match-sem-fichas");
  await sheet.getByRole("link", { name: "Mensagem · precisa de fichas" }).click();
  await expect(page).toHaveURL(`/mensagens?userId=${helena.id}`);
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Você ainda não tem fichas" })).toBeVisible();
});
