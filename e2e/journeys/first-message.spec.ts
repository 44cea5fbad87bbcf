import { aboutTexts } from "@caramelo/contract/texts/about";
import { countEffort } from "../support/effort.ts";
import { test } from "../support/own-test.ts";
import { newPerson, photoFiles } from "../support/people.ts";
import { axe, expect, shot } from "../support/test.ts";

test("[D2.47][D2.48][D2.49] a newcomer comes from the first page to the first message with at most 10 taps and 10 typed fields", {
  tag: "@one-size",
}, async ({ page, product }) => {
  test.setTimeout(240_000);
  const ana = newPerson();
  const bruno = await product.maker.member({ role: "daddy", name: "Bruno" });
  const { tap, type, effort } = countEffort();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  await page.goto("/");
  await tap(page.getByRole("link", { name: "Criar conta grátis" }));
  // The page before has a field of the same name, so the heading is awaited first.
  await expect(page.getByRole("heading", { level: 1, name: "Crie sua conta" })).toBeVisible();
  await test.step("the data and the photos", async () => {
    await type(field("E-mail"), ana.email);
    await type(field("Senha"), ana.password);
    await type(field("Confirmar senha"), ana.password);
    await type(field("Nome"), ana.name);
    await type(field("Idade"), "27");
    await tap(page.getByText("Feminino", { exact: true }));
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
    const sent = page.locator("[aria-label='Envio da foto 2'][aria-valuenow='100']").waitFor({ timeout: 60_000 });
    await tap(button("Criar Conta"));
    await sent;
  });
  await test.step("one step is left", async () => {
    await expect(page.getByRole("heading", { level: 1, name: "Falta só entrar" })).toBeVisible({ timeout: 60_000 });
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/login");
    await expect(field("E-mail")).toHaveValue(ana.email);
    await expect(field("Senha")).toBeFocused();
    await expect(page.getByText("Sua conta foi criada com sucesso. Faça login para continuar.")).toHaveCount(1);
    await axe(page);
    await shot(page, "falta-so-entrar");
    await type(field("Senha"), ana.password);
    await tap(page.locator("form").getByRole("button", { name: "Entrar", exact: true }));
  });
  await test.step("the first message, without a press for the welcome", async () => {
    await expect(page.getByRole("dialog", { name: /^Bem-vinda, Ana Beatriz/ })).toBeVisible();
    const card = page.getByRole("article").filter({ has: page.getByRole("link", { name: "Bruno, 30 anos" }) });
    await tap(card.getByRole("link", { name: "Enviar mensagem para Bruno" }));
    await expect(page).toHaveURL(`/mensagens?userId=${bruno.id}`);
    await type(page.getByRole("textbox", { name: "Mensagem para Bruno" }), "Oi, Bruno! Tudo bem?");
    await tap(button("Enviar"));
    await expect(page.getByRole("log").getByText("Oi, Bruno! Tudo bem?")).toBeVisible();
    await expect(page.getByRole("log").getByText("Enviando")).toHaveCount(0);
  });
  test.info().annotations.push({ type: "effort", description: `${effort.taps} taps, ${effort.fields} fields` });
  expect(effort.taps).toBeLessThanOrEqual(10);
  expect(effort.fields).toBeLessThanOrEqual(10);
});
