import { signInByApi } from "../support/member-factory.ts";
import { expectTokens, payByPix, paymentFrame } from "../support/payments.ts";
import { axe, expect, shot, test } from "../support/test.ts";

test("[K2.32][K2.36][K2.37][K2.39][K2.42][K2.43][D4.13][D4.16][D4.19][D4.23] a daddy without tokens chooses them on /premium, pays by Pix in the frame, and the page goes on by itself", {
  tag: ["@both-sizes", "@npm-test"],
}, async ({ page, maker, baseURL }) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, bruno, baseURL ?? "");
  await page.goto("/premium");
  for (const name of ["Fichas", "Premium trimestral", "Premium mensal"])
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await axe(page);
  await shot(page, "premium");
  await page.getByRole("link", { name: "Comprar Fichas: Fichas" }).click();

  await expect(page).toHaveURL("/checkout?type=tokens");
  await expect(page.getByRole("heading", { name: "Finalize sua compra" })).toBeAttached();
  const summary = page.getByRole("region", { name: "Resumo da compra" });
  await expect(summary.getByText(/^100 fichas e 10 conversas/).first()).toBeVisible();
  await expect(summary.getByText("Sem renovação automática")).toBeVisible();
  await expect(summary.getByText(/47,00/)).toBeVisible();
  await expect(page.getByText("Pagamento seguro")).toBeVisible();
  await expect(page.getByText("Seus dados de pagamento nunca são armazenados por nós")).toBeVisible();
  // This product is reached without TLS, so the page must not mention it.
  await expect(page.getByText(/SSL/)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Abrir em nova aba" })).toHaveAttribute("target", "_blank");
  await expect(paymentFrame(page).getByLabel("Pix copia e cola")).not.toBeEmpty();
  await axe(page);
  await shot(page, "checkout");

  await payByPix(page);
  await expect(page).toHaveURL("/obrigado?type=tokens");
  await expect(page.getByRole("heading", { name: "Suas fichas chegaram" })).toBeVisible();
  await axe(page);
  await shot(page, "obrigado-fichas");
  await page.goto("/fichas");
  await expect(page.getByText("Compra de fichas")).toBeVisible();
  for (const change of ["+100 fichas", "+10 conversas"])
    await expect(page.getByText(change, { exact: true })).toBeVisible();
  await axe(page);
  await shot(page, "fichas");
  await page.goto("/checkout");
  await expect(summary.getByText(/^100 fichas e 10 conversas/).first()).toBeVisible();
});

