import type { BrowserContext, Page } from "@playwright/test";
import { openProxy } from "../support/breakable-proxy.ts";
import { test } from "../support/own-test.ts";
import { collectPageErrors } from "../support/page-errors.ts";
import { closeWelcome, newPerson, type Person, signIn, signUp } from "../support/people.ts";
import { axe, expect, shot } from "../support/test.ts";

/** What a browser logs about a cut network and an unreachable server. */
const CUT = /net::ERR_|WebSocket connection to|status of 50\d/;

const ana: Person = { ...newPerson(), name: "Ana Beatriz" };
const bruno: Person = { ...newPerson(), name: "Bruno", gender: "Masculino" };

/** The texts of an open conversation, from top to bottom. The member's own begin with "Você: ". */
async function readTexts(page: Page): Promise<string[]> {
  const texts = await page
    .getByRole("log")
    .locator("p", { hasText: /^(Você|Ana Beatriz|Bruno): / })
    .allTextContents();
  return texts.map((text) => text.trim());
}

async function write(page: Page, ...texts: string[]): Promise<void> {
  const field = page.getByRole("textbox", { name: /^Mensagem para/ });
  for (const text of texts) {
    await field.fill(text);
    await page.getByRole("button", { name: "Enviar" }).click();
    await expect(field).toHaveValue("");
  }
}

async function expectTexts(page: Page, texts: string[]): Promise<void> {
  await expect.poll(() => readTexts(page)).toEqual(texts);
}

async function openPerson(context: BrowserContext, origin: string, expectedErrors: RegExp | null) {
  const errors = await collectPageErrors(context, origin, expectedErrors);
  return { page: await context.newPage(), errors };
}

test("[K1.01][M2.56][M2.58][M7.06][K2.01][K2.10][K2.11][K2.13][K2.14][K6.02][D3.07] Ana and Bruno sign up, find each other and talk live; neither a lost connection nor a restart loses or doubles a message", {
  tag: "@npm-test",
}, async ({ browser, product, contextOptions, viewport, hasTouch, isMobile, locale, timezoneId }) => {
  test.setTimeout(180_000);
  const proxy = await openProxy(product.address);
  const look = { ...contextOptions, viewport, hasTouch, isMobile, locale, timezoneId };
  const anas = await browser.newContext({ ...look, baseURL: product.address });
  const brunos = await browser.newContext({ ...look, baseURL: proxy.address });
  const { page: a, errors: anaErrors } = await openPerson(anas, product.address, CUT);
  const { page: b, errors: brunoErrors } = await openPerson(brunos, proxy.address, CUT);

  await test.step("both sign up and find each other", async () => {
    await Promise.all([signUp(a, ana), signUp(b, bruno)]);
    await Promise.all([signIn(a, ana), signIn(b, bruno)]);
    await Promise.all([closeWelcome(a), closeWelcome(b)]);
    await expect(a.getByRole("link", { name: /^Bruno, 27/ })).toBeVisible();
    await expect(b.getByRole("link", { name: /^Ana Beatriz, 27/ })).toBeVisible();
    await axe(b);
    await shot(b, "busca-bruno");
  });

  await test.step("without tokens Bruno is asked to buy", async () => {
    await b.getByRole("link", { name: /^Ana Beatriz, 27/ }).click();
    await expect(b.getByRole("heading", { level: 1, name: "Ana Beatriz, 27" })).toBeVisible();
    await axe(b);
    await shot(b, "perfil-ana");
    await b.getByRole("link", { name: "Mensagem · precisa de fichas" }).click();
    const field = b.getByRole("textbox", { name: "Mensagem para Ana Beatriz" });
    await expect(field).toBeDisabled();
    await expect(field).toHaveAttribute("placeholder", "Faça upgrade para enviar mais mensagens");
    for (const name of ["Tornar-se Premium", "Comprar Fichas"]) {
      await expect(b.getByRole("log").getByRole("link", { name })).toHaveAttribute("href", /^\/premium#/);
    }
    await axe(b);
    await shot(b, "chat-upgrade");
  });

  await test.step("with tokens he writes, and Ana sees the message at once", async () => {
    const { db } = product.maker;
    const { id } = await db
      .selectFrom("member")
      .where("email", "=", bruno.email)
      .select("id")
      .executeTakeFirstOrThrow();
    await product.maker.grant(id, { tokens: 10, conversations: 1 });
    await b.reload();
    await write(b, "Oi, Ana! Tudo bem?");
    await expect(a.getByText("1 mensagem não lida").filter({ visible: true }).first()).toBeAttached();
    await a.goto("/mensagens");
    await a.getByRole("link", { name: /Bruno/ }).click();
    await expectTexts(a, ["Bruno: Oi, Ana! Tudo bem?"]);
    await expect(b.getByRole("log").getByText("Lida")).toBeAttached();
    await write(a, "Oi, Bruno! Tudo, e você?", "Vi que gosta de cinema.");
    await expectTexts(b, [
      "Você: Oi, Ana! Tudo bem?",
      "Ana Beatriz: Oi, Bruno! Tudo, e você?",
      "Ana Beatriz: Vi que gosta de cinema.",
    ]);
    await axe(a);
    await axe(b);
    await shot(a, "chat-ana");
  });

  const before = await readTexts(b);
  await test.step("Bruno's connection is cut while Ana writes three more; he comes back to exactly those", async () => {
    proxy.cut();
    await write(a, "Um", "Dois", "Três");
    await expect(a.getByRole("log").getByText("Enviando")).toHaveCount(0);
    expect(await readTexts(b)).toEqual(before);
    proxy.restore();
    await expectTexts(b, [...before, "Ana Beatriz: Um", "Ana Beatriz: Dois", "Ana Beatriz: Três"]);
  });

  await test.step("a message written while the server is away is sent once, when it is back", async () => {
    await product.stop();
    await write(a, "Está aí?");
    await expect(a.getByRole("log").getByText("Enviando")).toBeVisible();
    await product.start();
    await expect(a.getByRole("log").getByText("Enviando")).toHaveCount(0, { timeout: 60_000 });
    await expect.poll(() => readTexts(b), { timeout: 60_000 }).toContain("Ana Beatriz: Está aí?");
  });

  await test.step("a reload and a restart show the same on both sides", async () => {
    const [anaTexts, brunoTexts] = [await readTexts(a), await readTexts(b)];
    expect(anaTexts).toHaveLength(7);
    expect(anaTexts.map((text) => text.replace(/^[^:]+: /, ""))).toEqual(
      brunoTexts.map((text) => text.replace(/^[^:]+: /, "")),
    );
    await product.stop();
    await product.start();
    await Promise.all([a.reload(), b.reload()]);
    await expectTexts(a, anaTexts);
    await expectTexts(b, brunoTexts);
    const { db } = product.maker;
    const { count } = await db
      .selectFrom("message")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(7);
    const { rows } = await db.executeQuery(
      db.selectFrom("entitlement").where("tokens", ">", 0).select(["tokens", "conversations"]).compile(),
    );
    expect(rows).toEqual([{ tokens: 9, conversations: 0 }]);
  });

  await Promise.all([anas.close(), brunos.close()]);
  await proxy.close();
  expect([...anaErrors, ...brunoErrors], "what the pages did wrong").toEqual([]);
});
