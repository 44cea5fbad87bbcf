import type { Page } from "@playwright/test";
import { test } from "../../support/own-test.ts";
import { fillSignUp, newPerson, signIn } from "../../support/people.ts";
import { axe, expect, shot } from "../../support/test.ts";

const ADMIN = { email: "dona@exemplo.invalid", password: "uma senha bem longa" };

// This journey expects a refused sign-up.
test.use({ expectedErrors: /status of 403/ });
test.use({
  ownSettings: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, BRAND_TAGLINE: "Uma frase do ambiente." },
});

async function openSettings(page: Page): Promise<void> {
  await page.goto("/login");
  await signIn(page, ADMIN);
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/admin/configuracoes");
  await expect(page.getByRole("heading", { name: "Configurações do site" })).toBeVisible();
}

const openTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

test("[D1.01][D1.14] an owner names the site and its company, a second visitor reads it, and the history takes it back", async ({
  page,
  openPage,
}) => {
  await openSettings(page);
  await expect(page.getByLabel("Frase")).toHaveValue("Uma frase do ambiente.");
  await expect(page.getByLabel("Frase")).not.toBeEditable();
  await expect(page.getByText("Do ambiente: BRAND_TAGLINE")).toBeVisible();
  await axe(page);
  await shot(page, "configuracoes-marca");

  await page.getByLabel("CNPJ").fill("11.222.333/0001-80");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(page.getByText("Este CNPJ não confere")).toBeVisible();
  await page.getByLabel("Nome do site").fill("Clube da Ana");
  await page.getByLabel("Empresa", { exact: true }).fill("Clube & Cia. Ltda.");
  await page.getByLabel("CNPJ").fill("11.222.333/0001-81");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(page.getByText("Configurações salvas")).toBeVisible();

  const visitor = await openPage();
  await visitor.goto("/termos");
  await expect(visitor).toHaveTitle("Termos de uso · Clube da Ana");
  await expect(visitor.getByText("Clube & Cia. Ltda., CNPJ 11.222.333/0001-81")).toBeVisible();
  await visitor.goto("/login");
  await expect(visitor.getByText("Uma frase do ambiente.").filter({ visible: true })).toBeVisible();
  const manifest = await (await visitor.request.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({ name: "Clube da Ana", description: "Uma frase do ambiente." });

  await openTab(page, "Histórico");
  await expect(page.getByRole("button", { name: "Desfazer: Nome do site" })).toBeVisible();
  await shot(page, "configuracoes-historico");
  await axe(page);
  await page.getByRole("button", { name: "Desfazer: Nome do site" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Desfazer" }).click();
  await expect(page.getByText("Mudança desfeita")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("tab", { name: "Histórico" })).toBeInViewport({ ratio: 0.9 });
  await visitor.goto("/termos");
  await expect(visitor).toHaveTitle("Termos de uso · Caramelo");
});

test("an owner rewrites a mail, sees it before it is sent, and gets it as a test", async ({ page }) => {
  await openSettings(page);
  await openTab(page, "Textos de e-mail");
  await page.getByLabel("E-mail", { exact: true }).selectOption({ label: "Recibo" });
  await expect(page).toHaveURL(/email=receipt/);
  await page.getByLabel("Assunto").fill("Seu recibo de {valor}");
  const preview = page.getByRole("region", { name: "Prévia" });
  await expect(preview.getByText("Seu recibo de R$ 139,00")).toBeVisible();
  await axe(page);
  await shot(page, "configuracoes-emails");

  await page.getByLabel("Rodapé").fill("Até {horas}.");
  await page.getByRole("button", { name: "Salvar texto" }).click();
  await expect(page.getByText("Este e-mail não tem {horas}")).toBeVisible();
  await page.getByLabel("Rodapé").fill("Dúvidas: {suporte}.");
  await page.getByRole("button", { name: "Enviar teste para mim" }).click();
  await expect(page.getByText("E-mail de teste enviado")).toBeVisible();
  await page.getByRole("button", { name: "Salvar texto" }).click();
  await expect(page.getByText("Texto salvo")).toBeVisible();
  await expect(page.getByRole("button", { name: "Voltar ao original" })).toBeVisible();

  await page.goto("/admin/emails");
  await page.getByRole("button", { name: "Seu recibo de R$ 139,00" }).click();
  await expect(page.getByText("Dúvidas: suporte@exemplo.invalid.")).toBeVisible();
});

test("an owner closes the sign-up and changes a limit, and a guest feels both at once", async ({ page, openPage }) => {
  await openSettings(page);
  await openTab(page, "Limites");
  const favorites = page.getByRole("group", { name: "Favoritos de um membro" });
  await favorites.getByLabel("quantas vezes").fill("");
  await page.getByRole("button", { name: "Salvar limites" }).click();
  await expect(favorites.getByText("Informe quantas vezes e em quanto tempo, em números inteiros")).toBeVisible();
  await expect(favorites.getByLabel("quantas vezes")).toBeFocused();
  await favorites.getByLabel("quantas vezes").fill("20");
  await favorites.getByLabel("em quanto tempo").fill("1");
  await favorites.getByLabel("unidade de tempo").selectOption("minuto");
  await page.getByRole("button", { name: "Salvar limites" }).click();
  await expect(page.getByText("Configurações salvas")).toBeVisible();
  await expect(favorites.getByText("Padrão: 120 em 1 hora")).toBeVisible();
  await axe(page);
  await shot(page, "configuracoes-limites");

  await openTab(page, "Recursos");
  await page.getByRole("switch", { name: "Aceitar novos cadastros" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Desligar" }).click();
  await expect(page.getByRole("switch", { name: "Aceitar novos cadastros" })).not.toBeChecked();
  await axe(page);
  await shot(page, "configuracoes-recursos");
  const guest = await openPage();
  await guest.goto("/cadastro");
  await fillSignUp(guest, newPerson());
  await guest.getByRole("button", { name: "Continuar" }).click();
  await expect(guest.getByText("Novos cadastros estão fechados no momento.")).toBeVisible();

  await openTab(page, "Provedores");
  await expect(page.getByRole("heading", { name: "Ambiente de testes (nada é cobrado)" })).toBeVisible();
  await axe(page);
  await shot(page, "configuracoes-provedores");
});

test("[D1.14] orders, the audit log, mails and settings are for the staff only", async ({
  page,
  openPage,
  product,
}) => {
  const screens = {
    pedidos: "Pedidos",
    auditoria: "Auditoria",
    emails: "E-mails",
    configuracoes: "Configurações do site",
  };
  const ana = await product.maker.member({ role: "baby", name: "Ana" });
  const member = await openPage();
  await member.goto("/login");
  await signIn(member, ana);
  await expect(member).toHaveURL(/\/busca$/);
  await openSettings(page);
  for (const [path, name] of Object.entries(screens)) {
    await member.goto(`/admin/${path}`);
    await expect(member, path).toHaveURL(/\/busca$/);
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  }
});
