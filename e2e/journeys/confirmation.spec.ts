import { enter } from "../support/made-people.ts";
import { findLink, waitForMail } from "../support/mails.ts";
import { test } from "../support/own-test.ts";
import { fillSignUp, newPerson, photoFiles, pickPhotos, signIn } from "../support/people.ts";
import { axe, expect, shot } from "../support/test.ts";

test.use({ ownSettings: { EMAIL_CONFIRMATION: "on" } });

const SENT = "Enviamos um link para confirmar seu email.";

test("[D2.23][D2.25] a new account begins with the mailed link; until then the sign-in offers to send it again", async ({
  page,
  product,
}) => {
  const { db } = product.maker;
  const ana = newPerson();
  await test.step("signs up", async () => {
    await page.goto("/cadastro");
    await fillSignUp(page, ana);
    await page.getByRole("button", { name: "Continuar" }).click();
    await pickPhotos(page, photoFiles);
    await page.getByRole("button", { name: "Criar Conta" }).click();
    await expect(page.getByText(SENT)).toBeVisible({ timeout: 30_000 });
    await shot(page, "cadastro-aguarda");
    await axe(page);
    await waitForMail(db, ana.email);
    await page.getByRole("link", { name: "Ir para o login" }).click();
  });

  await test.step("cannot sign in yet", async () => {
    await signIn(page, ana);
    await expect(page.getByText("Por favor, confirme seu email antes de fazer login.")).toBeVisible();
    await page.getByRole("button", { name: "Enviar o link de novo" }).click();
    await expect(page.getByText(SENT)).toBeVisible();
    await shot(page, "login-nao-confirmado");
    await axe(page);
  });

  await test.step("opens the link", async () => {
    await page.goto(findLink(await waitForMail(db, ana.email, 2), "/confirmar-email"));
    await expect(page.getByText("Email confirmado! Agora é só entrar.")).toBeVisible();
    await shot(page, "confirmar-email-feito");
    await page.getByRole("main").getByRole("link", { name: "Entrar" }).click();
    await signIn(page, ana);
    await expect(page).toHaveURL(/\/busca$/);
  });
});

test("a changed address holds once the mailed link has been opened", async ({ page, product }) => {
  const { maker, address } = product;
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const { email: next } = newPerson();
  await enter(page, ana, address);
  await page.goto("/configuracoes");
  await page.getByRole("button", { name: /^Email/ }).click();
  await page.getByLabel("Novo email").fill(ana.email);
  await page.getByLabel("Senha atual").fill(ana.password);
  await page.getByRole("button", { name: "Salvar email" }).click();
  await expect(page.getByText("Este já é o seu email")).toBeVisible();
  await page.getByLabel("Novo email").fill(next);
  await page.getByRole("button", { name: "Salvar email" }).click();
  await expect(page.getByText(SENT)).toBeVisible();
  await page.goto(findLink(await waitForMail(maker.db, next), "/confirmar-email"));
  await expect(page.getByText("Seu novo email foi confirmado.")).toBeVisible();
  await page.goto("/configuracoes");
  await expect(page.getByRole("button", { name: /^Email/ })).toContainText(next);
});
