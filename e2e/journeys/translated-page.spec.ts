import { translatePage } from "../../apps/web/app/testing/translate-page.ts";
import { log, origin } from "../support/conversations.ts";
import { signInByApi } from "../support/member-factory.ts";
import { payByPix } from "../support/payments.ts";
import { signIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

// React says so where the page was translated before it took it over, and draws it again.
test.use({ expectedErrors: /React error #418/ });

test("[D1.21] in a page that the browser has translated a payer signs in, edits the profile, writes, reports and pays", {
  tag: "@npm-test",
}, async ({ page, openPage, maker }) => {
  const [bruno, ana] = [
    await maker.member({ role: "daddy", name: "Bruno" }),
    await maker.member({ role: "baby", name: "Ana" }),
  ];
  await maker.grant(bruno.id, { tokens: 100, conversations: 5 });
  const anas = await openPage();
  await signInByApi(anas, ana, origin());
  await page.addInitScript(translatePage);

  await page.goto("/login");
  await expect(page.locator("font").first()).toBeAttached();
  await signIn(page, { email: bruno.email, password: "nao-e-esta" });
  await expect(
    page.getByText("Email ou senha incorretos. Verifique suas credenciais e tente novamente."),
  ).toBeVisible();
  await signIn(page, bruno);
  await expect(page).toHaveURL(/\/busca/);

  await test.step("the profile", async () => {
    await page.goto("/perfil");
    await page.getByRole("button", { name: "Editar Perfil" }).click();
    await page.getByLabel("Nome").fill("");
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByLabel("Nome").fill("Bruno Lima");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByRole("button", { name: "Editar Perfil" })).toBeVisible();
  });

  await test.step("the chat", async () => {
    await page.goto(`/mensagens?userId=${ana.id}`);
    await page.getByRole("textbox", { name: /^Mensagem para/ }).fill("Oi, Ana");
    await page.getByRole("button", { name: "Enviar", exact: true }).click();
    await expect(log(page).getByText("Oi, Ana")).toBeVisible();
    await expect(log(page).getByText("Enviando")).toHaveCount(0);
    await anas.goto(`/mensagens?userId=${bruno.id}`);
    await anas.getByRole("textbox", { name: /^Mensagem para/ }).fill("Oi, Bruno");
    await anas.getByRole("button", { name: "Enviar", exact: true }).click();
    await expect(log(page).getByText("Oi, Bruno", { exact: true })).toBeVisible();
    await expect(log(page).getByText("Lida")).toBeAttached();
  });

  await test.step("the report", async () => {
    await page.goto(`/perfil/${ana.id}`);
    await page.getByRole("button", { name: "Denunciar", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Denunciar Ana" });
    await dialog.getByRole("button", { name: "Enviar denúncia" }).click();
    await expect(dialog.getByText("Escolha um motivo")).toBeVisible();
    await dialog.getByRole("radio", { name: "Perfil falso" }).check();
    await dialog.getByRole("button", { name: "Enviar denúncia" }).click();
    await expect(dialog.getByText("Denúncia enviada com sucesso. Nossa equipe irá analisar o caso.")).toBeVisible();
  });

  // The dialog stays open. Closing it goes back in the history, which may abort a `goto` that follows at once.
  await test.step("the payment", async () => {
    await page.goto("/checkout?type=premium_monthly");
    await page.getByRole("button", { name: "Já paguei" }).click();
    await expect(page.getByText(/^Ainda não recebemos a confirmação/)).toBeVisible();
    await payByPix(page);
    await expect(page).toHaveURL(/\/obrigado/);
  });
  await expect(page.getByText("Ops!")).toHaveCount(0);
});
