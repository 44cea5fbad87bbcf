import { signInByApi } from "../support/member-factory.ts";
import { admin } from "../support/people.ts";
import { axe, expect, shot, test } from "../support/test.ts";
import { answerLate, expectStill, watchVitals } from "../support/vitals.ts";

const origin = () => process.env.E2E_BASE_URL ?? "";

test("the settings are saved at once, stay after a reload, and another tab follows", async ({ page, maker }) => {
  await signInByApi(page, await maker.member({ role: "daddy", name: "Bruno" }), origin());
  await page.goto("/configuracoes");
  const sound = page.getByRole("switch", { name: "Som" });
  await expect(sound).toBeChecked();
  await expect(page.getByText("Este aparelho", { exact: true })).toBeVisible();
  await shot(page, "configuracoes");
  await axe(page);
  const otherTab = await page.context().newPage();
  await otherTab.goto("/configuracoes");
  await expect(otherTab.getByRole("switch", { name: "Som" })).toBeChecked();
  await sound.uncheck();
  await expect(otherTab.getByRole("switch", { name: "Som" })).not.toBeChecked();
  await page.getByLabel("Mensagens", { exact: true }).selectOption("Uma vez por dia");
  await expect(otherTab.getByLabel("Mensagens", { exact: true })).toHaveValue("daily");
  await page.reload();
  await expect(page.getByRole("switch", { name: "Som" })).not.toBeChecked();
  await expect(page.getByLabel("Mensagens", { exact: true })).toHaveValue("daily");
});

test("[D3.20] a member who offers to be available sees exactly what others will see", async ({ page, maker }) => {
  await signInByApi(page, await maker.member({ role: "baby", name: "Ana" }), origin());
  await page.goto("/configuracoes#privacidade");
  const preview = page.getByRole("figure", { name: "Como os outros veem" });
  await expect(preview.getByText("Offline")).toBeVisible();
  await page.getByRole("switch", { name: "Aparecer como disponível nos horários de pico" }).check();
  await expect(preview.getByText("Disponível").last()).toBeVisible();
  await page.getByRole("switch", { name: "Ocultar presença" }).check();
  await expect(preview.getByText("Offline")).toBeVisible();
  await page.getByRole("switch", { name: "Títulos discretos" }).check();
  await expect(page).toHaveTitle("Início");
});

test("the invisible mode leads to premium, and opens with it", async ({ page, maker }) => {
  const bruno = await maker.member({ role: "daddy", name: "Bruno" });
  await signInByApi(page, bruno, origin());
  await page.goto("/configuracoes#privacidade");
  await expect(page.getByRole("switch", { name: "Modo invisível" })).toBeDisabled();
  await expect(page.getByRole("link", { name: "Conhecer o Premium" })).toHaveAttribute("href", "/premium");
  await maker.premium(bruno.id);
  await page.reload();
  const saveResponse = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().endsWith("/api/settings"),
  );
  await page.getByRole("switch", { name: "Modo invisível" }).check();
  await saveResponse;
  await page.reload();
  await expect(page.getByRole("switch", { name: "Modo invisível" })).toBeChecked();
});

test("a new password needs the current one and signs the other devices out, which can also be done one by one", async ({
  page,
  openPage,
  maker,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const otherDevice = await openPage();
  await signInByApi(page, ana, origin());
  await signInByApi(otherDevice, ana, origin());
  await otherDevice.goto("/busca");
  // With several devices the list is higher than any placeholder could be before it has come.
  for (let count = 0; count < 3; count += 1) await signInByApi(await openPage(), ana, origin());
  await answerLate(page, "**/api/account/devices");
  await watchVitals(page);
  await page.goto("/configuracoes#dispositivos");
  await expect(page.getByText("Este aparelho", { exact: true })).toHaveCount(1);
  await expectStill(page, "the list of devices");
  const others = page.getByRole("button", { name: /^Sair deste aparelho/ });
  for (let leftCount = 4; leftCount > 0; leftCount -= 1) {
    await expect(others).toHaveCount(leftCount);
    await others.first().click();
  }
  await expect(others).toHaveCount(0);
  await expect(otherDevice).toHaveURL(/\/login$/);

  await page.getByRole("button", { name: /^Senha/ }).click();
  await page.getByLabel("Senha atual").fill("nao-e-esta");
  await page.getByLabel("Nova senha", { exact: true }).fill("um segredo bem comprido");
  await page.getByLabel("Confirmar nova senha").fill("um segredo bem comprido");
  await page.getByRole("button", { name: "Salvar senha" }).click();
  await expect(page.getByText("Senha atual incorreta")).toBeVisible();
  await shot(page, "configuracoes-senha");
  await axe(page);
  await page.getByLabel("Senha atual").fill(ana.password);
  await page.getByRole("button", { name: "Salvar senha" }).click();
  await expect(page.getByText("Senha alterada.", { exact: false })).toBeVisible();
});

test.describe("when the server fails", () => {
  test.use({ expectedErrors: /status of 500/ });

  test("a setting that cannot be saved goes back and says so", async ({ page, maker }) => {
    await signInByApi(page, await maker.member({ role: "daddy", name: "Bruno" }), origin());
    await page.goto("/configuracoes");
    const sound = page.getByRole("switch", { name: "Som" });
    await expect(sound).toBeChecked();
    await page.route("**/api/settings", (route) =>
      route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "{}" }) : route.continue(),
    );
    await sound.click();
    await expect(page.getByText(/^Não salvamos esta mudança/)).toBeVisible();
    await expect(sound).toBeChecked();
  });
});

test("admins read the mails that are kept because there is no mail server", { tag: "@desktop" }, async ({
  page,
  maker,
}) => {
  const ana = await maker.account({ role: "baby", name: "Ana" });
  await page.request.post(`${origin()}/api/recovery`, { data: { email: ana.email }, headers: { origin: origin() } });
  await signInByApi(page, admin(), origin());
  await page.goto("/admin");
  await page.getByRole("navigation", { name: "Administração" }).getByRole("link", { name: "E-mails" }).click();
  await page.waitForURL("**/admin/emails");
  await expect(page.getByText("Sem servidor de e-mail")).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("row").filter({ hasText: ana.email })).toContainText("Guardado", { timeout: 5_000 });
  }).toPass();
  await shot(page, "admin-emails");
  await axe(page);
  await page.getByRole("row").filter({ hasText: ana.email }).getByRole("button").click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByText(/redefinir-senha#/)).toBeVisible();
  await shot(page, "admin-email");
  await axe(page);
  await panel.getByRole("button", { name: "Fechar" }).click();
  await expect(panel).toBeHidden();
  // The closed panel moves the tab back in its history, which would interrupt the next visit.
  await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(0);
  await page.goto("/configuracoes");
  await expect(page.getByRole("heading", { name: "Aparelhos" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pessoas bloqueadas" })).toHaveCount(0);
});
