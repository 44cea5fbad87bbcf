import { randomUUID } from "node:crypto";
import { findLink, waitForMail } from "../support/mails.ts";
import { signInByApi } from "../support/member-factory.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";

test("[D5.18][D1.12] a member withdraws marketing in one press, and sensitive data by two: hidden from others until they give it again", async ({
  page,
  maker,
  openPage,
  baseURL,
}) => {
  const name = `Ana ${randomUUID().slice(0, 8)}`;
  const [ana, bruno] = [
    await maker.member({ role: "baby", name }),
    await maker.member({ role: "daddy", name: "Bruno" }),
  ];
  await signInByApi(page, ana, baseURL ?? "");
  await page.goto("/configuracoes");
  await page.getByRole("link", { name: "Abrir Meus dados" }).click();
  await expect(page).toHaveURL(/\/configuracoes\/dados$/);
  await page.getByRole("button", { name: "Autorizar: Novidades e ofertas por e-mail" }).click();
  await page.getByRole("button", { name: "Retirar autorização: Novidades e ofertas por e-mail" }).click();
  await expect(page.getByRole("button", { name: "Autorizar: Novidades e ofertas por e-mail" })).toBeFocused();
  await expect(page.getByText(/Retirada em/)).toBeVisible();
  await axe(page);
  await expectNoSidewaysScroll(page);
  await shot(page, "meus-dados");

  const his = await openPage();
  await signInByApi(his, bruno, baseURL ?? "");
  const isShown = async (isVisible: boolean) => {
    await his.goto(`/perfil/${ana.id}`);
    const heading = isVisible ? new RegExp(name) : "Perfil não encontrado";
    await expect(his.getByRole("heading", { name: heading })).toBeVisible();
  };
  await isShown(true);
  // Members whom the tests make have no recorded consent, so they give it before they withdraw it.
  await page.getByRole("button", { name: "Autorizar: Dados sensíveis" }).click();
  await page.getByRole("button", { name: "Retirar autorização: Dados sensíveis" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Retirar autorização" }).click();
  await expect(page.getByText("Sua conta está oculta", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Autorizar: Dados sensíveis" })).toBeFocused();
  await isShown(false);
  await page.goto("/busca");
  await expect(page).toHaveURL(/\/configuracoes\/dados$/);
  await axe(page);
  await expectNoSidewaysScroll(page);
  await shot(page, "meus-dados-oculta");
  await page.getByRole("link", { name: "Fazer um pedido" }).click();
  await expect(page.getByRole("heading", { name: "Pedido sobre os seus dados" })).toBeVisible();
  await expect(page.getByText("Sua conta está oculta", { exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Autorizar: Dados sensíveis" }).click();
  await expect(page.getByText("Sua conta está oculta", { exact: true })).toHaveCount(0);
  await isShown(true);
});

test("[D5.18] a person without an account asks about their data, confirms it by mail, and an owner answers", async ({
  page,
  maker,
  openPage,
  baseURL,
}) => {
  const [email, words] = [`${randomUUID()}@exemplo.invalid`, `O que vocês guardam? ${randomUUID()}`];
  await page.goto("/privacidade/pedido?tipo=access");
  await page.getByLabel("Seu pedido").fill(words);
  await page.getByLabel("Seu nome").fill("Clara");
  await page.getByLabel("Seu e-mail").fill(email);
  await page.getByRole("button", { name: "Enviar pedido" }).click();
  await expect(page.getByRole("heading", { name: "Recebemos o seu pedido" })).toBeFocused();
  await shot(page, "pedido-enviado");
  await page.goto(findLink(await waitForMail(maker.db, email), "/confirmar-pedido"));
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await expect(page.getByText(/^Pedido confirmado/)).toBeVisible();

  const staff = await openPage();
  await signInByApi(staff, await maker.account({ role: "admin", name: "Rita" }), baseURL ?? "");
  await staff.goto("/admin/pedidos-de-dados");
  const item = staff.getByRole("listitem").filter({ hasText: words });
  await expect(item.getByText("Prazo: 15 dias")).toBeVisible();
  await axe(staff);
  await expectNoSidewaysScroll(staff);
  await shot(staff, "admin-pedidos-de-dados");
  await item.getByLabel("Resposta").fill("Não guardamos nada com este e-mail.");
  await item.getByRole("button", { name: "Responder e encerrar" }).click();
  await expect(item).toHaveCount(0);
  // The keyboard goes on in the list, and not at the top of the page.
  await expect(staff.locator("main li:focus, main nav a:focus")).toHaveCount(1);
  expect(await waitForMail(maker.db, email, 2)).toContain("Não guardamos nada com este e-mail.");
});
