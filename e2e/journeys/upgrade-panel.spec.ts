import { signInByApi } from "../support/member-factory.ts";
import { axe, expect, shot, test } from "../support/test.ts";

test("[D4.25] a daddy who may not write reads it on the profile, and in the chat what is missing and what it costs", async ({
  page,
  maker,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const [bruno, ana, bia] = [
    await maker.member({ role: "daddy", name: "Bruno" }),
    await maker.member({ role: "baby", name: "Ana" }),
    await maker.member({ role: "baby", name: "Bia" }),
  ];
  await signInByApi(page, bruno, baseURL ?? "");

  const panel = page.getByRole("region", { name: "Faça upgrade para enviar mais mensagens" });
  const expectPanel = async (title: string, text: string) => {
    await expect(panel.getByRole("heading", { name: title })).toBeVisible();
    await expect(panel.getByText(text)).toBeVisible();
    for (const price of [/47,00/, /139,00/]) await expect(panel.getByText(price)).toBeVisible();
    for (const [name, part] of [
      ["Comprar Fichas", "fichas"],
      ["Tornar-se Premium", "premium"],
    ] as const)
      await expect(panel.getByRole("link", { name })).toHaveAttribute("href", `/premium#${part}`);
    await expect(page.getByText(/Comece a conversa|costuma ser um bom começo/)).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: /^Mensagem para/ })).toBeDisabled();
  };

  await test.step("without ever having had tokens", async () => {
    await page.goto(`/perfil/${ana.id}`);
    await expect(page.getByRole("link", { name: "Mensagem · precisa de fichas" })).toBeVisible();
    await axe(page);
    await shot(page, "perfil-sem-fichas");
    await page.getByRole("link", { name: "Mensagem · precisa de fichas" }).click();
    await expectPanel("Você ainda não tem fichas", "Para escrever, compre fichas ou seja Premium.");
    await axe(page);
    await shot(page, "chat-nunca-teve-fichas");
  });
  await test.step("with tokens the invitation is there, and without a new conversation it is gone", async () => {
    await maker.grant(bruno.id, { tokens: 2, conversations: 1 });
    await page.goto(`/perfil/${ana.id}`);
    await page.getByRole("link", { name: "Mensagem", exact: true }).click();
    await expect(page.getByText("Comece a conversa com Ana")).toBeVisible();
    const field = page.getByRole("textbox", { name: "Mensagem para Ana" });
    // Touch screens get no focus, because their keyboard would cover half of the conversation.
    const hasMouse = await page.evaluate(() => matchMedia("(pointer: fine)").matches);
    if (hasMouse) await expect(field).toBeFocused();
    else await expect(field).not.toBeFocused();
    await field.fill("Oi, Ana!");
    await page.getByRole("button", { name: "Enviar" }).click();
    await expect(page.getByText("Você tem 1 ficha e 0 conversas novas")).toBeVisible();
    await page.goto(`/perfil/${bia.id}`);
    await page.getByRole("link", { name: "Mensagem · precisa de fichas" }).click();
    await expectPanel("Suas conversas novas acabaram", "Sua ficha continua valendo nas conversas já abertas.");
    await shot(page, "chat-sem-conversas");
  });
  await test.step("with the last token spent", async () => {
    await page.goto(`/mensagens?userId=${ana.id}`);
    await page.getByRole("textbox", { name: "Mensagem para Ana" }).fill("Tudo bem?");
    await page.getByRole("button", { name: "Enviar" }).click();
    await expectPanel("Suas fichas acabaram", "Cada mensagem gasta uma ficha.");
    await shot(page, "chat-sem-fichas");
  });
});
