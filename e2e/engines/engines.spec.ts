import { randomUUID } from "node:crypto";
import { aboutTexts } from "@caramelo/contract/texts/about";
import { openProxy } from "../support/breakable-proxy.ts";
import { call } from "../support/filled-screens.ts";
import { type MadeMember, sharedInstallation, signInByApi } from "../support/member-factory.ts";
import { newPerson, photoFiles } from "../support/people.ts";
import { addWaiting } from "../support/verifications.ts";
import { expect, test } from "./engine-test.ts";
import type { Tab } from "./tab.ts";

/** A name that no other member of the shared product has. */
const uniqueName = (name: string) => `${name} ${randomUUID().slice(0, 4)}`;

async function signIn(tab: Tab, { email, password }: Pick<MadeMember, "email" | "password">, start = "/busca") {
  await tab.open("/login");
  await tab.fill("E-mail", email);
  await tab.fill("Senha", password);
  await tab.press("button", "Entrar");
  await tab.isAt(start);
}

test("[M2.56][K1.01] a member signs up with photos, and signs in", async ({ openTab }) => {
  const [tab, ana] = [await openTab(), newPerson()];
  await tab.open("/cadastro");
  for (const [label, text] of [
    ["E-mail", ana.email],
    ["Senha", ana.password],
    ["Confirmar senha", ana.password],
    ["Nome", ana.name],
    ["Idade", "27"],
    ["Localização", "sao pau"],
  ] as const)
    await tab.fill(label, text);
  await tab.press("option", "São Paulo, SP");
  await tab.press("label", "Feminino");
  for (const { member } of aboutTexts) await tab.fill(member.label, "Boas conversas e bons jantares.");
  await tab.press("checkbox", /^Tenho 18 anos ou mais/);
  await tab.press("button", "Continuar");
  await tab.pickFiles("input[data-add-photo]", photoFiles);
  await tab.press("button", "Criar Conta");
  await tab.isAt("/login");
  await signIn(tab, ana);
});

test("[K2.17][K2.07][D3.43] a search is filtered, a card leads to the profile, a photo is enlarged, and Back leads to the filtered search", async ({
  openTab,
  maker,
}) => {
  const bia = await maker.member({ role: "baby", name: "Bia" });
  const bruno = await maker.member({ role: "daddy", name: uniqueName("Bruno") });
  const tab = await openTab();
  await signIn(tab, bia);
  await tab.press("button", /^Filtros/);
  await tab.fill("Cidade", "sao paulo");
  await tab.press("option", "São Paulo, SP");
  await tab.press("button", "Aplicar Filtros");
  await tab.isAt(/^\/busca\?.*cidade=3550308/);
  await tab.press("link", new RegExp(`^${bruno.name}, 30`));
  await tab.isAt(`/perfil/${bruno.id}`);
  await tab.press("button", "Ampliar foto 1 de 2");
  await tab.sees("button", /^Fechar/);
  await tab.driver.back();
  await tab.isAt(`/perfil/${bruno.id}`);
  await tab.driver.back();
  await tab.isAt(/^\/busca\?.*cidade=3550308/);
});

