import { randomUUID } from "node:crypto";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { findLink, waitForMail } from "../../support/mails.ts";
import { signInByApi } from "../../support/member-factory.ts";
import { test as ownTest } from "../../support/own-test.ts";
import { signIn, signOut } from "../../support/people.ts";
import { codeOf, setUpFactor } from "../../support/second-factor.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../../support/test.ts";

test.describe("[D2.12] a second factor", () => {
  test("is offered by a mark, set up by a QR code, and required at the next sign-in", async ({ page, maker }) => {
    const bia = await maker.account({ role: "admin", name: "Bia" });
    await page.goto("/login");
    await signIn(page, bia);
    await expect(page).toHaveURL(/\/admin$/);
    await page.getByRole("link", { name: "Segurança só com senha, sem duas etapas" }).click();
    const { secret, recoveryCodes } = await setUpFactor(page, "duas-etapas");
    await page.getByRole("button", { name: "Já guardei os códigos" }).click();
    await expect(page.getByText(/^Ativa desde /)).toBeVisible();
    await expect(page.getByText("Restam 10 códigos de recuperação.")).toBeVisible();

    await signOut(page);
    await signIn(page, bia);
    await expect(page.getByText("A senha está certa.", { exact: false })).toBeVisible();
    await expect(page.getByLabel("Código")).toBeFocused();
    await axe(page);
    await shot(page, "login-codigo");
    await page.getByLabel("Código").fill("000000");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("Código incorreto ou já usado");
    await page.getByLabel("Código").fill(codeOf(secret, 1));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin$/);

    await signOut(page);
    await signIn(page, bia);
    await page.getByRole("button", { name: "Voltar" }).click();
    await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(bia.email);
    await page.locator("form").getByRole("button", { name: "Entrar", exact: true }).click();
    await page.getByLabel("Código").fill(recoveryCodes[0]?.toLowerCase() ?? "");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin$/);
  });
});

