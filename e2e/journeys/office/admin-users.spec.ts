import { randomUUID } from "node:crypto";
import { signInByApi } from "../../support/member-factory.ts";
import { admin } from "../../support/people.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../../support/test.ts";

/** The word has only letters, because a name with many digits is taken for a phone number. */
const newWord = () =>
  randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");

test("[K2.44][K2.48][K2.49][K2.50][K7.03][K4.06][K8.06][D5.05] an admin searches a member, gives the badge, and the member's own page shows it", {
  tag: "@both-sizes",
}, async ({ page, maker, baseURL, openPage }) => {
  const word = newWord();
  const marina = await maker.member({ name: `Marína ${word}` });
  await maker.account({ name: `Outra ${newWord()}` });
  await signInByApi(page, admin(), baseURL ?? "");
  await page.goto("/admin/usuarios");
  await expect(page.getByRole("table", { name: "Usuários" })).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Administração" });
  for (const [name, path] of [
    ["Dashboard", "/admin"],
    ["Usuários", "/admin/usuarios"],
    ["Cadastro rápido", "/admin/cadastro-rapido"],
    ["Verificações", "/admin/verificacoes"],
    ["Denúncias", "/admin/denuncias"],
  ] as const)
    await expect(nav.getByRole("link", { name })).toHaveAttribute("href", path);
  await axe(page);
  await shot(page, "admin-usuarios");
  await expectNoSidewaysScroll(page);

  await page.getByLabel("Nome, e-mail ou localização").fill(`marina ${word}`);
  await expect(page).toHaveURL(new RegExp(`q=marina(\\+|%20)${word}`));
  await expect(page.getByText("1 a 1 de 1")).toBeVisible();
  const row = page.getByRole("row", { name: new RegExp(word) });
  await expect(row.getByRole("link", { name: `Ver perfil de ${marina.name}` })).toHaveAttribute(
    "href",
    `/perfil/${marina.id}`,
  );
  await expect(row.getByRole("link", { name: `Editar ${marina.name}` })).toHaveAttribute(
    "href",
    `/admin/usuarios/editar/${marina.id}`,
  );

  const hers = await openPage();
  await signInByApi(hers, marina, baseURL ?? "");
  await hers.goto("/perfil");
  await expect(hers.getByRole("heading", { name: new RegExp(word) })).toBeVisible();
  await expect(hers.getByText("Verificada")).toHaveCount(0);

  const badge = row.getByRole("switch", { name: `Verificado: ${marina.name}` });
  await badge.click();
  const dialog = page.getByRole("dialog", { name: "Marcar como verificado?" });
  await dialog.getByLabel("Motivo (opcional)").fill("vi os documentos");
  await dialog.getByRole("button", { name: "Confirmar" }).click();
  await expect(page.getByText("Usuário verificado com sucesso!")).toBeVisible();
  await expect(badge).toBeChecked();
  await expect(hers.getByText("Verificada").first()).toBeVisible();
  await expect(page.getByText("Usuário verificado com sucesso!")).toHaveCount(0);
});

test("[D5.06][T11] an admin suspends a member with a reason, and her open page ends at once", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const word = newWord();
  const marina = await maker.member({ name: `Marina ${word}` });
  const hers = await openPage();
  await signInByApi(hers, marina, baseURL ?? "");
  await hers.goto("/busca");
  await expect(hers.getByRole("tab", { name: /Todos/ })).toBeVisible();
  await signInByApi(page, admin(), baseURL ?? "");
  await page.goto(`/admin/usuarios?q=${word}`);
  await page.getByRole("switch", { name: `Conta ativa: ${marina.name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Suspender a conta?" });
  await dialog.getByRole("button", { name: "Confirmar" }).click();
  await expect(dialog.getByText("Escreva o motivo")).toBeVisible();
  await dialog.getByLabel("Motivo", { exact: true }).fill("golpe");
  await axe(page);
  await dialog.getByRole("button", { name: "Confirmar" }).click();
  await expect(page.getByText("Conta desativada com sucesso!")).toBeVisible();
  await expect(hers).toHaveURL(/\/login/);
  await expect(page.getByText("Suspensa", { exact: true })).toBeVisible();
});

test("[D2.59] a moderator ends the sessions of a member after a proof, and her open page asks for the password again", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const [marina, caio] = [
    await maker.member({ name: `Marina ${newWord()}` }),
    await maker.account({ role: "admin", staffRole: "moderator", name: "Caio" }),
  ];
  const hers = await openPage();
  await signInByApi(hers, marina, baseURL ?? "");
  await hers.goto("/busca");
  await expect(hers.getByRole("tab", { name: /Todos/ })).toBeVisible();
  await signInByApi(page, caio, baseURL ?? "");
  // The session's proof is one hour old, so it has expired.
  const long = new Date(Date.now() - 3_600_000);
  await maker.db.updateTable("session").set({ provedAt: long }).where("memberId", "=", caio.id).execute();
  await page.goto(`/admin/usuarios/editar/${marina.id}`);
  const button = page.getByRole("region", { name: "Sessões" }).getByRole("button", { name: "Encerrar sessões" });
  await button.click();
  const question = page.getByRole("alertdialog", { name: `Encerrar as sessões de ${marina.name}?` });
  await expect(question).toContainText("A pessoa sai de todos os aparelhos e pode entrar de novo.");
  await axe(page);
  await shot(page, "admin-encerrar-sessoes");
  await question.getByRole("button", { name: "Encerrar sessões" }).click();
  await page
    .getByRole("dialog", { name: "Confirme que é você" })
    .getByLabel("Senha", { exact: true })
    .fill(caio.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Sessões de ${marina.name} encerradas`)).toBeVisible();
  await expect(button).toBeFocused();
  await expect(hers).toHaveURL(/\/login/);
  await expectNoSidewaysScroll(page);
});