test("[K1.01][M7.06][K2.10][D3.07] a card's button leads to a conversation with a member in Chromium, and a cut network neither loses nor doubles a message", async ({
  openTab,
  maker,
  page,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const bia = await maker.member({ role: "baby", name: "Bia" });
  const bruno = await maker.member({ role: "daddy", name: uniqueName("Bruno") });
  await maker.grant(bruno.id, { tokens: 10, conversations: 1 });
  const proxy = await openProxy(origin);
  const tab = await openTab(proxy.address);
  await signIn(tab, bia);
  await tab.press("link", `Enviar mensagem para ${bruno.name}`);
  await tab.isAt(`/mensagens?userId=${bruno.id}`);
  const texts = async () =>
    (await tab.texts("[role=log] p")).filter((text) => /^(Você|Bruno[^:]*): /.test(text)).map((text) => text.slice(-4));
  await tab.fill(`Mensagem para ${bruno.name}`, "Oi 1");
  await tab.press("button", "Enviar");
  await expect.poll(texts).toEqual(["Oi 1"]);

  await signInByApi(page, bruno, origin);
  await page.goto(`/mensagens?userId=${bia.id}`);
  const field = page.getByRole("textbox", { name: "Mensagem para Bia" });
  const write = async (text: string) => {
    await field.fill(text);
    await page.getByRole("button", { name: "Enviar" }).click();
  };
  await write("Oi 2");
  await expect.poll(texts).toEqual(["Oi 1", "Oi 2"]);
  proxy.cut();
  await write("Oi 3");
  await tab.fill(`Mensagem para ${bruno.name}`, "Oi 4");
  await tab.press("button", "Enviar");
  await tab.seesText("Enviando");
  expect(await texts()).not.toContain("Oi 3");
  proxy.restore();
  const all = ["Oi 1", "Oi 2", "Oi 3", "Oi 4"];
  await expect.poll(async () => (await texts()).toSorted()).toEqual(all);
  for (const text of all) await expect(page.getByRole("log").getByText(text)).toBeVisible();
  await proxy.close();
});

test("[K2.32][K2.42] a purchase is paid by Pix in the frame, and the page goes on by itself", async ({
  openTab,
  maker,
}) => {
  const bruno = await maker.member({ role: "daddy", name: uniqueName("Bruno") });
  const tab = await openTab();
  await signIn(tab, bruno);
  await tab.open("/checkout?type=tokens");
  const payInFrame = () => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Página de pagamento"]');
    const buttons = [...(frame?.contentDocument?.querySelectorAll("button") ?? [])];
    const pay = buttons.find(({ textContent }) => textContent.trim() === "Pagar");
    pay?.click();
    return pay !== undefined;
  };
  await expect.poll(() => tab.driver.run(payInFrame)).toBe(true);
  await tab.isAt("/obrigado?type=tokens");
  await tab.seesText("Suas fichas chegaram");
});

test("[T74][M4.02] after a sign-out, Back shows nothing of the member, and no address that names anybody", async ({
  openTab,
  maker,
}) => {
  const bia = await maker.member({ role: "baby", name: "Bia Aurora" });
  const bruno = await maker.member({ role: "daddy", name: uniqueName("Bruno") });
  const tab = await openTab();
  await signIn(tab, bia);
  for (const path of [`/perfil/${bruno.id}`, "/configuracoes", `/mensagens?userId=${bruno.id}`, "/perfil"])
    await tab.open(path);
  await tab.press("button", /menu/i);
  await tab.press("menuitem", "Sair");
  await tab.isAt("/login");
  for (let steps = 0; steps < 6; steps += 1) {
    await tab.driver.back().catch(() => {});
    // biome-ignore lint/performance/useDomNodeTextContent: a text that is hidden does not count
    const read = () => `${location.href} ${document.title} ${document.body.innerText}`;
    const seenText = await tab.driver.run(read).catch(() => "");
    for (const trace of [bia.name, bia.email, bruno.id]) expect(seenText).not.toContain(trace);
  }
});

test("[D5.16] a member asks for a copy of their data, and it is ready to be downloaded", async ({ openTab, maker }) => {
  const bia = await maker.member({ role: "baby", name: "Bia" });
  const tab = await openTab();
  await signIn(tab, bia);
  await tab.open("/configuracoes/dados");
  await tab.press("button", "Pedir uma cópia");
  await tab.seesText("Sua cópia está pronta");
  await tab.press("button", "Baixar arquivo");
});

test("[K4.07][K2.59] the office approves a verification, and gives a purchase back", async ({
  openTab,
  maker,
  page,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const bia = await maker.member({ role: "baby", name: uniqueName("Bia") });
  const bruno = await maker.member({ role: "daddy", name: uniqueName("Bruno") });
  const rita = await maker.account({ role: "admin", name: "Rita" });
  await addWaiting(maker, sharedInstallation(), [bia.id]);
  await signInByApi(page, bruno, origin);
  const { order, url } = await call(page, origin, ["POST", "/orders"], { product: "tokens", method: "pix" });
  await call(page, origin, ["POST", url.replace("/sandbox/", "/sandbox/payments/")], { action: "pay" });
  await call(page, origin, ["POST", `/orders/${order.id}/check`], {});

  const tab = await openTab();
  await signIn(tab, rita, "/admin");
  await tab.open("/admin/verificacoes?situacao=pendentes");
  await tab.press("link", bia.name);
  await tab.press("button", /^Aprovar/);
  await tab.press("button", "Confirmar aprovação");
  await tab.seesText("Verificação aprovada");

  await tab.open(`/admin/pedidos/${order.id}`);
  await tab.fill("Valor a devolver", "23,50");
  await tab.fill("Motivo", "Pedido do membro");
  await tab.press("button", "Devolver");
  await tab.seesText("Reembolso pedido: ");
});
