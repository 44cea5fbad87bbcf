import { randomUUID } from "node:crypto";
import { findLink, waitForMail } from "../support/mails.ts";
import { signInByApi } from "../support/member-factory.ts";
import { signIn } from "../support/people.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";

test('[D2.55] a member who gets a mail about a sign-in in a new browser presses "Não fui eu": the intruder is out, and a new password is set', async ({
  page,
  maker,
  openPage,
  baseURL,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  await signInByApi(page, ana, baseURL ?? "");
  const intruder = await openPage();
  await intruder.goto("/login");
  await signIn(intruder, ana);
  await expect(intruder).toHaveURL(/\/busca$/);

  await page.goto(findLink(await waitForMail(maker.db, ana.email), "/nao-fui-eu"));
  const deny = page.getByRole("button", { name: "Não fui eu: proteger minha conta" });
  await expect(deny).toBeVisible();
  await axe(page);
  await expectNoSidewaysScroll(page);
  await shot(page, "nao-fui-eu");
  await deny.click();
  await expect(page.getByRole("heading", { name: "Redefinir senha" })).toBeVisible();
  await expect(intruder).toHaveURL(/\/login$/);
  const password = `outra ${randomUUID()}`;
  await page.getByLabel("Nova senha", { exact: true }).fill(password);
  await page.getByLabel("Confirmar nova senha").fill(password);
  await page.getByRole("button", { name: "Redefinir Senha" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, { email: ana.email, password });
  await expect(page).toHaveURL(/\/busca$/);

  await signIn(intruder, ana);
  await expect(intruder.getByText("Email ou senha incorretos.", { exact: false })).toBeVisible();
});

test("[D2.55] a used or malformed link leads to the sign-in screen with the reason", async ({ page }) => {
  await page.goto(`/nao-fui-eu#${"a".repeat(43)}`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Este link já foi usado ou passou do prazo.", { exact: false })).toBeVisible();
});

test("[T85] the reader of a mailbox that a member has left by an old key freezes the account, and an owner of the team opens it", async ({
  page,
  maker,
  openPage,
  baseURL,
}) => {
  const [ana, owner] = [
    await maker.member({ role: "baby", name: "Ana" }),
    await maker.account({ role: "admin", name: "Bia" }),
  ];
  await signInByApi(page, ana, baseURL ?? "");
  // As if a key of ten days had opened the session.
  const waySince = new Date(Date.now() - 10 * 86_400_000);
  await maker.db.updateTable("session").set({ provedBy: "key", waySince }).where("memberId", "=", ana.id).execute();
  const to = `${randomUUID()}@exemplo.invalid`;
  const reply = await page.request.post(`${baseURL}/api/account/email`, {
    data: { email: to, currentPassword: ana.password },
    headers: { origin: baseURL ?? "" },
  });
  expect(reply.status()).toBe(200);

  const reader = await openPage();
  await reader.goto(findLink(await waitForMail(maker.db, ana.email), "/nao-fui-eu"));
  const freeze = reader.getByRole("button", { name: "Não fui eu: congelar a conta" });
  await expect(freeze).toBeVisible();
  await axe(reader);
  await expectNoSidewaysScroll(reader);
  await shot(reader, "nao-fui-eu-congela");
  await freeze.click();
  await expect(reader.getByRole("heading", { name: "Conta congelada" })).toBeFocused();
  await axe(reader);
  await shot(reader, "conta-congelada");

  const phone = await openPage();
  await phone.goto("/login");
  await signIn(phone, { email: to, password: ana.password });
  await expect(phone.getByRole("alert")).toContainText("Esta conta está congelada");
  await axe(phone);
  await expectNoSidewaysScroll(phone);
  await shot(phone, "login-congelada");

  const office = await openPage();
  await signInByApi(office, owner, baseURL ?? "");
  await office.goto(`/admin/usuarios/editar/${ana.id}`);
  const section = office.getByRole("region", { name: "Conta congelada" });
  await expect(section).toContainText("Congelada em");
  await axe(office);
  await expectNoSidewaysScroll(office);
  await shot(office, "equipe-conta-congelada");
  await section.getByRole("button", { name: "Abrir conta congelada" }).click();
  await office.getByRole("alertdialog").getByRole("button", { name: "Abrir conta congelada" }).click();
  await expect(section.getByText("Conta aberta.", { exact: false })).toBeVisible();
  await signIn(phone, { email: to, password: ana.password });
  await expect(phone).toHaveURL(/\/busca$/);
});
