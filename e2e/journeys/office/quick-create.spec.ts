import { randomUUID } from "node:crypto";
import { findLink, waitForMail } from "../../support/mails.ts";
import { signInByApi } from "../../support/member-factory.ts";
import { admin, signIn } from "../../support/people.ts";
import { axe, expect, shot, test } from "../../support/test.ts";

/** The word has only letters, because a name with many digits is taken for a phone number. */
const newWord = () =>
  randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");

test("[K2.66][K2.67][K2.68][K4.10][K5.15][K5.17][K7.05] an admin makes a managed user out of random data, and the form starts empty", async ({
  page,
  maker,
  baseURL,
}) => {
  await signInByApi(page, admin(), baseURL ?? "");
  await page.goto("/admin/cadastro-rapido");
  await expect(page.getByLabel("E-mail", { exact: true })).not.toHaveValue("");
  const photos = page.getByRole("list", { name: "Fotos do usuário" }).getByRole("img");
  await expect(photos.nth(1)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("O usuário é criado não verificado")).toBeVisible();
  await expect(page.getByRole("link", { name: "Voltar para Lista" })).toHaveAttribute("href", "/admin/usuarios");
  await axe(page);
  await shot(page, "admin-cadastro-rapido");

  const before = await page.getByLabel("E-mail", { exact: true }).inputValue();
  await page.getByRole("button", { name: "Gerar novos dados aleatórios" }).click();
  await expect(page.getByLabel("E-mail", { exact: true })).not.toHaveValue(before);
  await expect(photos.nth(1)).toBeVisible({ timeout: 60_000 });

  const submit = page.getByRole("button", { name: "Criar Usuário (Não Verificado)" });
  const name = page.getByLabel("Nome", { exact: true });
  const newName = `Zenaide ${newWord()}`;
  await name.fill("");
  await submit.click();
  await expect(page.getByText("Nome é obrigatório")).toBeVisible();
  await name.fill(newName);
  await expect(page.getByText("Nome é obrigatório")).toHaveCount(0);
  const email = await page.getByLabel("E-mail", { exact: true }).inputValue();
  await submit.click();
  await expect(page.getByText(`Usuário ${newName} criado com sucesso! (Status: Não verificado)`)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(`Login de ${newName}`)).toBeVisible();
  await expect(page.getByLabel("E-mail", { exact: true })).not.toHaveValue(email);
  await expect(page.getByText(`Usuário ${newName} criado com sucesso! (Status: Não verificado)`)).toHaveCount(0);

  await page.goto(`/admin/usuarios?q=${encodeURIComponent(newName)}`);
  const row = page.getByRole("row", { name: new RegExp(newName) });
  await expect(row.getByText("Gerenciado", { exact: true })).toBeVisible();
  await expect(row.getByRole("switch", { name: `Verificado: ${newName}` })).not.toBeChecked();
  expect(await maker.db.selectFrom("mail").where("recipient", "=", email).select("id").execute()).toEqual([]);
});

test("[D3.21][D3.22][D3.23][D3.24] an invited person takes the profile over by the mailed link, and the label goes", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const email = `convite-${newWord()}@exemplo.com`;
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, admin(), baseURL ?? "");
  await page.goto("/admin/cadastro-rapido");
  const photos = page.getByRole("list", { name: "Fotos do usuário" }).getByRole("img");
  await expect(photos.nth(1)).toBeVisible({ timeout: 60_000 });
  const newName = `Zilda ${newWord()}`;
  await page.getByLabel("Nome", { exact: true }).fill(newName);
  await page.getByLabel("Idade", { exact: true }).fill("29");
  await page.getByText("Feminino", { exact: true }).click();
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByRole("checkbox", { name: /Enviar convite/ }).check();
  await page.getByRole("button", { name: "Criar Usuário (Não Verificado)" }).click();
  await expect(page.getByText(`Login de ${newName}`)).toBeVisible({ timeout: 60_000 });
  const { id } = await maker.db.selectFrom("member").where("email", "=", email).select("id").executeTakeFirstOrThrow();

  const his = await openPage();
  await signInByApi(his, bruno, baseURL ?? "");
  await his.goto(`/perfil/${id}`);
  await expect(his.getByText("Perfil gerenciado").first()).toBeVisible();
  await expect(his.getByRole("link", { name: /Mensagem/ })).toHaveCount(0);

  const hers = await openPage();
  await hers.goto(findLink(await waitForMail(maker.db, email), "/assumir-perfil"));
  await expect(hers.getByRole("heading", { name: "Assuma seu perfil" })).toBeVisible();
  await expect(hers.getByText(email)).toBeVisible();
  expect(hers.url()).not.toContain("#");
  await axe(hers);
  await shot(hers, "assumir-perfil");
  await hers.getByRole("button", { name: "Assumir meu perfil" }).click();
  await expect(hers.getByText("Você deve aceitar os termos de uso")).toBeVisible();
  const password = `segredo ${randomUUID()}`;
  await hers.getByLabel("Nova senha", { exact: true }).fill(password);
  await hers.getByLabel("Confirmar nova senha").fill(password);
  await hers.getByLabel("Sua idade").fill("29");
  await hers.getByLabel(/Tenho 18 anos ou mais/).check();
  await hers.getByRole("button", { name: "Assumir meu perfil" }).click();
  await expect(hers.getByText("Perfil assumido! Entre com seu e-mail e a senha que você criou.")).toBeVisible();
  await signIn(hers, { email, password });
  await expect(hers).toHaveURL(/\/busca/);

  await his.reload();
  await expect(his.getByRole("heading", { name: new RegExp(newName) })).toBeVisible();
  await expect(his.getByText("Perfil gerenciado")).toHaveCount(0);
});

test("an invitation that was used or never was leads nowhere", async ({ page }) => {
  await page.goto(`/assumir-perfil#${"a".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "Convite inválido" })).toBeVisible();
});
