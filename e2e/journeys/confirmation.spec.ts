import type { Page } from "@playwright/test";
import { findLink, waitForMail } from "../support/mails.ts";
import { signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { fillSignUp, newPerson, type Person, photoFiles, pickPhotos, signIn } from "../support/people.ts";
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
    await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 });
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
    await expect(page.getByText("E-mail confirmado! Agora é só entrar.")).toBeVisible();
    await shot(page, "confirmar-email-feito");
    await page.getByRole("main").getByRole("link", { name: "Entrar" }).click();
    await signIn(page, ana);
    await expect(page).toHaveURL(/\/busca$/);
  });
});

test.describe("in another browser", () => {
  test.use({ expectedErrors: /status of 40[03]/ });

  test("[T67] a link opened in another browser asks for the password of its sign-up, and without it leads to a new one", async ({
    page,
    product,
    openPage,
  }) => {
    const { db } = product.maker;
    const ana = newPerson();
    await page.goto("/cadastro");
    await fillSignUp(page, ana);
    await page.getByRole("button", { name: "Continuar" }).click();
    await pickPhotos(page, photoFiles);
    await page.getByRole("button", { name: "Criar Conta" }).click();
    await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 });
    const link = findLink(await waitForMail(db, ana.email), "/confirmar-email");

    const otherDevice = await openPage();
    await otherDevice.goto(`${product.address}${link}`);
    await expect(otherDevice.getByText("Digite a senha da conta que pediu este link.")).toBeVisible();
    await expect(otherDevice.getByRole("link", { name: "Fazer um novo cadastro" })).toBeVisible();
    await shot(otherDevice, "confirmar-email-senha");
    await axe(otherDevice);
    const submit = otherDevice.getByRole("button", { name: "Confirmar e-mail" });
    await submit.click();
    await expect(otherDevice.getByText("Senha é obrigatória")).toBeVisible();
    await otherDevice.getByLabel("Senha", { exact: true }).fill("outra senha qualquer");
    await submit.click();
    await expect(otherDevice.getByText("Esta não é a senha da conta que pediu este link")).toBeVisible();
    await otherDevice.getByLabel("Senha", { exact: true }).fill(ana.password);
    await submit.click();
    await expect(otherDevice.getByText("E-mail confirmado! Agora é só entrar.")).toBeVisible();
  });
});

/** The path of the mailed link that changes the e-mail address of an account, as a pattern. */
const CHANGE_PATH = "/confirmar-email\\?troca";
const CHANGE_OVER = /^Este link de troca de e-mail não vale mais/;

/** Asks for a change of the address at /configuracoes. Returns the new address. */
async function askForChange(page: Page, { email, password }: Pick<Person, "email" | "password">): Promise<string> {
  const { email: next } = newPerson();
  await page.goto("/configuracoes");
  await page.getByRole("button", { name: /^E-mail/ }).click();
  await page.getByLabel("Novo e-mail").fill(email);
  await page.getByLabel("Senha atual").fill(password);
  await page.getByRole("button", { name: "Salvar e-mail" }).click();
  await expect(page.getByText("Este já é o seu e-mail")).toBeVisible();
  await page.getByLabel("Novo e-mail").fill(next);
  await page.getByRole("button", { name: "Salvar e-mail" }).click();
  await expect(page.getByText(SENT)).toBeVisible();
  return next;
}

test("a changed address takes effect when the mailed link is opened, and once more the link only says that it is over", async ({
  page,
  product,
}) => {
  const { maker, address } = product;
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await signInByApi(page, ana, address);
  const next = await askForChange(page, ana);
  const link = findLink(await waitForMail(maker.db, next), CHANGE_PATH);
  await page.goto(link);
  await expect(page.getByText("Seu novo e-mail foi confirmado.")).toBeVisible();
  await page.goto("/configuracoes");
  await expect(page.getByRole("button", { name: /^E-mail/ })).toContainText(next);

  await page.goto(link);
  await expect(page.getByText(CHANGE_OVER)).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(/cadastr/i);
  await shot(page, "troca-usada");
  await page.getByRole("link", { name: "Abrir Configurações" }).click();
  await expect(page).toHaveURL(/\/configuracoes$/);
});

test("the link of a sign-up that is opened in a session says that its account is confirmed", async ({
  page,
  product,
}) => {
  await signInByApi(page, await product.maker.member({ role: "baby", name: "Ana" }), product.address);
  await page.goto(`/confirmar-email#${"x".repeat(43)}`);
  await expect(page.getByText("Este link de confirmação não vale mais. A sua conta já está confirmada.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveCount(0);
  await shot(page, "confirmar-email-em-sessao");
});

test.describe("without a session", () => {
  test.use({ expectedErrors: /status of (?:40[03]|410)/ });

  test("the link of a changed address asks for the account's password and never speaks of a sign-up: new, used, expired or unknown", async ({
    page,
    product,
    openPage,
  }) => {
    const { maker, address } = product;
    const ana = await maker.member({ role: "baby", name: "Ana" });
    await signInByApi(page, ana, address);
    const next = await askForChange(page, ana);
    const link = findLink(await waitForMail(maker.db, next), CHANGE_PATH);
    const otherDevice = await openPage();
    const main = otherDevice.getByRole("main");

    await test.step("new", async () => {
      await otherDevice.goto(`${address}${link}`);
      await expect(main.getByText("Digite a senha da conta que passa a usar este e-mail.")).toBeVisible();
      await expect(main.getByRole("link", { name: "Criar uma nova senha" })).toBeVisible();
      await expect(main).not.toContainText(/cadastr/i);
      await shot(otherDevice, "troca-senha");
      await axe(otherDevice);
      const submit = otherDevice.getByRole("button", { name: "Confirmar e-mail" });
      await otherDevice.getByLabel("Senha", { exact: true }).fill("outra senha qualquer");
      await submit.click();
      await expect(main.getByText("Esta não é a senha da conta que passa a usar este e-mail")).toBeVisible();
      await otherDevice.getByLabel("Senha", { exact: true }).fill(ana.password);
      await submit.click();
      await expect(main.getByText("Seu novo e-mail foi confirmado.")).toBeVisible();
      await expect(main.getByRole("link", { name: "Entrar" })).toBeVisible();
    });

    const expectOver = async (openedPath: string) => {
      // The page is left first, so that it is loaded again, without what it has just confirmed.
      await otherDevice.goto("about:blank");
      await otherDevice.goto(`${address}${openedPath}`);
      await expect(main.getByText(CHANGE_OVER)).toBeVisible();
      await expect(main).not.toContainText(/cadastr/i);
      await expect(main.getByRole("link", { name: "Entrar" })).toHaveAttribute("href", "/login");
    };
    await test.step("used", async () => {
      await expectOver(link);
      await shot(otherDevice, "troca-nao-vale");
      await axe(otherDevice);
    });
    await test.step("expired", async () => {
      const later = await askForChange(page, { ...ana, email: next });
      const laterLink = findLink(await waitForMail(maker.db, later), CHANGE_PATH);
      await maker.db
        .updateTable("accountLink")
        .set({ expiresAt: new Date(0) })
        .where("memberId", "=", ana.id)
        .execute();
      await expectOver(laterLink);
    });
    await test.step("unknown", () => expectOver(`/confirmar-email?troca#${"x".repeat(43)}`));
  });
});
