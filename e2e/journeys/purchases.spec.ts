import { signInByApi } from "../support/member-factory.ts";
import { expectTokens, payByPix } from "../support/payments.ts";
import { admin } from "../support/people.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";

test("[D4.27] the balance in the bar follows a purchase that is made elsewhere, and leads to the statement", {
  tag: "@both-sizes",
}, async ({ page, maker, baseURL, openPage, isMobile }) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, bruno, baseURL ?? "");
  await page.goto("/busca");
  await expectTokens(page, isMobile, 0);
  const otherPage = await openPage();
  await signInByApi(otherPage, bruno, baseURL ?? "");
  await otherPage.goto("/checkout?type=tokens");
  await payByPix(otherPage);
  await expect(otherPage).toHaveURL("/obrigado?type=tokens");
  await expectTokens(page, isMobile, 100);
  if (isMobile) {
    await page.getByRole("button", { name: "Abrir menu" }).click();
    await page.getByRole("menuitem", { name: /^Minhas fichas/ }).click();
  } else await page.getByRole("banner").getByRole("link", { name: "100 fichas" }).click();
  await expect(page).toHaveURL("/fichas");
  for (const change of ["+100 fichas", "+10 conversas"])
    await expect(page.getByText(change, { exact: true })).toBeVisible();
});

test("[D4.07][D2.46] a member with premium reads until when and may buy more of it, and /premium compares it with what is free", async ({
  page,
  maker,
  baseURL,
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, bruno, baseURL ?? "");
  await page.goto("/premium#premium");
  await expect(page.getByRole("heading", { name: "Premium trimestral" })).toBeInViewport();
  const row = page.getByRole("row", { name: /^Novas conversas por dia/ });
  await expect(row).toContainText("até 20");
  await expect(row).toContainText("até 100");
  await maker.premium(bruno.id);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Você já é Premium" })).toBeVisible();
  await expect(page.getByText(/^Até \d+ de .+ de \d{4}\. Uma nova compra se soma/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Comprar de novo: Premium mensal" })).toBeVisible();
  await axe(page);
  await shot(page, "premium-em-dia");
});

test("[D4.14][T49] a buyer of premium undoes it within seven days in one step, and the receipt says so", async ({
  page,
  maker,
  baseURL,
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, bruno, baseURL ?? "");
  await page.goto("/checkout?type=premium_monthly");
  await payByPix(page);
  await expect(page.getByRole("heading", { name: "Agora você é Premium" })).toBeVisible();
  await page.getByRole("link", { name: "Ver minha compra" }).click();
  await expect(page.getByText("Pago", { exact: true })).toBeVisible();
  await axe(page);
  await page.getByRole("button", { name: "Desfazer compra" }).click();
  await shot(page, "desfazer-compra");
  await page.getByRole("button", { name: "Desfazer e receber de volta" }).click();
  await expect(page.getByText("Reembolsado", { exact: true })).toBeVisible();
  await shot(page, "compras");
  await page.getByRole("link", { name: "Recibo" }).click();
  await expect(page.getByRole("heading", { name: "Recibo" })).toBeVisible();
  await axe(page);
  await shot(page, "recibo");
});

test("[K2.34][K2.41][D4.16][D4.20] a baby is sent to /destaque, buys the highlight, and is labelled in another member's search", {
  tag: "@npm-test",
}, async ({ page, maker, baseURL, openPage }) => {
  const ana = await maker.member({ role: "baby", name: "Zenaide" });
  await signInByApi(page, ana, baseURL ?? "");
  await page.goto("/checkout");
  await expect(page).toHaveURL("/destaque");
  await expect(page.getByText("Verificação com prioridade na fila")).toBeVisible();
  await axe(page);
  await shot(page, "destaque");
  await page.getByRole("link", { name: "Destacar Perfil: Destaque" }).click();
  await payByPix(page);
  await expect(page.getByRole("heading", { name: "Seu perfil está em destaque" })).toBeVisible();
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  const his = await openPage();
  await signInByApi(his, bruno, baseURL ?? "");
  await his.goto(`/perfil/${ana.id}`);
  await expect(his.getByText("Destaque pago").first()).toBeVisible();
});

test("[T56][T57][D4.18] /obrigado without a paid order claims nothing, and an unknown type leads away", async ({
  page,
  maker,
  baseURL,
}) => {
  await page.goto("/obrigado?type=premium");
  await expect(page.getByText("Assim que o pagamento for confirmado")).toBeVisible();
  await page.goto("/obrigado?type=ouro");
  await expect(page).toHaveURL("/");
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, bruno, baseURL ?? "");
  await page.goto("/obrigado?type=premium");
  await expect(page.getByText("Assim que o pagamento for confirmado")).toBeVisible();
  await expect(page.getByText("Agora você é Premium")).toHaveCount(0);
});

test("an admin finds an order, sees its history, and returns half of the money", { tag: "@desktop" }, async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  const his = await openPage();
  await signInByApi(his, bruno, baseURL ?? "");
  await his.goto("/checkout?type=tokens");
  await payByPix(his);
  await expect(his).toHaveURL("/obrigado?type=tokens");

  await signInByApi(page, admin(), baseURL ?? "");
  await page.goto("/admin/pedidos");
  await page.getByLabel("Buscar", { exact: true }).fill(bruno.email);
  await expect(page.getByRole("table", { name: "Pedidos" }).getByRole("row")).toHaveCount(2);
  await page.getByText("Ver como tabela").click();
  await expect(page.getByRole("columnheader", { name: "Reembolsado" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await axe(page);
  await shot(page, "admin-pedidos");
  await page.getByRole("link", { name: "Bruno" }).click();
  await expect(page.getByText("Liberado o que foi comprado")).toBeVisible();
  await axe(page);
  await shot(page, "admin-pedido");
  await page.getByLabel("Valor a devolver").fill("23,50");
  const refund = page.getByRole("region", { name: "Devolver dinheiro" });
  await refund.getByLabel("Motivo").fill("Pedido do membro");
  await refund.getByRole("button", { name: "Devolver" }).click();
  await expect(page.getByText(/^Reembolso pedido: /)).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("−50 fichas")).toBeVisible({ timeout: 5_000 });
  }).toPass();
});
