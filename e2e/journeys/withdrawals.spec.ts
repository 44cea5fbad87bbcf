import type { Page } from "@playwright/test";
import { signInByApi } from "../support/member-factory.ts";
import { admin } from "../support/people.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";

/** Calls the product as the member of a page. */
async function post(page: Page, site: string, path: string, data: object = {}) {
  const reply = await page.context().request.post(`${site}/api${path}`, { data, headers: { origin: site } });
  expect(reply.status()).toBe(200);
  return reply.json();
}

/** Buys tokens without the screens. Returns the id of the order. */
async function buyTokens(page: Page, site: string): Promise<string> {
  const { order, url } = await post(page, site, "/orders", { product: "tokens", method: "pix" });
  await post(page, site, url.replace("/sandbox/", "/sandbox/payments/"), { action: "pay" });
  const checkAnswer = await post(page, site, `/orders/${order.id}/check`);
  expect(checkAnswer.state).toBe("paid");
  return order.id;
}

/**
 * Undoes a purchase without the screens and waits until the money is back; until then the withdrawal could take tokens
 * bought later.
 */
async function undo(page: Page, site: string, orderId: string): Promise<void> {
  expect(await post(page, site, `/orders/${orderId}/withdrawal`)).toMatchObject({ review: null });
  await untilRefunded(page, site, orderId);
}

async function untilRefunded(page: Page, site: string, orderId: string): Promise<void> {
  const state = async () => (await (await page.context().request.get(`${site}/api/orders/${orderId}`)).json()).state;
  await expect.poll(state).toBe("refunded");
}

/** On a phone the bell is an entry of the menu. */
async function openBell(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Abrir menu" }).click();
  await page.getByRole("menuitem", { name: /^Notificações/ }).click();
}

test("[T78] a buyer who used much of a second purchase asks to undo it, is sold no fichas, and reads the staff's answer", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  // The timeout is long: two people and ten screens, each checked in both colour schemes.
  test.setTimeout(240_000);
  const site = baseURL ?? "";
  const bruno = await maker.member({ role: "daddy", name: "Wenceslau" });
  await signInByApi(page, bruno, site);
  const first = await buyTokens(page, site);
  await maker.spend(bruno.id, { tokens: 100, conversations: 10 });
  await undo(page, site, first);
  const second = await buyTokens(page, site);
  await maker.spend(bruno.id, { tokens: 40, conversations: 3 });

  await page.goto("/compras");
  await page.getByRole("button", { name: /^Desfazer compra/ }).click();
  await expect(page.getByText(/a equipe analisa o pedido e responde em até 5 dias/)).toBeVisible();
  await shot(page, "desistencia-pergunta");
  await page.getByRole("button", { name: "Enviar pedido" }).click();
  await expect(page.getByText("Seu pedido está em análise")).toBeVisible();
  await expect(page.getByText("Em análise", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Desfazer compra/ })).toHaveCount(0);
  await shot(page, "desistencia-compras");
  await axe(page);

  await page.goto("/fichas");
  await expect(page.getByText(/Até lá, a compra de fichas fica em pausa/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Comprar Fichas" })).toHaveCount(0);
  await shot(page, "desistencia-fichas");
  await axe(page);
  await page.goto("/premium");
  await expect(page.getByText(/Até lá, a compra de fichas fica em pausa/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Comprar Fichas: Fichas" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Tornar-se Premium: Premium mensal" })).toBeVisible();
  await shot(page, "desistencia-premium");
  await axe(page);
  await expectNoSidewaysScroll(page);
  await page.goto("/checkout?type=tokens");
  await expect(page.getByText(/Até lá, a compra de fichas fica em pausa/)).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await shot(page, "desistencia-checkout");
  await axe(page);

  const staff = await openPage();
  await signInByApi(staff, admin(), site);
  await staff.goto("/admin");
  await expect(
    staff.getByRole("region", { name: "Para fazer agora" }).getByText(/desistências? em análise/),
  ).toBeVisible();
  await shot(staff, "desistencia-painel");
  await staff.goto("/admin/pedidos");
  const queue = staff.getByRole("region", { name: "Desistências em análise" });
  await expect(queue).toBeVisible();
  await shot(staff, "desistencia-fila");
  await axe(staff);
  // The test of the other window size has a buyer of that name, too.
  await queue
    .getByRole("link", { name: "Wenceslau" })
    .and(staff.locator(`[href$="${second}"]`))
    .click();
  const box = staff.getByRole("region", { name: "Desistência em análise" });
  await expect(box.getByText(/Usado até agora: 40 de 100 fichas, 3 de 10 conversas/)).toBeVisible();
  await box.getByRole("button", { name: "Recusar" }).click();
  await expect(box.getByText("Escreva o motivo")).toBeVisible();
  await shot(staff, "desistencia-decisao");
  await axe(staff);
  await expectNoSidewaysScroll(staff);
  await box.getByLabel("Motivo, como o membro vai ler").fill("Quase metade já foi usada.");
  await box.getByRole("button", { name: "Recusar" }).click();
  await expect(staff.getByText("Desistência recusada (Quase metade já foi usada.)")).toBeVisible();
  await expect(box).toHaveCount(0);

  await page.goto("/busca");
  await openBell(page);
  await page.getByRole("link", { name: /respondeu ao seu pedido para desfazer uma compra/ }).click();
  await expect(page).toHaveURL("/compras");
  await expect(page.getByText("Não pudemos desfazer esta compra")).toBeVisible();
  await expect(page.getByText("Resposta da equipe: Quase metade já foi usada.")).toBeVisible();
  await shot(page, "desistencia-recusada");
  await axe(page);
  await page.goto("/premium");
  await expect(page.getByRole("link", { name: "Comprar Fichas: Fichas" })).toBeVisible();
});

test("[T78] the staff accepts a second withdrawal, and the price goes back", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const site = baseURL ?? "";
  const bruno = await maker.member({ role: "daddy", name: "Valdemar" });
  await signInByApi(page, bruno, site);
  await undo(page, site, await buyTokens(page, site));
  const orderId = await buyTokens(page, site);
  await maker.spend(bruno.id, { tokens: 11, conversations: 1 });
  await post(page, site, `/orders/${orderId}/withdrawal`);

  const staff = await openPage();
  await signInByApi(staff, admin(), site);
  await staff.goto(`/admin/pedidos/${orderId}`);
  const box = staff.getByRole("region", { name: "Desistência em análise" });
  await box.getByLabel("Motivo, como o membro vai ler").fill("O pedido está no prazo.");
  await box.getByRole("button", { name: "Aceitar e devolver" }).click();
  await expect(staff.getByText("Desistência aceita (O pedido está no prazo.)")).toBeVisible();

  await untilRefunded(page, site, orderId);
  await page.goto("/compras");
  await expect(page.getByText("Aceitamos desfazer esta compra")).toBeVisible();
  await expect(page.getByText("Reembolsado", { exact: true })).toHaveCount(2);
  await shot(page, "desistencia-aceita");
});