test("an admin changes several members at once and reads what happened to each", async ({ page, maker, baseURL }) => {
  const word = newWord();
  await maker.account({ name: `Ana ${word}` });
  await maker.account({ name: `Bia ${word}`, isVerified: true });
  await maker.account({ name: `Caio ${word}`, isManaged: true });
  await signInByApi(page, admin(), baseURL ?? "");
  await page.goto(`/admin/usuarios?q=${word}&ordem=nome`);
  await expect(page.getByText("1 a 3 de 3")).toBeVisible();
  const names = page.getByRole("rowheader").getByText(new RegExp(`^\\w+ ${word}$`));
  await expect(names).toHaveText([`Ana ${word}`, `Bia ${word}`, `Caio ${word}`]);
  await page.getByLabel("Selecionar todos desta página").filter({ visible: true }).check();
  await expect(page.getByText("3 usuários selecionados")).toBeVisible();
  await page.getByRole("button", { name: "Ações", exact: true }).click();
  await page.getByRole("menuitem", { name: "Marcar como verificado" }).click();
  const dialog = page.getByRole("dialog", { name: "Marcar como verificado?" });
  await expect(dialog.getByText("3 usuários")).toBeVisible();
  await dialog.getByRole("button", { name: "Confirmar" }).click();
  await expect(page.getByText("1 usuário alterado, 1 já estava assim, 1 recusado")).toBeVisible();
  await expect(page.getByText(`Caio ${word}: um perfil gerenciado não pode ser verificado nem Premium`)).toBeVisible();
  await axe(page);
  await shot(page, "admin-usuarios-varios");
});

test("[K2.51][K2.53][K2.54][K2.55][K2.56][K2.57][K4.11][K5.07] an admin edits a member and chooses the profile photo", async ({
  page,
  maker,
  baseURL,
}) => {
  const word = newWord();
  const marina = await maker.member({ name: `Marina ${word}` });
  await signInByApi(page, admin(), baseURL ?? "");
  await page.goto(`/admin/usuarios/editar/${marina.id}`);
  await expect(page.getByRole("heading", { name: `Editar Perfil de ${marina.name}` })).toBeVisible();
  for (const name of ["Perfil Verificado", "Usuário Premium", "Conta Ativa", "Cidade Coringa"])
    await expect(page.getByRole("checkbox", { name })).toBeVisible();
  await expect(page.getByText(/mesma cidade de quem está navegando/)).toBeVisible();
  await axe(page);
  await shot(page, "admin-usuario");
  await expectNoSidewaysScroll(page);

  await page.getByLabel("Nome completo").fill("");
  await page.getByRole("button", { name: "Salvar Alterações" }).click();
  await expect(page.getByText("Nome é obrigatório")).toBeVisible();
  await page.getByLabel("Nome completo").fill(`Nova ${word}`);
  await page.getByLabel("Idade", { exact: true }).fill("33");
  await page.getByRole("checkbox", { name: "Cidade Coringa" }).check();
  await page.getByRole("button", { name: "Salvar Alterações" }).click();
  await expect(page.getByText("Perfil atualizado com sucesso!")).toBeVisible();
  await expect(page.getByRole("heading", { name: `Editar Perfil de Nova ${word}` })).toBeVisible();
  await expect(page.getByText("Perfil atualizado com sucesso!")).toHaveCount(0);

  const photos = page.getByRole("region", { name: "Fotos" });
  await photos.getByRole("button", { name: "Foto 2: Usar no perfil" }).click();
  await photos.getByRole("button", { name: "Foto 2: Remover" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remover foto" }).click();
  await expect(photos.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("link", { name: "Voltar aos usuários" }).click();
  await expect(page).toHaveURL("/admin/usuarios");
});
