import type { BrowserContext } from "@playwright/test";
import { admin, signIn, signOut } from "../support/people.ts";
import { axe, expect, shot, test } from "../support/test.ts";
import { answerLate, expectStill, watchVitals } from "../support/vitals.ts";

const DAY_SECONDS = 86_400;

/** The session cookie. Another cookie lets the sign-in recognize the browser and names no member. */
const findSession = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === "caramelo");

test("[M2.30][M2.31][M5.01][M5.02][M5.03][M5.04][M5.05] the sign-in form says what is wrong before it asks the server", {
  tag: "@both-sizes",
}, async ({ page }) => {
  await page.goto("/login");
  await shot(page, "login");
  await axe(page);
  const submit = page.getByRole("button", { name: "Entrar", exact: true }).last();
  await submit.click();
  await expect(page.getByText("Email é obrigatório")).toBeVisible();
  await expect(page.getByText("Senha é obrigatória")).toBeVisible();
  await expect(page.getByText("Por favor, corrija os erros no formulário")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByLabel("E-mail").fill("ana");
  await page.getByLabel("Senha", { exact: true }).fill("12345");
  await submit.click();
  await expect(page.getByText("Email inválido")).toBeVisible();
  await expect(page.getByText("A senha deve ter pelo menos 6 caracteres")).toBeVisible();

  await page.getByRole("button", { name: "Mostrar senha" }).click();
  await expect(page.getByLabel("Senha", { exact: true })).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Ocultar senha" }).click();
  await expect(page.getByLabel("Senha", { exact: true })).toHaveAttribute("type", "password");
});

test("[M2.34][M8.06] wrong credentials mark both fields and show one message, the same for known and unknown e-mails", async ({
  page,
}) => {
  await page.goto("/login");
  await signIn(page, { email: "ninguem@exemplo.invalid", password: "nao-e-esta" });
  await expect(
    page.getByText("Email ou senha incorretos. Verifique suas credenciais e tente novamente."),
  ).toBeVisible();
  await expect(page.getByText("Credenciais inválidas")).toHaveCount(2);
  await shot(page, "login-erro");
  await axe(page);
});

test("[M2.02][M2.21][M4.01][M4.02][D2.06] without remember-me the session lives with the browser, survives a reload and ends with Sair", {
  tag: "@npm-test",
}, async ({ page, context, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await page.goto("/login");
  await page.getByLabel("Lembrar de mim").uncheck();
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
  const cookie = await findSession(context);
  expect(cookie).toMatchObject({ name: "caramelo", httpOnly: true, secure: false, sameSite: "Lax", expires: -1 });

  await page.reload();
  await expect(page).toHaveURL(/\/busca$/);
  for (const path of ["/", "/login", "/cadastro"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/busca$/);
  }
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  expect(await findSession(context)).toBeUndefined();
  await page.goto("/busca");
  await expect(page).toHaveURL(/\/login$/);
});

test("[D2.05][T01] with remember-me the session lasts 30 days, and nothing a script can read holds a secret", async ({
  page,
  context,
  maker,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await page.goto("/login");
  await page.getByLabel("Lembrar de mim").check();
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
  // By then the page has stored whatever it stores after signing in.
  await page.waitForLoadState("networkidle");
  const cookie = await findSession(context);
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / DAY_SECONDS;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);

  const readable = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases]);
  });
  expect(readable).not.toContain(ana.password);
  expect(readable).not.toContain(cookie?.value);
});

test("[M2.33][M2.20][M2.09] the admin lands on /admin; any other member is sent from there to /busca", {
  tag: "@npm-test",
}, async ({ page, maker }) => {
  await page.goto("/login");
  await signIn(page, admin());
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("link", { name: "Usuários" }).first()).toBeVisible();
  await shot(page, "admin");
  await axe(page);
  await signOut(page);

  const ana = await maker.member({ role: "baby", name: "Ana" });
  await page.goto("/login");
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
  await page.goto("/admin/usuarios");
  await expect(page).toHaveURL(/\/busca$/);
  await expect(page.getByRole("link", { name: "Admin" })).toHaveCount(0);
});

test("[M8.11] a session that ended elsewhere leads to /login with the reason", async ({ page, context, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  // The live connection is blocked, because it would tell the tab about the end of the session at once, and because its
  // handshake may be under way then.
  await page.routeWebSocket("**/api/live", () => {});
  await page.goto("/login");
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
  // Calls that are still pending would find the session ended and lead to /login before the member comes back.
  await page.waitForLoadState("networkidle");
  const cookie = await findSession(context);
  await page.request.delete("/api/session", { headers: { origin: new URL(page.url()).origin } });
  if (cookie) await context.addCookies([cookie]);
  // The member comes back to this tab.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page).toHaveURL(/\/login$/);
  const words = page.getByText("Sua sessão expirou. Por favor, faça login novamente.");
  await expect(words).toBeVisible();
  await test.step("the screen does not move when the reason appears on it, not even on a phone on its side", async () => {
    await watchVitals(page);
    // On a slow phone the page is drawn long before its scripts can show the reason.
    await answerLate(page, /\.js$/);
    for (const [width, height] of [
      [640, 400],
      [360, 740],
      [1_280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await expect(words).toBeVisible();
      await expectStill(page, `/login at ${width} px`);
    }
    await page.unrouteAll({ behavior: "wait" });
  });
  await page.goto("/busca");
  await expect(page).toHaveURL(/\/login$/);
});

test("[T04][M8.07] when the server refuses, no admin link shows and /admin stays closed", { tag: "@npm-test" }, async ({
  page,
}) => {
  await page.route("**/api/session", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 401,
          json: { code: "AUTH_NO_SESSION", userMessage: "Falha na autenticação. Tente novamente." },
        })
      : route.continue(),
  );
  await page.goto("/login");
  await signIn(page, admin());
  await expect(page.getByText("Falha na autenticação. Tente novamente.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin" })).toHaveCount(0);
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/login$/);
});