test("[D4.50] the code of a Pix, its button and its clock are in the first view of a phone, and then the page says what to do", async ({
  page,
  maker,
  baseURL,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, bruno, baseURL ?? "");
  await page.goto("/checkout?type=premium_quarterly");
  const summary = page.getByRole("region", { name: "Resumo da compra" });
  const frame = paymentFrame(page);
  const code = frame.getByLabel("Pix copia e cola");
  const copy = frame.getByRole("button", { name: "Copiar código" });
  await expect(code).not.toBeEmpty();
  for (const part of [
    summary.getByText("3 meses de Premium", { exact: true }),
    summary.getByText(/319,00/),
    summary.getByText("Sem renovação automática"),
    page.getByRole("link", { name: "Abrir em nova aba" }),
    code,
    copy,
    frame.getByText(/^Pague em até/),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
    // The bar at the bottom of phones covers the last 64 px.
    expect(y + height).toBeLessThanOrEqual(740 - 64);
  }
  await shot(page, "checkout-primeira-vista");

  await copy.click();
  await expect(frame.getByRole("status")).toHaveText("Pague no app do seu banco. Esta página avança sozinha.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue());
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await shot(page, "checkout-copiado");

  await summary.getByText("3 meses de Premium", { exact: true }).click();
  await expect(summary.getByText("Vendido por")).toBeVisible();
  await expect(frame.getByRole("heading", { name: "Como pagar" })).toBeVisible();
  await frame.getByRole("link", { name: "Voltar aos planos" }).click();
  await expect(page).toHaveURL("/premium");
});

test("[D4.26][K6.02] a daddy who runs out of tokens in the chat buys more by Pix, comes back, and his kept text goes out", async ({
  page,
  maker,
  baseURL,
  isMobile,
}) => {
  test.setTimeout(120_000);
  const [bruno, ana, bia] = [
    await maker.member({ role: "daddy", name: "Bruno" }),
    await maker.member({ role: "baby", name: "Ana" }),
    await maker.member({ role: "baby", name: "Bia" }),
  ];
  await maker.grant(bruno.id, { tokens: 1, conversations: 2 });
  await signInByApi(page, bruno, baseURL ?? "");
  await page.goto(`/mensagens?userId=${ana.id}`);
  const field = page.getByRole("textbox", { name: "Mensagem para Ana" });
  await expect(page.getByText("Você tem 1 ficha e 2 conversas novas")).toBeVisible();
  await expect(page.getByRole("form", { name: "Escrever mensagem" }).getByRole("link")).toHaveText("Comprar Fichas");
  await field.fill("Vamos conversar?");
  // Meanwhile the last token is used on another device.
  const spendAnswer = await page
    .context()
    .request.post(`${baseURL}/api/conversations/${bia.id}/messages`, {
      data: { clientId: crypto.randomUUID(), text: "Oi, Bia!" },
      headers: { origin: baseURL ?? "" },
    });
  expect(spendAnswer.status()).toBe(200);
  await page.getByRole("button", { name: "Enviar" }).click();
  const panel = page.getByRole("region", { name: "Faça upgrade para enviar mais mensagens" });
  await expect(panel.getByRole("heading", { name: "Suas fichas acabaram" })).toBeVisible();
  await expect(field).toHaveValue("Vamos conversar?");
  await expect(page.getByText("Seu texto fica guardado aqui até você poder enviar.")).toBeVisible();
  await shot(page, "texto-guardado");

  await panel.getByRole("link", { name: "Comprar Fichas" }).click();
  await expect(page).toHaveURL("/premium#fichas");
  await expect(page.getByRole("heading", { name: "Fichas", exact: true })).toBeInViewport();
  await page.getByRole("link", { name: "Comprar Fichas: Fichas" }).click();
  await payByPix(page);
  await expect(page).toHaveURL("/obrigado?type=tokens");
  await shot(page, "obrigado-conversa");
  await page.getByRole("link", { name: "Voltar à conversa" }).click();
  await expect(page).toHaveURL(`/mensagens?userId=${ana.id}`);
  await expect(field).toHaveValue("Vamos conversar?");
  await expect(page.getByText(/Seu texto ficou guardado: é só enviar/)).toBeVisible();
  await page.getByRole("button", { name: "Enviar" }).click();
  await expect(page.getByRole("log").getByText("Vamos conversar?")).toBeVisible();
  await expect(page.getByText("Você tem 99 fichas e 10 conversas novas")).toBeVisible();
  await expect(field).toHaveValue("");
  await expectTokens(page, isMobile, 99);
});

test("[K2.38] the frame is 1260 px high, and 1240 px in a window of at most 768 px", { tag: "@npm-test" }, async ({
  page,
  maker,
  baseURL,
  viewport,
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, bruno, baseURL ?? "");
  await page.goto("/checkout?type=premium_monthly");
  const frame = page.getByTitle("Página de pagamento");
  const heightAt = async (width: number) => {
    await page.setViewportSize({ width, height: viewport?.height ?? 800 });
    return (await frame.boundingBox())?.height;
  };
  await expect(frame).toBeVisible();
  await expect.poll(() => heightAt(768)).toBe(1240);
  await expect.poll(() => heightAt(769)).toBe(1260);
});

test("a payment page that does not come says so in words, and comes when it is requested again", async ({
  page,
  maker,
  baseURL,
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, bruno, baseURL ?? "");
  const payment = /\/sandbox\/[\w-]{43}$/;
  await page.route(payment, (route) => route.abort());
  await page.goto("/checkout?type=tokens");
  await expect(page.getByRole("heading", { name: "A página de pagamento não carregou" })).toBeVisible();
  await page.unroute(payment);
  await page.getByRole("button", { name: "Tentar Novamente" }).click();
  await expect(paymentFrame(page).getByLabel("Pix copia e cola")).not.toBeEmpty();
});

test("a refused card leads the eyes and the keyboard from the frame to the next step", async ({
  page,
  maker,
  baseURL,
}) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, bruno, baseURL ?? "");
  await page.goto("/checkout?type=tokens");
  await page.getByText("Cartão", { exact: true }).click();
  await paymentFrame(page).getByRole("button", { name: "Recusar" }).click();
  const next = page.getByRole("button", { name: "Tentar de novo" });
  await expect(next).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(next).toBeFocused();
  await shot(page, "pagamento-recusado");
});

test("[T55] a message posted to the checkout changes nothing", async ({ page, maker, baseURL }) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, bruno, baseURL ?? "");
  await page.goto("/checkout?type=tokens");
  await expect(paymentFrame(page).getByLabel("Pix copia e cola")).not.toBeEmpty();
  await page.evaluate(() => {
    for (const message of ["paid", { type: "paid" }, { status: "approved", success: true }]) postMessage(message, "*");
    for (const frame of Array.from(frames)) frame.postMessage({ type: "paid" }, "*");
  });
  await page.getByRole("button", { name: "Já paguei" }).click();
  await expect(page.getByText("Ainda não recebemos a confirmação")).toBeVisible();
  await expect(page).toHaveURL("/checkout?type=tokens");
});
