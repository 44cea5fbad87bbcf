import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { findLink, waitForMail } from "../support/mails.ts";
import { signIn } from "../support/people.ts";
import { axe, expect, shot, test } from "../support/test.ts";

const INVALID = "Link de redefinição de senha inválido ou expirado. Por favor, solicite um novo link.";
const newPassword = () => `outra ${randomUUID()}`;

/** Asks for a link, and waits for the answer. */
async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto("/esqueci-senha");
  await page.getByLabel("E-mail").fill(email);
  const answerPromise = page.waitForResponse("**/api/recovery");
  await page.getByRole("button", { name: "Enviar Link de Recuperação" }).click();
  await answerPromise;
}

async function fillReset(page: Page, password: string, repeated: string): Promise<void> {
  await page.getByLabel("Nova senha", { exact: true }).fill(password);
  await page.getByLabel("Confirmar nova senha").fill(repeated);
  await page.getByRole("button", { name: "Redefinir Senha" }).click();
}

test("[M2.32][M2.44][M2.45][M2.46][M4.28][M5.31][D2.28] a member who forgot the password gets a link, sets a new one and signs in with it; the link opens once", async ({
  page,
  maker,
}) => {
  const ana = await maker.account({ role: "baby", name: "Ana" });
  await test.step("asks for the link", async () => {
    await page.goto("/esqueci-senha");
    await shot(page, "esqueci-senha");
    await axe(page);
    await page.getByRole("button", { name: "Enviar Link de Recuperação" }).click();
    await expect(page.getByText("Email é obrigatório")).toBeVisible();
    await expect(page.getByLabel("E-mail")).toBeFocused();
    await askForLink(page, ana.email);
    await expect(page.getByText("E-mail enviado com sucesso!")).toBeVisible();
    await expect(page.getByText("Verifique sua caixa de entrada e spam. O link expira em 24 horas.")).toBeVisible();
    await shot(page, "esqueci-senha-enviado");
    await axe(page);
    await page.getByRole("main").getByRole("link", { name: "Voltar para o login" }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
  const link = findLink(await waitForMail(maker.db, ana.email), "/redefinir-senha");
  const password = newPassword();

  await test.step("sets another password", async () => {
    await page.goto(link);
    await expect(page.getByLabel("Nova senha", { exact: true })).toBeVisible();
    expect(new URL(page.url()).hash).toBe("");
    await fillReset(page, "12345", "123456");
    await expect(page.getByText("A senha deve ter pelo menos 6 caracteres")).toBeVisible();
    await expect(page.getByText("As senhas não coincidem")).toBeVisible();
    await shot(page, "redefinir-senha");
    await axe(page);
    for (const field of await page.getByRole("button", { name: "Mostrar senha" }).all())
      await expect(field).toBeVisible();
    await page.getByRole("button", { name: "Mostrar senha" }).first().click();
    await expect(page.getByLabel("Nova senha", { exact: true })).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Mostrar senha" }).click();
    await expect(page.getByLabel("Confirmar nova senha")).toHaveAttribute("type", "text");
    await fillReset(page, password, password);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText("Senha alterada com sucesso! Por favor, faça login com sua nova senha.")).toBeVisible();
    await shot(page, "login-senha-alterada");
  });

  await signIn(page, { email: ana.email, password });
  await expect(page).toHaveURL(/\/busca$/);
  // An open page would notice that the session is gone and leave by itself.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(INVALID)).toBeVisible();
});

test("[M4.27] without a link that opens, the sign-in says so", async ({ page }) => {
  for (const hash of ["", "#nada", `#${"x".repeat(43)}`]) {
    await page.goto("about:blank");
    await page.goto(`/redefinir-senha${hash}`);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(INVALID)).toBeVisible();
  }
  await shot(page, "login-link-invalido");
  await axe(page);
});

test("a confirmation link that opens nothing says so and offers another one", async ({ page }) => {
  await page.goto(`/confirmar-email#${"x".repeat(43)}`);
  await expect(
    page.getByText("Link de confirmação inválido ou expirado. Faça login para receber um novo link."),
  ).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
  await shot(page, "confirmar-email");
  await axe(page);
  await page.getByLabel("E-mail").fill("ninguem@exemplo.invalid");
  await page.getByRole("button", { name: "Enviar o link de novo" }).click();
  await expect(page.getByText("Enviamos um link para confirmar seu email.")).toBeVisible();
});
