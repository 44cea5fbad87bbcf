import { aboutTexts } from "@caramelo/contract/texts/about";
import { conversationTexts } from "@caramelo/contract/texts/conversation";
import type { Locator, Page } from "@playwright/test";
import { countEffort } from "../support/effort.ts";
import { test } from "../support/own-test.ts";
import { newPerson, type Person, photoFiles } from "../support/people.ts";
import { axe, expect, shot } from "../support/test.ts";

type Counter = ReturnType<typeof countEffort>;

const buttonOf = (page: Page) => (name: string) => page.getByRole("button", { name, exact: true });
const fieldOf = (page: Page) => (label: string) => page.getByLabel(label, { exact: true });

/** From the first page to the form of the sign-in, with an account of two photos. */
async function signUpByHand(page: Page, person: Person, { tap, type }: Counter): Promise<void> {
  const [button, field] = [buttonOf(page), fieldOf(page)];
  await page.goto("/");
  await tap(page.getByRole("link", { name: "Criar conta grátis" }));
  // The page before has a field of the same name, so the heading is awaited first.
  await expect(page.getByRole("heading", { level: 1, name: "Crie sua conta" })).toBeVisible();
  await type(field("E-mail"), person.email);
  await type(field("Senha"), person.password);
  await type(field("Confirmar senha"), person.password);
  await type(field("Nome"), person.name);
  await type(field("Idade"), "27");
  await tap(page.getByText(person.gender ?? "Feminino", { exact: true }));
  await type(field("Localização"), "sao pau");
  await tap(page.getByRole("option", { name: "São Paulo, SP" }));
  for (const { member } of aboutTexts) await type(field(member.label), "Boas conversas e bons jantares.");
  await tap(page.getByLabel(/Tenho 18 anos ou mais/));
  await tap(button("Continuar"));
  const chooser = page.waitForEvent("filechooser");
  await tap(page.getByText("Adicionar foto"));
  await (await chooser).setFiles(photoFiles);
  // The full progress shows for about two seconds, so the page itself watches for it. The timeout is long, because
  // photos are re-encoded.
  const sentPhoto = page.locator("[aria-label='Envio da foto 2'][aria-valuenow='100']").waitFor({ timeout: 60_000 });
  await tap(button("Criar Conta"));
  await sentPhoto;
  await expect(page.getByRole("heading", { level: 1, name: "Falta só entrar" })).toBeVisible({ timeout: 60_000 });
}

async function signInByHand(page: Page, person: Person, { tap, type }: Counter): Promise<void> {
  await type(fieldOf(page)("Senha"), person.password);
  await tap(page.locator("form").getByRole("button", { name: "Entrar", exact: true }));
  const greeting = person.gender === "Masculino" ? "Bem-vindo" : "Bem-vinda";
  await expect(page.getByRole("dialog", { name: new RegExp(`^${greeting}, ${person.name}`) })).toBeVisible();
}

/** Opens the chat from a card of the search, without a press for the welcome. */
async function openChatByHand(page: Page, name: string, { tap }: Counter): Promise<void> {
  const card = page.getByRole("article").filter({ has: page.getByRole("link", { name: `${name}, 30 anos` }) });
  await tap(card.getByRole("link", { name: `Enviar mensagem para ${name}` }));
}

function noteEffort({ taps, fields }: Counter["effort"]): void {
  test.info().annotations.push({ type: "effort", description: `${taps} taps, ${fields} fields` });
}

test("[D2.47][D2.48][D2.49] a newcomer comes from the first page to the first message with at most 10 taps and 10 typed fields", {
  tag: "@npm-test",
}, async ({ page, product }) => {
  test.setTimeout(240_000);
  const ana = newPerson();
  const bruno = await product.maker.member({ role: "daddy", name: "Bruno" });
  const counter = countEffort();
  await signUpByHand(page, ana, counter);
  await test.step("one step is left", async () => {
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/login");
    await expect(fieldOf(page)("E-mail")).toHaveValue(ana.email);
    await expect(fieldOf(page)("Senha")).toBeFocused();
    await expect(page.getByText("Sua conta foi criada com sucesso. Faça login para continuar.")).toHaveCount(1);
    await axe(page);
    await shot(page, "falta-so-entrar");
  });
  await signInByHand(page, ana, counter);
  await openChatByHand(page, "Bruno", counter);
  await expect(page).toHaveURL(`/mensagens?userId=${bruno.id}`);
  await counter.type(page.getByRole("textbox", { name: "Mensagem para Bruno" }), "Oi, Bruno! Tudo bem?");
  await counter.tap(buttonOf(page)("Enviar"));
  await expect(page.getByRole("log").getByText("Oi, Bruno! Tudo bem?")).toBeVisible();
  await expect(page.getByRole("log").getByText("Enviando")).toHaveCount(0);
  noteEffort(counter.effort);
  expect(counter.effort.taps).toBeLessThanOrEqual(10);
  expect(counter.effort.fields).toBeLessThanOrEqual(10);
});

test("[D4.51] a new daddy comes from the first page to the first message with at most 14 taps, four of them from the offer in the chat, without a scroll", async ({
  page,
  product,
}) => {
  test.setTimeout(240_000);
  const bruno: Person = { ...newPerson(), gender: "Masculino" };
  const ana = await product.maker.member({ role: "baby", name: "Ana" });
  const counter = countEffort();
  await signUpByHand(page, bruno, counter);
  await signInByHand(page, bruno, counter);
  await openChatByHand(page, "Ana", counter);

  const before = { ...counter.effort };
  const tapInView = async (target: Locator) => {
    await expect(target).toBeInViewport({ ratio: 1 });
    const scrolled = await page.evaluate(() => scrollY);
    await counter.tap(target);
    return scrolled;
  };
  await test.step("the purchase", async () => {
    const panel = page.getByRole("region", { name: "Faça upgrade para enviar mais mensagens" });
    await tapInView(panel.getByRole("link", { name: "Comprar Fichas" }));
    await tapInView(page.getByRole("link", { name: "Comprar Fichas: Fichas" }));
    const frame = page.frameLocator('iframe[title="Página de pagamento"]');
    await tapInView(frame.getByRole("button", { name: "Pagar", exact: true }));
    await expect(page).toHaveURL("/obrigado?type=tokens");
  });
  await test.step("the message", async () => {
    const conversation = page.getByRole("region", { name: "Sua conversa" });
    await expect(conversation.getByRole("heading", { name: "Ana" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("100", { exact: true }).first()).toBeInViewport({ ratio: 1 });
    await expect(conversation.getByRole("region", { name: "Antes da primeira mensagem" })).toBeInViewport({ ratio: 1 });
    await expect(
      conversation.getByRole("region", { name: conversationTexts.openings }).getByRole("button"),
    ).toHaveCount(3);
    await axe(page);
    await shot(page, "obrigado-escrever");
    await counter.type(conversation.getByRole("textbox", { name: "Mensagem para Ana" }), "Oi, Ana! Vamos conversar?");
    expect(await tapInView(conversation.getByRole("button", { name: "Enviar" }))).toBe(0);
    await expect(page).toHaveURL(`/mensagens?userId=${ana.id}`);
    await expect(page.getByRole("log").getByText("Oi, Ana! Vamos conversar?")).toBeVisible();
    await expect(page.getByText("Você tem 99 fichas e 9 conversas novas")).toBeVisible();
  });
  noteEffort(counter.effort);
  expect(counter.effort).toEqual({ ...before, taps: before.taps + 4, fields: before.fields + 1 });
  expect(counter.effort.taps).toBeLessThanOrEqual(14);
});
