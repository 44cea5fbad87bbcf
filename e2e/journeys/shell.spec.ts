import { commonErrors } from "@caramelo/contract/texts/common";
import type { Page } from "@playwright/test";
import { signInByApi } from "../support/member-factory.ts";
import { fillSignUp, newPerson, photoFiles, pickPhotos, signIn } from "../support/people.ts";
import { axe, expect, shot, test } from "../support/test.ts";

test("[M2.17][M2.43] a guest finds Entrar and Cadastre-se, and the sign-up leads back to the sign-in", {
  tag: "@both-sizes",
}, async ({ page }) => {
  await page.goto("/termos");
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Entrar" })).toBeVisible();
  await banner.getByRole("link", { name: "Cadastre-se" }).click();
  await expect(page).toHaveURL(/\/cadastro$/);
  await page.getByRole("link", { name: "Entrar" }).first().click();
  await expect(page).toHaveURL(/\/login$/);
});

test("[M2.12] a guarded page shows the bars, a spinner and shapes, and nothing of itself, until the session is known", {
  tag: ["@both-sizes", "@npm-test"],
}, async ({ page }) => {
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
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByText("Favoritos").filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole("main").locator(".animate-pulse").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  answer();
  await expect(page).toHaveURL(/\/login$/);
});

test("[M3.09][M4.22][M4.23] a photo that does not load is tried three times more, then the default photo is shown", async ({
  page,
  maker,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await page.goto("/login");
  const askedUrls: string[] = [];
  await page.clock.install();
  await page.route("**/api/photos/**", (route) => {
    askedUrls.push(new URL(route.request().url()).searchParams.get("r") ?? "first");
    return route.fulfill({ status: 404 });
  });
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
  await page.goto("/perfil");
  await expect(page.getByRole("banner")).toBeVisible();
  askedUrls.length = 0;
  await page.reload();
  for (const [step, delay] of [1_000, 2_000, 4_000].entries()) {
    await expect.poll(() => askedUrls.length).toBeGreaterThan(step);
    await page.clock.fastForward(delay);
  }
  await expect.poll(() => new Set(askedUrls)).toEqual(new Set(["first", "1", "2", "3"]));
  await expect(page.locator("img[src='/default-avatar.svg']").first()).toBeVisible();
});

const toasts = (page: Page) => page.getByRole("region", { name: "Avisos" }).getByRole("dialog");

/**
 * Stops the page's clock: from here on, time passes only when the test advances it. The clock can only stop at a future
 * moment.
 */
const stopClock = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));

/** Advances the clock until a toast shows. The answer for the toast comes in real time. */
async function advanceUntilToast(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await toasts(page).isVisible()).toBe(true);
  }).toPass({ intervals: [50] });
}

test("[M2.32][M4.24] the toast of a new account leaves with the screen, and /login says the same", async ({ page }) => {
  await page.clock.install();
  await page.goto("/cadastro");
  await fillSignUp(page, newPerson());
  await page.getByRole("button", { name: "Continuar" }).click();
  await pickPhotos(page, photoFiles);
  await stopClock(page);
  await page.getByRole("button", { name: "Criar Conta" }).click();
  await advanceUntilToast(page);
  const doneText = "Sua conta foi criada com sucesso. Faça login para continuar.";
  await expect(toasts(page).getByText(doneText)).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(/\/cadastro/);
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(/\/login$/);
  await page.clock.resume();
  await expect(toasts(page)).toHaveCount(0);
  await expect(page.getByRole("status").getByText(doneText)).toBeVisible();
});

test.describe("a toast", () => {
  test.use({ expectedErrors: /status of 500/ });

  for (const { type, seconds, text } of [
    { type: "success", seconds: 5, text: "Você desbloqueou Bruno" },
    { type: "error", seconds: 7, text: commonErrors.UNKNOWN_ERROR },
  ]) {
    test(`[M3.06][M4.24][M4.25] of the type ${type} stays ${seconds} seconds and leaves in 300 ms`, {
      tag: "@npm-test",
    }, async ({ page, maker }) => {
      const origin = process.env.E2E_BASE_URL ?? "";
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await page.clock.install();
      const bruno = await maker.member({ role: "daddy", name: "Bruno" });
      await signInByApi(page, await maker.member({ role: "baby", name: "Ana" }), origin);
      await page.request.put(`/api/blocks/${bruno.id}`, { headers: { origin }, data: {} });
      if (type === "error") await page.route("**/api/blocks/*", (route) => route.fulfill({ status: 500, body: "{}" }));
      await page.goto("/configuracoes");
      await page.getByRole("button", { name: "Desbloquear Bruno" }).click();
      const question = page.getByRole("alertdialog", { name: "Desbloquear Bruno?" });
      await expect(question).toBeVisible();
      await stopClock(page);
      await question.getByRole("button", { name: "Desbloquear", exact: true }).click();
      await advanceUntilToast(page);
      const toast = toasts(page).filter({ hasText: text });
      await expect(toast).toHaveCSS("transition-duration", /^0\.3s(, 0\.3s)*$/);
      await page.clock.runFor(seconds * 1_000 - 200);
      await expect(toast).not.toHaveAttribute("data-ending-style");
      await page.clock.runFor(200);
      await expect(toast.and(page.locator(":not([data-ending-style])"))).toHaveCount(0);
      await page.clock.resume();
      await expect(toast).toHaveCount(0);
    });
  }
});

test.describe("a screen that breaks", () => {
  test.use({ expectedErrors: /^(console|uncaught): / });

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

test("[M2.19][M2.21] a toast covers no entry of the phone's menu, so that no press on one is lost", async ({
  page,
  maker,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInByApi(page, await maker.account({ role: "baby", name: "Ana" }), baseURL ?? "");
  await page.route("**/api/session", (route) => {
    const refusal = { status: 429, json: { code: "RATE_LIMIT_EXCEEDED", userMessage: "Tente de novo." } };
    return route.request().method() === "DELETE" ? route.fulfill(refusal) : route.continue();
  });
  await page.goto("/configuracoes");
  const openMenu = () => page.getByRole("button", { name: "Abrir menu" }).click();
  await openMenu();
  await page.getByRole("menuitem", { name: "Sair", exact: true }).click();
  const toast = page.getByRole("region", { name: "Avisos" }).getByText("Tente de novo.");
  await expect(toast).toBeVisible();
  await openMenu();
  const covered = await page.getByRole("menuitem").evaluateAll((entries) =>
    entries
      .filter((entry) => {
        const { x, y, width, height } = entry.getBoundingClientRect();
        return !entry.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      })
      .map(({ textContent }) => textContent),
  );
  await expect(toast).toBeVisible();
  expect(covered).toEqual([]);
});