test.describe("[D2.52][D2.53] the staff", () => {
  test("an owner gives a moderator another role after a fresh proof, and the other browser shows what it opens", async ({
    page,
    maker,
    baseURL,
    openPage,
  }) => {
    const [bia, caio] = [
      await maker.account({ role: "admin", name: "Bia" }),
      await maker.account({ role: "admin", staffRole: "moderator", name: `Caio c${crypto.randomUUID().slice(0, 8)}` }),
    ];
    const his = await openPage();
    await signInByApi(his, caio, baseURL ?? "");
    await his.goto("/admin/equipe");
    await expect(his.getByRole("heading", { name: "Sua função não dá acesso a esta tela" })).toBeVisible();
    await expect(his.getByRole("navigation", { name: "Administração" }).getByText("Equipe")).toHaveCount(0);
    await axe(his);

    await signInByApi(page, bia, baseURL ?? "");
    // The session's proof is one hour old, so it has expired.
    const long = new Date(Date.now() - 3_600_000);
    await maker.db.updateTable("session").set({ provedAt: long }).where("memberId", "=", bia.id).execute();
    await page.goto("/admin/equipe");
    const row = page.getByRole("row").filter({ hasText: caio.name });
    await expect(row.getByText("Só senha")).toBeVisible();
    await axe(page);
    await expectNoSidewaysScroll(page);
    await shot(page, "admin-equipe");
    await row.getByLabel(`Função de ${caio.name}`).selectOption("Administração");
    await page.getByRole("button", { name: "Mudar função" }).click();
    const proof = page.getByRole("dialog", { name: "Confirme que é você" });
    await expect(proof).toBeVisible();
    await axe(page);
    await shot(page, "admin-prova");
    await proof.getByLabel("Senha", { exact: true }).fill(bia.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${caio.name} agora tem a função Administração`)).toBeVisible();

    // The change of his role has ended his session.
    await his.reload();
    await expect(his).toHaveURL(/\/login$/);
    await signInByApi(his, caio, baseURL ?? "");
    await his.goto("/admin/equipe");
    await expect(his.getByRole("heading", { name: "Equipe" })).toBeVisible();
    await row.getByRole("button", { name: "Retirar acesso" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Retirar acesso" }).click();
    await expect(row.getByText("Sem acesso")).toBeVisible();
    await his.reload();
    await expect(his).toHaveURL(/\/login$/);
  });

  test("a person who gives up the proof changes nothing", async ({ page, maker, baseURL }) => {
    const [bia, caio] = [
      await maker.account({ role: "admin", name: "Bia" }),
      await maker.account({ role: "admin", staffRole: "moderator", name: `Davi d${crypto.randomUUID().slice(0, 8)}` }),
    ];
    await signInByApi(page, bia, baseURL ?? "");
    const long = new Date(Date.now() - 3_600_000);
    await maker.db.updateTable("session").set({ provedAt: long }).where("memberId", "=", bia.id).execute();
    await page.goto("/admin/equipe");
    const row = page.getByRole("row").filter({ hasText: caio.name });
    await row.getByRole("button", { name: "Encerrar sessões" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Encerrar sessões" }).click();
    await expect(page.getByRole("dialog", { name: "Confirme que é você" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const entries = await maker.db.selectFrom("auditEntry").where("subjectId", "=", caio.id).select("action").execute();
    expect(entries).toEqual([]);
  });
});

test("[D2.65] an owner invites a person to the team, who sets a password by the mailed link and works", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const bia = await maker.account({ role: "admin", name: "Bia" });
  await signInByApi(page, bia, baseURL ?? "");
  // The session's proof is one hour old, so it has expired.
  const long = new Date(Date.now() - 3_600_000);
  await maker.db.updateTable("session").set({ provedAt: long }).where("memberId", "=", bia.id).execute();
  await page.goto("/admin/equipe");
  await page.getByRole("button", { name: "Convidar para a equipe" }).click();
  const dialog = page.getByRole("dialog", { name: "Convidar para a equipe" });
  await dialog.getByRole("button", { name: "Enviar convite" }).click();
  await expect(dialog.getByLabel("Nome")).toBeFocused();
  const email = `caio.c${randomUUID().slice(0, 8)}@equipe.example`;
  await dialog.getByLabel("Nome").fill("Caio Convidado");
  await dialog.getByLabel("E-mail").fill(email);
  await axe(page);
  await shot(page, "admin-equipe-convite");
  await dialog.getByRole("button", { name: "Enviar convite" }).click();
  await page
    .getByRole("dialog", { name: "Confirme que é você" })
    .getByLabel("Senha", { exact: true })
    .fill(bia.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Convite enviado a ${email}`)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row.getByText("Convite enviado")).toBeVisible();
  await expect(row).toContainText("Ainda não criou a senha");
  await axe(page);
  await expectNoSidewaysScroll(page);
  await shot(page, "admin-equipe-convidado");
  const first = findLink(await waitForMail(maker.db, email), "/redefinir-senha");
  // Within a minute no other one is mailed.
  const mailedAt = new Date(Date.now() - 120_000);
  const memberOf = maker.db.selectFrom("member").where("email", "=", email).select("id");
  const links = maker.db.updateTable("accountLink").where("memberId", "in", memberOf);
  await links.set({ createdAt: mailedAt, expiresAt: mailedAt }).execute();
  await page.reload();
  await expect(row.getByText("Convite vencido")).toBeVisible();
  await axe(page);
  await shot(page, "admin-equipe-convite-vencido");
  await row.getByRole("button", { name: "Enviar outro convite" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Enviar de novo" }).click();
  await expect(page.getByText("Convite enviado de novo a Caio Convidado")).toBeVisible();
  await expect(row.getByText("Convite enviado")).toBeVisible();
  const second = findLink(await waitForMail(maker.db, email, 2), "/redefinir-senha");
  expect(second).not.toBe(first);

  const his = await openPage();
  await his.goto(second);
  await expect(his.getByRole("heading", { name: "Crie sua senha" })).toBeVisible();
  const password = his.getByLabel("Senha", { exact: true });
  await expect(password).toHaveAccessibleDescription(/Pelo menos 12 caracteres/);
  await axe(his);
  await shot(his, "redefinir-senha-convite");
  await password.fill("uma-senha-bem-longa");
  await his.getByLabel("Confirmar senha").fill("uma-senha-bem-longa");
  await his.getByRole("button", { name: "Criar senha" }).click();
  await expect(his).toHaveURL(/\/login$/);
  await expect(his.getByText("Senha criada!")).toBeVisible();
  await signIn(his, { email, password: "uma-senha-bem-longa" });
  await expect(his).toHaveURL(/\/admin$/);
  await page.reload();
  await expect(row.getByText("Só senha")).toBeVisible();
  await expect(row.getByText("Convite enviado")).toHaveCount(0);
});

test("[D5.21] the log is searched by person, action and day, and its chain is checked", async ({
  page,
  maker,
  baseURL,
}) => {
  const [bia, caio] = [
    await maker.account({ role: "admin", name: "Bia" }),
    await maker.account({ role: "admin", staffRole: "moderator", name: "Caio" }),
  ];
  await signInByApi(page, bia, baseURL ?? "");
  await page.goto("/admin/equipe");
  await expect(page.getByRole("heading", { name: "Equipe" })).toBeVisible();
  const headers = { origin: baseURL ?? "" };
  await page.request.put(`${baseURL}/api/admin/team/${caio.id}/role`, { data: { role: "owner" }, headers });

  await page.getByRole("link", { name: "Auditoria" }).click();
  await page.getByRole("link", { name: "O que a equipe fez, por pessoa e dia" }).click();
  await expect(page.getByRole("heading", { name: "O que a equipe fez" })).toBeVisible();
  const actions = page.getByRole("listitem").filter({ has: page.locator(`a[href*="pessoa=${bia.id}"]`) });
  await expect(actions).toContainText("Função na equipe alterada");
  await expectNoSidewaysScroll(page);
  await axe(page);
  await shot(page, "admin-equipe-fez");
  const yesterday = dayInBrazil(new Date(Date.now() - 86_400_000));
  await page.goto(`/admin/auditoria/equipe?dia=${yesterday}`);
  await expect(page.getByText("Ninguém da equipe fez nada neste dia")).toBeVisible();
  const dayBefore = page.getByRole("link", { name: "Dia anterior" });
  const dayAfter = page.getByRole("link", { name: "Dia seguinte" });
  await expect(dayBefore).toBeDisabled();
  await dayAfter.press("Enter");
  await expect(actions).toContainText("Função na equipe alterada");
  // The keyboard stays at the link, which leads no further.
  await expect(dayAfter).toBeDisabled();
  await expect(dayAfter).toBeFocused();
  await dayAfter.press("Enter");
  await expect(actions).toContainText("Função na equipe alterada");
  await page.goto("/admin/auditoria");
  await page.getByLabel("Pessoa").fill(caio.email);
  // The text applies by itself after a pause in typing, and a choice at once.
  await expect(page).toHaveURL(/pessoa=/);
  await page.getByLabel("Ação", { exact: true }).selectOption("Função na equipe alterada");
  await expect(page).toHaveURL(/pessoa=.*acao=team\.role-changed/);
  const rows = page.getByRole("table", { name: "Registros da auditoria" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("De: Moderação");
  await expect(rows).toContainText("Para: Administração");
  await page.reload();
  await expect(rows).toHaveCount(1);
  await axe(page);
  await expectNoSidewaysScroll(page);
  await shot(page, "admin-auditoria");

  await page.getByRole("button", { name: "Verificar integridade" }).click();
  await expect(page.getByText(/^Nada foi alterado: [\d.]+ registros conferidos\.$/)).toBeVisible();
  await page.getByLabel("Pessoa").fill("ninguem@exemplo.invalid");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nenhum registro encontrado")).toBeVisible();
  await expect(page.getByLabel("Pessoa")).toBeFocused();
  await axe(page);
  await page.getByRole("button", { name: "Limpar busca e filtros" }).click();
  await expect(page.getByRole("status").getByText(/^(\d+ registros|Os [\d.]+ registros mais recentes)$/)).toBeVisible();
  await expect(page.getByLabel("Pessoa")).toHaveValue("");
});

test("[K6.04] a tab whose session was ended in another one leads to the sign-in page at its next search", async ({
  page,
  maker,
  baseURL,
}) => {
  await signInByApi(page, await maker.account({ role: "admin", name: "Bia" }), baseURL ?? "");
  await page.goto("/admin/auditoria");
  await expect(page.getByRole("table", { name: "Registros da auditoria" })).toBeVisible();
  await page.request.delete(`${baseURL}/api/session`, { headers: { origin: baseURL ?? "" } });
  await page.getByLabel("Pessoa").fill("ninguem@exemplo.invalid");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);
});

ownTest.describe("[D2.12] where the site asks for a second factor", () => {
  ownTest.use({ ownSettings: { ADMIN_2FA: "required" } });

  ownTest("staff see nothing else before they have set it up", async ({ page, product }) => {
    const bia = await product.maker.account({ role: "admin", name: "Bia" });
    await page.goto("/login");
    await signIn(page, bia);
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole("heading", { name: "Verificação em duas etapas" })).toBeVisible();
    await page.goto("/admin/emails");
    await expect(page.getByText("Este site pede a verificação em duas etapas", { exact: false })).toBeVisible();
    await axe(page);
    await setUpFactor(page, "exigida");
    await page.getByRole("button", { name: "Já guardei os códigos" }).click();
    await expect(page.getByRole("heading", { name: "E-mails" })).toBeVisible();
  });
});
