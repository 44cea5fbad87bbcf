import { sql } from "kysely";
import { signInByApi } from "../support/member-factory.ts";
import { leaveBy, signIn } from "../support/people.ts";
import { axe, expect, shot, test } from "../support/test.ts";

const origin = () => process.env.E2E_BASE_URL ?? "";

test("[D5.17] a member asks for the erasure, cancels it at the next sign-in, and is gone thirty days after asking again", async ({
  page,
  openPage,
  maker,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana Apagada" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno Fica" });
  await maker.wrote(ana.id, bruno.id);
  const ask = async () => {
    await page.goto("/configuracoes/dados#exclusao");
    await page.getByRole("button", { name: "Excluir minha conta" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Excluir sua conta?" });
    await dialog.getByRole("button", { name: "Excluir minha conta" }).click();
    await expect(page.getByRole("heading", { name: "Sua conta vai ser excluída" })).toBeVisible();
  };

  await signInByApi(page, ana, origin());
  await ask();
  await shot(page, "exclusao-marcada");
  const brunosPage = await openPage();
  await signInByApi(brunosPage, bruno, origin());
  await brunosPage.goto(`/perfil/${ana.id}`);
  await expect(brunosPage.getByText("Perfil não encontrado")).toBeVisible();

  await leaveBy(page, () => page.getByRole("button", { name: "Sair" }).click());
  await expect(page).toHaveURL(/\/(login)?$/);
  await signIn(page, ana);
  await page.getByRole("button", { name: "Desistir da exclusão" }).click();
  await expect(page.getByRole("heading", { name: "Sua conta vai ser excluída" })).toBeHidden();
  await brunosPage.reload();
  await expect(brunosPage.getByRole("heading", { name: /Ana Apagada/ })).toBeVisible();

  await ask();
  // The thirty days pass, and the job comes.
  const past = new Date(0);
  await maker.db.updateTable("erasure").set({ endsAt: past }).where("memberId", "=", ana.id).execute();
  await maker.db.updateTable("profile").set({ erasesAt: past }).where("memberId", "=", ana.id).execute();
  await sql`select graphile_worker.add_job('erase-accounts')`.execute(maker.db);
  const readErasure = () => maker.db.selectFrom("erasure").where("memberId", "=", ana.id).selectAll().execute();
  await expect.poll(readErasure, { timeout: 30_000 }).toMatchObject([{ erasedAt: expect.any(Date) }]);
  await brunosPage.goto(`/mensagens?userId=${ana.id}`);
  await expect(brunosPage.getByText("Usuário removido").filter({ visible: true }).first()).toBeVisible();
  await expect(brunosPage.getByText("Ana Apagada")).toBeHidden();
  await shot(brunosPage, "conversa-usuario-removido");
});

test("[D5.17][D2.20] a member who is suspended while the erasure waits cancels it, and learns that the account stays suspended", async ({
  page,
  maker,
}) => {
  const now = Date.now();
  const erasesAt = new Date(now + 20 * 86_400_000);
  const state = { deactivatedAt: new Date(now), suspendedAt: new Date(now), erasesAt };
  const ana = await maker.member({ role: "baby", name: "Ana Suspensa" });
  const request = { memberId: ana.id, requestedAt: new Date(now), endsAt: erasesAt };
  await maker.db.insertInto("erasure").values(request).execute();
  await maker.db.updateTable("profile").set(state).where("memberId", "=", ana.id).execute();
  await page.goto("/login");
  await signIn(page, ana);
  await expect(
    page.getByText("Se desistir da exclusão, a conta continua suspensa e você volta para a tela de entrada."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Desistir da exclusão" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Você desistiu da exclusão. A conta continua suspensa.")).toBeVisible();
  await axe(page);
  await signIn(page, ana);
  await expect(page.getByRole("alert")).toContainText("Perfil não encontrado");
});
