import { fillSignUp, newPerson, photoFiles, pickPhotos, signIn, signUp } from "../support/people.ts";
import { axe, expect, shot, test } from "../support/test.ts";

test("[M2.17][M2.43] a guest finds Entrar and Cadastre-se, and the sign-up leads back to the sign-in", async ({
  page,
}) => {
  await page.goto("/termos");
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Entrar" })).toBeVisible();
  await banner.getByRole("link", { name: "Cadastre-se" }).click();
  await expect(page).toHaveURL(/\/cadastro$/);
  await page.getByRole("link", { name: "Entrar" }).first().click();
  await expect(page).toHaveURL(/\/login$/);
});

test("[M2.12] a guarded page shows a spinner, and nothing of itself, until the session is known", async ({ page }) => {
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    page.route("**/api/session", async (route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.continue();
    });
  });
  await page.goto("/favoritos");
  await isAsked;
  await expect(page.getByText("Carregando…")).toBeAttached();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  answer();
  await expect(page).toHaveURL(/\/login$/);
});

test("[M3.09][M4.22][M4.23] a photo that does not load is tried three times more, then the default photo stands in", async ({
  page,
}) => {
  const ana = newPerson();
  await signUp(page, ana);
  const asked: string[] = [];
  await page.clock.install();
  await page.route("**/api/photos/**", (route) => {
    asked.push(new URL(route.request().url()).searchParams.get("r") ?? "first");
    return route.fulfill({ status: 404 });
  });
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
  await page.goto("/perfil");
  await expect(page.getByRole("banner")).toBeVisible();
  asked.length = 0;
  await page.reload();
  for (const [step, delay] of [1_000, 2_000, 4_000].entries()) {
    await expect.poll(() => asked.length).toBeGreaterThan(step);
    await page.clock.fastForward(delay);
  }
  await expect.poll(() => new Set(asked)).toEqual(new Set(["first", "1", "2", "3"]));
  await expect(page.locator("img[src='/default-avatar.svg']").first()).toBeVisible();
});

test("[M2.32][M4.24][M4.25][M3.06] the toast of a new account stays five seconds and leaves in 300 ms; /login says it too", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await page.goto("/cadastro");
  await fillSignUp(page, newPerson());
  await page.getByRole("button", { name: "Continuar" }).click();
  await pickPhotos(page, photoFiles);
  // From here on time passes only when told. (The clock can only be stopped at a moment still to come.)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await page.getByRole("button", { name: "Criar Conta" }).click();
  const toast = page.getByLabel("Fechar aviso");
  // The answer comes when it comes; what the page does with it waits for its clock, here 20 ms at a time.
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(toast).toBeVisible({ timeout: 1 });
  }).toPass();
  const exit = await toast.evaluate((element) => {
    let card = element.parentElement;
    while (card && !getComputedStyle(card).transitionProperty.includes("opacity")) card = card.parentElement;
    return card && getComputedStyle(card).transitionDuration;
  });
  expect(exit).toContain("0.3s");
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Sua conta foi criada com sucesso. Faça login para continuar.").first()).toBeVisible();
  await page.clock.runFor(2_500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(toast).toHaveCount(0);
  await expect(page.getByText("Sua conta foi criada com sucesso. Faça login para continuar.")).toBeVisible();
});

test.describe("a screen that breaks", () => {
  test.use({ expectedFaults: [/^(console|uncaught): /] });

  test("[M2.63] an unexpected failure of a screen shows the error screen with both ways out", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Entrar", exact: true }).last()).toBeEnabled();
    await page.route("**/assets/cadastro-*.js", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: "export default function Broken() { throw new Error('broken') }",
      }),
    );
    await page.getByRole("link", { name: "Cadastre-se" }).last().click();
    await expect(page.getByRole("heading", { name: "Ops! Algo deu errado" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Tentar Novamente" })).toBeVisible();
    await shot(page, "erro");
    await axe(page);
    await page.getByRole("link", { name: "Voltar ao Início" }).click();
    await expect(page).toHaveURL(/\/(login)?$/);
  });
});
