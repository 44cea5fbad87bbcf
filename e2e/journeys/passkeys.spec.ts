import type { Page } from "@playwright/test";
import { findLink, waitForMail } from "../support/mails.ts";
import { signInByApi } from "../support/member-factory.ts";
import { addPasskeyDevice, byName } from "../support/passkeys.ts";
import { signIn, signOut } from "../support/people.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";
import { expectLoaded, expectStill, watchVitals } from "../support/vitals.ts";

test.use({ baseURL: async ({ baseURL }, use) => use(byName(baseURL)) });

const passkeyButton = (page: Page) => page.getByRole("button", { name: "Entrar com chave de acesso" });
const section = (page: Page) => page.getByRole("region", { name: "Chaves de acesso" });
const passkeyRow = (page: Page) => page.getByRole("list", { name: "Suas chaves de acesso" }).getByRole("listitem");

test("[D2.54][T80] a member adds a passkey, signs in by it, and removes it: then it opens nothing any more", {
  tag: "@npm-test",
}, async ({ page, maker, baseURL }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const touch = await addPasskeyDevice(page);
  await test.step("adds it in the settings, and gives it a name", async () => {
    await signInByApi(page, ana, baseURL ?? "");
    await page.goto("/configuracoes#chaves");
    await expect(section(page)).toContainText("a digital, o rosto ou o PIN");
    await section(page).getByRole("button", { name: "Adicionar chave de acesso" }).click();
    await expect(passkeyRow(page)).toContainText("nunca usada");
    await passkeyRow(page).getByRole("button", { name: "Renomear" }).click();
    await page.getByLabel("Nome da chave").fill("");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Dê um nome à chave")).toBeVisible();
    await axe(page);
    await page.getByLabel("Nome da chave").fill("Meu celular");
    await page.keyboard.press("Enter");
    await expect(passkeyRow(page)).toContainText("Meu celular");
    await expectNoSidewaysScroll(page);
    await axe(page);
    await shot(page, "chaves");
    // The same device makes no second key of the account.
    await section(page).getByRole("button", { name: "Adicionar chave de acesso" }).click();
    await expect(section(page).getByRole("alert")).toContainText("já tem uma chave de acesso");
  });

  await test.step("signs in by the button, without address or password", async () => {
    await touch(false);
    await signOut(page);
    await expect(page).toHaveURL(/\/login$/);
    await axe(page);
    await touch(true);
    await passkeyButton(page).click();
    await expect(page).toHaveURL(/\/busca$/);
    await page.goto("/configuracoes#chaves");
    await expect(passkeyRow(page)).toContainText(/último uso em \d/);
  });

  await test.step("signs in by what the browser offers in the e-mail field", async () => {
    await touch(false);
    await signOut(page);
    await expect(page.getByLabel("E-mail", { exact: true })).toHaveAttribute("autocomplete", "username webauthn");
    const isOffered = await page.evaluate(() => PublicKeyCredential.isConditionalMediationAvailable());
    expect(isOffered, "whether this browser offers passkeys in a field").toBe(true);
    await touch(true);
    await page.getByLabel("E-mail", { exact: true }).focus();
    await expect(page).toHaveURL(/\/busca$/);
  });

  await test.step("removes it, after showing by it who they are", async () => {
    const long = new Date(Date.now() - 3_600_000);
    await maker.db.updateTable("session").set({ provedAt: long }).where("memberId", "=", ana.id).execute();
    await page.goto("/configuracoes#chaves");
    await passkeyRow(page).getByRole("button", { name: "Remover" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remover chave" }).click();
    const proof = page.getByRole("dialog", { name: "Confirme que é você" });
    await expect(proof).toContainText("a sua chave de acesso ou a sua senha outra vez");
    await axe(page);
    await shot(page, "chaves-prova");
    await proof.getByRole("button", { name: "Usar chave de acesso" }).click();
    // While the dialog is open, nothing behind it can be found.
    await expect(proof).toHaveCount(0);
    await expect(passkeyRow(page)).toHaveCount(0);
  });

  await test.step("is refused, because the key is lost", async () => {
    await touch(false);
    await signOut(page);
    await touch(true);
    await passkeyButton(page).click();
    await expect(page.getByRole("alert")).toContainText("Esta chave de acesso não foi aceita");
    await touch(false);
    await expectNoSidewaysScroll(page);
    await shot(page, "login-chave-recusada");
    await signIn(page, ana);
    await expect(page).toHaveURL(/\/busca$/);
  });
});

test("[D2.54] a proof by the password opens the settings, too, and giving it up changes nothing", async ({
  page,
  maker,
  baseURL,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await addPasskeyDevice(page);
  await signInByApi(page, ana, baseURL ?? "");
  const long = new Date(Date.now() - 3_600_000);
  await maker.db.updateTable("session").set({ provedAt: long }).where("memberId", "=", ana.id).execute();
  await page.goto("/configuracoes#chaves");
  const add = section(page).getByRole("button", { name: "Adicionar chave de acesso" });
  const proof = page.getByRole("dialog", { name: "Confirme que é você" });
  await add.click();
  await expect(proof).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(proof).toHaveCount(0);
  await expect(section(page).getByRole("alert")).toHaveCount(0);
  await expect(passkeyRow(page)).toHaveCount(0);
  await add.click();
  await proof.getByLabel("Senha", { exact: true }).fill("nunca foi esta");
  await page.keyboard.press("Enter");
  await expect(proof.getByText("Senha atual incorreta")).toBeVisible();
  await proof.getByLabel("Senha", { exact: true }).fill(ana.password);
  await page.keyboard.press("Enter");
  await expect(passkeyRow(page)).toHaveCount(1);
});

test("[D2.54][D2.12] staff use a passkey in place of the code, and the password alone opens nothing any more", {
  tag: "@desktop",
}, async ({ page, maker, baseURL }) => {
  const bia = await maker.account({ role: "admin", name: "Bia" });
  const caio = await maker.account({
    role: "admin",
    staffRole: "moderator",
    name: `Caio ${crypto.randomUUID().slice(0, 8)}`,
  });
  const touch = await addPasskeyDevice(page);
  await signInByApi(page, bia, baseURL ?? "");
  await page.goto("/admin/seguranca");
  await section(page).getByRole("button", { name: "Adicionar chave de acesso" }).click();
  await expect(passkeyRow(page)).toHaveCount(1);
  await axe(page);
  await shot(page, "admin-chaves");

  await touch(false);
  await signOut(page);
  await signIn(page, bia);
  await expect(page.getByRole("alert")).toContainText("esta conta pede a chave de acesso");
  await touch(true);
  await passkeyButton(page).click();
  await expect(page).toHaveURL(/\/admin$/);

  const long = new Date(Date.now() - 3_600_000);
  await maker.db.updateTable("session").set({ provedAt: long }).where("memberId", "=", bia.id).execute();
  await page.goto("/admin/equipe");
  const row = page.getByRole("row").filter({ hasText: caio.name });
  await row.getByRole("button", { name: "Encerrar sessões" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Encerrar sessões" }).click();
  const proof = page.getByRole("dialog", { name: "Confirme que é você" });
  await expect(proof).toContainText("Esta ação pede a sua chave de acesso.");
  await proof.getByRole("button", { name: "Usar chave de acesso" }).click();
  await expect(proof).toHaveCount(0);
  await expect
    .poll(() => maker.db.selectFrom("auditEntry").where("subjectId", "=", caio.id).select("action").execute())
    .toEqual([{ action: "team.sessions-ended" }]);
});

test("[D2.54] the sign-in screen offers passkeys and does not move", async ({ page }) => {
  await addPasskeyDevice(page);
  await watchVitals(page);
  await page.goto("/login");
  await expect(passkeyButton(page)).toBeEnabled();
  await expectLoaded(page);
  await expectStill(page, "/login");
  await expectNoSidewaysScroll(page);
  await shot(page, "login-chave");
});

test.describe("at an address of numbers", () => {
  test.use({ baseURL: async ({ baseURL }, use) => use((baseURL ?? "").replace("localhost", "127.0.0.1")) });

  test("[D2.54] the screens say why there are no passkeys, and where there are", async ({ page, maker, baseURL }) => {
    await page.goto("/login");
    await passkeyButton(page).click();
    await expect(page.getByRole("alert")).toContainText("http://localhost:");
    await axe(page);
    await signInByApi(page, await maker.member({ role: "baby", name: "Ana" }), baseURL ?? "");
    await page.goto("/configuracoes#chaves");
    await expect(section(page)).toContainText("http://localhost:");
    await expect(section(page).getByRole("button")).toHaveCount(0);
  });
});

test("[T84] a new password by mail switches off the key that was added lately, until its member keeps it", async ({
  page,
  maker,
  baseURL,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await addPasskeyDevice(page);
  await signInByApi(page, ana, baseURL ?? "");
  await page.goto("/configuracoes#chaves");
  await section(page).getByRole("button", { name: "Adicionar chave de acesso" }).click();
  await expect(passkeyRow(page)).toContainText("nunca usada");
  await signOut(page);
  const password = "outra senha bem guardada";
  await test.step("names the key once the password is set", async () => {
    await page.goto("/esqueci-senha");
    await page.getByLabel("E-mail").fill(ana.email);
    await page.getByRole("button", { name: "Enviar Link de Recuperação" }).click();
    // The first mail was about the key, and the second has the link.
    await page.goto(findLink(await waitForMail(maker.db, ana.email, 2), "/redefinir-senha"));
    await page.getByLabel("Nova senha", { exact: true }).fill(password);
    await page.getByLabel("Confirmar nova senha").fill(password);
    await page.getByRole("button", { name: "Redefinir Senha" }).click();
    await expect(page.getByRole("heading", { name: "Senha criada" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem")).toContainText("Desligada");
    await axe(page);
    await shot(page, "senha-chaves-que-ficaram");
    await page.getByRole("main").getByRole("link", { name: "Entrar" }).click();
  });
  await test.step("keeps the key in the settings", async () => {
    await signIn(page, { ...ana, password });
    await expect(page).toHaveURL(/\/busca$/);
    await page.goto("/configuracoes#chaves");
    await expect(passkeyRow(page)).toContainText("não abre a conta");
    await expectNoSidewaysScroll(page);
    await axe(page);
    await shot(page, "chave-desligada");
    await passkeyRow(page).getByRole("button", { name: "Manter" }).click();
    await expect(passkeyRow(page)).not.toContainText("Desligada");
    await expect(page.getByText("Esta chave abre a conta de novo.")).toBeFocused();
  });
  await test.step("asks for the erasure, which waits because the password is new, and cancels it", async () => {
    await page.goto("/configuracoes/dados#exclusao");
    await page.getByRole("button", { name: "Excluir minha conta" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Excluir minha conta" }).click();
    await expect(page.getByText("Pedido em espera")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: /^Exclusão da conta: começa em/ })).toBeVisible();
    await page.getByRole("button", { name: "Pedir uma cópia" }).click();
    await expect(page.getByText(/você pode baixá-la a partir de/)).toBeVisible();
    await shot(page, "dados-espera");
    await page.goto("/configuracoes");
    await expect(page.getByText("Pedido em espera")).toBeVisible();
    await page.getByRole("button", { name: /^E-mail/ }).click();
    await page.getByLabel("Novo e-mail").fill("ana-outra@example.com");
    await page.getByLabel("Senha atual").fill(password);
    await page.getByRole("button", { name: "Salvar e-mail" }).click();
    await expect(page.getByText(/^Troca do e-mail para ana-outra@example.com: começa em/)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await axe(page);
    await shot(page, "pedido-em-espera");
    await page.getByRole("button", { name: "Cancelar pedidos" }).click();
    await expect(page.getByText("Pedidos cancelados")).toBeVisible();
    await expect(page.locator(":focus")).toHaveText("Pedidos cancelados");
    await expect(page.getByText("Pedido em espera")).toHaveCount(0);
  });
});
