import { signInByApi } from "../support/member-factory.ts";
import { leaveBy, signIn } from "../support/people.ts";
import { expect, shot, test } from "../support/test.ts";

const origin = () => process.env.E2E_BASE_URL ?? "";

test("[M4.20][M4.21][D2.20] a member who deactivates the account disappears for everybody and is back after signing in", async ({
  page,
  openPage,
  maker,
}) => {
  const [ana, bruno] = [
    await maker.member({ role: "baby", name: "Ana de Volta" }),
    await maker.member({ role: "daddy", name: "Bruno" }),
  ];
  const brunosPage = await openPage();
  await signInByApi(brunosPage, bruno, origin());
  await brunosPage.goto(`/perfil/${ana.id}`);
  await expect(brunosPage.getByRole("heading", { name: /Ana de Volta/ })).toBeVisible();

  await signInByApi(page, ana, origin());
  await page.goto("/perfil");
  await page.getByRole("button", { name: "Desativar conta" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Desativar sua conta?" });
  await leaveBy(page, () => dialog.getByRole("button", { name: "Desativar conta" }).click());
  await expect(page).toHaveURL(/\/(login)?$/);
  await page.goto("/busca");
  await expect(page).toHaveURL(/\/login$/);
  await brunosPage.reload();
  await expect(brunosPage.getByText("Perfil não encontrado")).toBeVisible();
  await shot(brunosPage, "perfil-nao-encontrado");

  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
  await expect(page.getByText("Conta reativada! Que bom ter você de volta.").first()).toBeVisible();
  await brunosPage.reload();
  await expect(brunosPage.getByRole("heading", { name: /Ana de Volta/ })).toBeVisible();
});

test("[T11][D2.21][M8.08] a suspended member is signed out and refused with the right password; a wrong one does not reveal the suspension", async ({
  page,
  openPage,
  maker,
}) => {
  const eve = await maker.member({ role: "baby", name: "Eva Suspensa" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, eve, origin());
  await page.goto("/busca");
  await maker.db.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", eve.id).execute();
  // The product did not write the suspension itself, so it may need two seconds to notice it.
  await expect(async () => {
    await page.goto("/busca");
    await expect(page).toHaveURL(/\/login$/, { timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
  await signIn(page, eve);
  await expect(page.getByText("Perfil não encontrado ou conta inativa.")).toBeVisible();
  await shot(page, "login-suspensa");
  await signIn(page, { ...eve, password: "uma senha errada" });
  await expect(
    page.getByText("Email ou senha incorretos. Verifique suas credenciais e tente novamente."),
  ).toBeVisible();

  const brunosPage = await openPage();
  await signInByApi(brunosPage, bruno, origin());
  await brunosPage.goto(`/perfil/${eve.id}`);
  await expect(brunosPage.getByText("Perfil não encontrado")).toBeVisible();
});
