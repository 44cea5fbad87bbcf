import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { productSender } from "../../apps/server/src/platform/secrets/password-lanes.ts";
import { hashPassword } from "../../apps/server/src/platform/secrets/passwords.ts";
import { signInByApi } from "../support/member-factory.ts";
import { signIn, signOut } from "../support/people.ts";
import { codeOf, setUpFactor } from "../support/second-factor.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";
import { expectLoaded } from "../support/vitals.ts";

const section = (page: Page) => page.getByRole("region", { name: "Verificação em duas etapas" });

test("[D2.56] a member adds an authenticator app, signs in by a code and by a recovery code, and removes it", async ({
  page,
  maker,
  baseURL,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  /** Signs out from a page at rest, and in again as far as the code. */
  async function askForCode() {
    await page.goto("/busca");
    await expectLoaded(page);
    await signOut(page);
    await signIn(page, ana);
    await expect(page.getByLabel("Código")).toBeFocused();
  }
  const { secret, recoveryCodes } = await test.step("adds it in the settings, and keeps the codes", async () => {
    await signInByApi(page, ana, baseURL ?? "");
    await page.goto("/configuracoes#duas-etapas");
    await expect(section(page)).toContainText("quem descobrir a sua senha ainda não entra");
    await shot(page, "aplicativo-oferta");
    const factor = await setUpFactor(page, "aplicativo");
    await expectNoSidewaysScroll(page);
    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Baixar" }).click();
    const file = await readFile(await (await saving).path(), "utf8");
    expect(file.trim().split("\r\n")).toEqual(factor.recoveryCodes);
    await page.getByRole("button", { name: "Já guardei os códigos" }).click();
    await expect(section(page)).toContainText("Restam 10 códigos de recuperação.");
    await axe(page);
    await shot(page, "aplicativo-ativo");
    return factor;
  });

  await test.step("signs in by the password and a code", async () => {
    await askForCode();
    await page.getByLabel("Código").fill(codeOf(secret, 1));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/busca$/);
  });

  await test.step("signs in by a recovery code, without the phone", async () => {
    await askForCode();
    await page.getByLabel("Código").fill(recoveryCodes[0] ?? "");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/busca$/);
  });

  await test.step("removes it after a proof, and the password is enough", async () => {
    const long = new Date(Date.now() - 3_600_000);
    await maker.db.updateTable("session").set({ provedAt: long }).where("memberId", "=", ana.id).execute();
    await page.goto("/configuracoes#duas-etapas");
    await expect(section(page)).toContainText("Restam 9 códigos de recuperação.");
    await section(page).getByRole("button", { name: "Desativar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Desativar" }).click();
    const proof = page.getByRole("dialog", { name: "Confirme que é você" });
    await expect(proof).toContainText("um código novo do seu aplicativo autenticador");
    await axe(page);
    await shot(page, "aplicativo-prova");
    await proof.getByLabel("Código").fill(recoveryCodes[1] ?? "");
    await page.keyboard.press("Enter");
    await expect(section(page).getByRole("button", { name: "Configurar agora" })).toBeVisible();
  });
});

test("[D2.57] a member with a short password is invited to add a key once a month, and the invitation blocks nothing", async ({
  page,
  maker,
}) => {
  const newMember = await maker.member({ role: "baby", name: "Ana" });
  const ana = { ...newMember, password: "mel742" };
  const passwordHash = await hashPassword(ana.password, productSender);
  await maker.db.updateTable("member").set({ passwordHash }).where("id", "=", ana.id).execute();
  const invitation = page.getByRole("link", { name: "Proteja a sua conta com uma chave de acesso" });
  await page.goto("/login");
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
  await expect(invitation).toBeVisible();
  await axe(page);
  await shot(page, "convite-chave");
  // Its role is hidden until the pointer is over the notice.
  await page.getByLabel("Fechar aviso").click();
  await expect(invitation).toHaveCount(0);

  await expectLoaded(page);
  await signOut(page);
  await signIn(page, ana);
  await expect(page).toHaveURL(/\/busca$/);
  await expectLoaded(page);
  await expect(invitation).toHaveCount(0);

  const invitedAt = new Date(Date.now() - 31 * 24 * 3_600_000);
  await maker.db.updateTable("keyInvitation").set({ invitedAt }).where("memberId", "=", ana.id).execute();
  await signOut(page);
  await signIn(page, ana);
  await invitation.click();
  await expect(page).toHaveURL(/\/configuracoes#chaves$/);
  await expect(page.getByRole("region", { name: "Chaves de acesso" })).toBeInViewport();
  await expect(invitation).toHaveCount(0);
});
