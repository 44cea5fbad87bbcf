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

test("[D2.55] a link that was used, or is none, leads to the sign-in screen with the reason", async ({ page }) => {
  await page.goto(`/nao-fui-eu#${"a".repeat(43)}`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Este link já foi usado ou passou do prazo.", { exact: false })).toBeVisible();
});
