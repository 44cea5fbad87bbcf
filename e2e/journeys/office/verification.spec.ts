import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { shortEmail } from "../../../packages/contract/src/formats/short-email.ts";
import { launchOptions } from "../../support/launch-options.ts";
import { type Maker, sharedInstallation, signInByApi } from "../../support/member-factory.ts";
import { test as ownTest } from "../../support/own-test.ts";
import { photoFiles } from "../../support/people.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../../support/test.ts";
import { addWaiting } from "../../support/verifications.ts";

const { CHROMIUM_PATH, CHROMIUM_SHELL_PATH } = process.env;
const launch = launchOptions(CHROMIUM_SHELL_PATH ?? CHROMIUM_PATH);
const camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
// A browser with a camera that shows a moving picture. The option applies to the whole file, because it needs a
// separate browser.
test.use({ launchOptions: { ...launch, args: [...launch.args, ...camera] } });

const [front = "", back = ""] = photoFiles;
const uniqueName = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

/** Sends everything that /verificacao requires, with pictures from files. */
async function sendDocuments(page: Page): Promise<void> {
  await page.getByLabel("Data de nascimento").fill("1995-05-05");
  await page.getByLabel("Arquivo: Frente do documento", { exact: true }).setInputFiles(front);
  await page.getByLabel("Arquivo: Verso do documento", { exact: true }).setInputFiles(back);
  await page.getByLabel("Arquivo: Selfie", { exact: true }).setInputFiles(front);
  await page.getByRole("button", { name: /^Enviar/ }).click();
  // The timeout is long, because pictures are decoded and re-encoded, which takes time on a busy machine.
  await expect(page.getByRole("heading", { name: "Estamos conferindo" })).toBeVisible({ timeout: 60_000 });
}

async function openReviewer(page: Page, maker: Maker, origin: string) {
  const reviewer = await maker.account({ role: "admin", name: "Rita" });
  await signInByApi(page, reviewer, origin);
  return reviewer;
}

/** Opens the review of a member's pending request from the list. */
async function openReview(page: Page, name: string): Promise<void> {
  await page.goto("/admin/verificacoes?situacao=pendentes");
  await page.getByRole("row").filter({ hasText: name }).getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/verificacoes\/.+/);
}

async function expectDocuments(page: Page): Promise<void> {
  for (const title of ["Frente", "Verso", "Selfie"]) {
    const picture = page.getByRole("region", { name: title, exact: true }).getByRole("img", { name: title });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
}

test("[T38][K2.58][K2.59][K4.07][D5.11] a member sends documents, the staff approves them by two keys, and the member's open page says so at once", {
  tag: "@both-sizes",
}, async ({ page, maker, baseURL, openPage }) => {
  const name = uniqueName("Ana");
  const ana = await maker.member({ role: "baby", name });
  await signInByApi(page, ana, baseURL ?? "");
  await page.goto("/perfil");
  await page.getByRole("link", { name: "Começar" }).click();
  await expect(page).toHaveURL(/\/verificacao$/);
  await expect(page.getByRole("heading", { name: "Mostre que você é você" })).toBeVisible();
  await page.getByRole("button", { name: "Enviar para análise" }).click();
  await expect(page.getByText("Informe sua data de nascimento")).toBeVisible();
  await expect(page.getByText("Falta esta foto")).toHaveCount(3);
  await axe(page);
  await expectNoSidewaysScroll(page);
  await shot(page, "verificacao");
  await sendDocuments(page);
  await axe(page);
  await shot(page, "verificacao-em-analise");

  const staff = await openPage();
  await openReviewer(staff, maker, baseURL ?? "");
  await staff.goto("/admin/verificacoes?situacao=pendentes");
  const row = staff.getByRole("row").filter({ hasText: name });
  await expect(row.getByText("Pendente")).toBeVisible();
  await expect(row.getByText(shortEmail(ana.email))).toBeVisible();
  for (const title of ["Frente", "Verso", "Selfie"]) {
    const link = row.getByRole("link", { name: new RegExp(`^${title}`) });
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  }
  await expect(row.getByRole("link", { name: "Rejeitar" })).toBeVisible();
  await axe(staff);
  await expectNoSidewaysScroll(staff);
  await shot(staff, "admin-verificacoes");

  await openReview(staff, name);
  await expectDocuments(staff);
  await expect(staff.getByText("05/05/1995")).toBeVisible();
  await axe(staff);
  await expectNoSidewaysScroll(staff);
  await shot(staff, "admin-verificacao");
  // The keys turn and enlarge the chosen picture.
  await staff.keyboard.press("2");
  await staff.keyboard.press("g");
  await staff.keyboard.press("+");
  const second = staff.getByRole("region", { name: "Verso", exact: true });
  await expect(second.getByRole("img")).toHaveCSS("rotate", "90deg");
  await expect(second.getByRole("button", { name: "Reduzir Verso" })).toBeEnabled();
  await staff.keyboard.press("0");
  await expect(second.getByRole("button", { name: "Reduzir Verso" })).toBeDisabled();

  await staff.keyboard.press("a");
  await expect(staff.getByRole("button", { name: "Confirmar aprovação" })).toBeFocused();
  await axe(staff);
  await shot(staff, "admin-verificacao-aprovar");
  await staff.keyboard.press("Enter");
  await expect(staff.getByText("Verificação aprovada")).toBeVisible();

  await expect(page.getByRole("heading", { name: "Seu perfil está verificado" })).toBeVisible();
  await shot(page, "verificacao-aprovada");
  await page.goto("/perfil");
  await expect(page.getByText("Perfil verificado")).toBeVisible();

  await staff.goto("/admin/verificacoes?situacao=aprovadas");
  await expect(
    staff
      .getByRole("row")
      .filter({ hasText: name })
      .getByText(/^Aprovado em /),
  ).toBeVisible();
});

test("[K4.08][K2.59] a rejection takes three keys, the member reads why and sends again", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const name = uniqueName("Bia");
  const bia = await maker.member({ role: "baby", name });
  await signInByApi(page, bia, baseURL ?? "");
  await page.goto("/verificacao");
  await sendDocuments(page);

  const staff = await openPage();
  await openReviewer(staff, maker, baseURL ?? "");
  await openReview(staff, name);
  await expectDocuments(staff);
  await staff.keyboard.press("r");
  await expect(staff.getByRole("radio").first()).toBeFocused();
  await staff.keyboard.press("1");
  await expect(staff.getByRole("radio", { name: /Documento ilegível/ })).toBeChecked();
  await axe(staff);
  await shot(staff, "admin-verificacao-rejeitar");
  await staff.keyboard.press("Enter");
  await expect(staff.getByText("Verificação rejeitada")).toBeVisible();

  await expect(page.getByText("Não conseguimos ler o documento.", { exact: false })).toBeVisible();
  await axe(page);
  await shot(page, "verificacao-rejeitada");
  await sendDocuments(page);

  await staff.goto("/admin/verificacoes?situacao=rejeitadas");
  await expect(
    staff
      .getByRole("row")
      .filter({ hasText: name })
      .getByText(/^Rejeitado em /),
  ).toBeVisible();
});

test("[D2.36] a mistaken approval is revoked with a reason, and the member's open page says so at once", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const name = uniqueName("Gil");
  const gil = await maker.member({ role: "baby", name });
  await addWaiting(maker, sharedInstallation(), [gil.id]);
  const staff = await openPage();
  await openReviewer(staff, maker, baseURL ?? "");
  await openReview(staff, name);
  await expectDocuments(staff);
  const address = staff.url();
  await staff.keyboard.press("a");
  await expect(staff.getByRole("button", { name: "Confirmar aprovação" })).toBeFocused();
  await staff.keyboard.press("Enter");
  await expect(staff.getByText("Verificação aprovada")).toBeVisible();
  await signInByApi(page, gil, baseURL ?? "");
  await page.goto("/verificacao");
  await expect(page.getByRole("heading", { name: "Seu perfil está verificado" })).toBeVisible();

  await staff.goto(address);
  await expect(staff.getByText(/^Aprovado em .* por Rita$/)).toBeVisible();
  await staff.getByRole("button", { name: "Desfazer aprovação" }).press("Enter");
  await expect(staff.getByRole("radio").first()).toBeFocused();
  await staff.keyboard.press("3");
  await axe(staff);
  await expectNoSidewaysScroll(staff);
  await shot(staff, "admin-verificacao-desfazer");
  await staff.keyboard.press("Enter");
  await expect(staff.getByText("Aprovação desfeita")).toBeVisible();
  await expect(staff.getByText(/^Rejeitado em .* por Rita$/)).toBeVisible();

  await expect(page.getByText("Não conseguimos confirmar que a selfie", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Enviar de novo" })).toBeVisible();
});

test.describe("documents", () => {
  // The browser logs the refused calls for documents in its console.
  test.use({ expectedErrors: /status of 40[14]/ });

  test("[T27][T37] open only after a fresh proof, and for a member not at all", async ({
    page,
    maker,
    baseURL,
    openPage,
  }) => {
    const name = uniqueName("Carla");
    const carla = await maker.member({ role: "baby", name });
    await signInByApi(page, carla, baseURL ?? "");
    await page.goto("/verificacao");
    await sendDocuments(page);

    const staff = await openPage();
    const reviewer = await openReviewer(staff, maker, baseURL ?? "");
    // The session's proof is one hour old, so it has expired.
    const long = new Date(Date.now() - 3_600_000);
    await maker.db.updateTable("session").set({ provedAt: long }).where("memberId", "=", reviewer.id).execute();
    await openReview(staff, name);
    const proof = staff.getByRole("dialog", { name: "Confirme que é você" });
    await expect(proof).toBeVisible();
    await expect(staff.getByRole("img", { name: "Frente" })).toHaveCount(0);
    await proof.getByLabel("Senha", { exact: true }).fill(reviewer.password);
    await staff.keyboard.press("Enter");
    await expectDocuments(staff);

    const [id = ""] = staff.url().split("/").slice(-1);
    await page.goto(`/admin/verificacoes/${id}`);
    await expect(page).toHaveURL(/\/busca$/);
    const status = await page.evaluate(
      async (path) => (await fetch(path)).status,
      `/api/admin/verifications/${id}/documents/front`,
    );
    expect(status).toBe(404);
  });
});

test("[T38] a picture is taken by the camera of the device", async ({ page, maker, baseURL, isMobile }) => {
  const dora = await maker.member({ role: "baby", name: "Dora" });
  await signInByApi(page, dora, baseURL ?? "");
  await page.goto("/verificacao");
  if (isMobile) {
    // On phones a file field opens the phone's own camera.
    await expect(page.locator('input[type="file"][capture="environment"]')).toHaveCount(2);
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Tirar foto: Selfie" }).click(),
    ]);
    await chooser.setFiles(front);
  } else {
    await page.getByRole("button", { name: "Tirar foto: Selfie" }).click();
    const dialog = page.getByRole("dialog", { name: "Selfie" });
    await expect(dialog.getByRole("button", { name: "Tirar foto" })).toBeEnabled();
    await axe(page);
    await shot(page, "verificacao-camera");
    await dialog.getByRole("button", { name: "Tirar foto" }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(page.getByRole("img", { name: "Selfie, como será enviada" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Tirar outra: Selfie" })).toBeVisible();
});

const DAYS_WORK = 20;

ownTest(
  "[K2.59] a day's work of twenty requests is done by keyboard alone, with at most three presses each",
  async ({ page, product }) => {
    // The timeout is long, because the test opens sixty pictures.
    ownTest.setTimeout(300_000);
    const { maker, address, settings } = product;
    const ids: string[] = [];
    for (let index = 0; index < DAYS_WORK; index += 1)
      ids.push((await maker.account({ role: "baby", name: `Pessoa ${index}` })).id);
    await addWaiting(maker, { dataDir: settings.DATA_DIR ?? "" }, ids);
    await openReviewer(page, maker, address);
    await page.goto(`${address}/admin/verificacoes`);
    await page.getByRole("link", { name: "Revisar pendentes" }).press("Enter");

    const presses: number[] = [];
    const startedAt = Date.now();
    for (let index = 0; index < DAYS_WORK; index += 1) {
      await expect(page.getByRole("heading", { name: `Pessoa ${index}`, exact: true })).toBeVisible();
      await expectDocuments(page);
      // Three of four requests are approved; the fourth is rejected.
      const isGood = index % 4 !== 3;
      const keys = isGood ? ["a", "Enter"] : ["r", String(1 + (index % 5)), "Enter"];
      for (const key of keys) {
        await page.keyboard.press(key);
        if (key === "a") await expect(page.getByRole("button", { name: "Confirmar aprovação" })).toBeFocused();
        if (key === "r") await expect(page.getByRole("radio").first()).toBeFocused();
      }
      presses.push(keys.length);
    }
    await expect(page.getByText("Nenhum pedido na fila")).toBeVisible();
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    ownTest
      .info()
      .annotations.push({
        type: "effort",
        description: `${DAYS_WORK} verifications, ${presses.reduce((sum, one) => sum + one)} presses, ${seconds} s`,
      });
    expect(Math.max(...presses)).toBeLessThanOrEqual(3);
    const decided = await maker.db
      .selectFrom("verificationRequest")
      .select(["status", (eb) => eb.fn.countAll<number>().as("count")])
      .groupBy("status")
      .orderBy("status")
      .execute();
    expect(decided).toEqual([
      { status: "approved", count: 15 },
      { status: "rejected", count: 5 },
    ]);
  },
);

ownTest.describe("where age is required at entry", () => {
  ownTest.use({ ownSettings: { AGE_ASSURANCE: "entry" } });

  ownTest(
    "[T51][D5.10][K2.60] a member finds only their own screens until the staff has approved their documents",
    async ({ page, product, openPage }) => {
      const { maker, address } = product;
      const [eva, bruno] = [
        await maker.member({ role: "baby", name: "Eva" }),
        await maker.member({ role: "daddy", name: "Bruno" }),
      ];
      const staff = await openPage();
      await openReviewer(staff, maker, address);
      await staff.goto(`${address}/admin/verificacoes`);
      await expect(staff.getByText("Nenhuma solicitação de verificação encontrada")).toBeVisible();
      await shot(staff, "admin-verificacoes-vazia");

      await signInByApi(page, eva, address);
      await page.goto("/busca");
      await expect(page).toHaveURL(/\/verificacao$/);
      await expect(page.getByText("Este site é só para maiores de 18 anos.", { exact: false })).toBeVisible();
      await axe(page);
      await expectNoSidewaysScroll(page);
      await shot(page, "idade-na-entrada");
      for (const path of ["/mensagens", `/perfil/${bruno.id}`, "/favoritos", "/premium"]) {
        await page.goto(path);
        await expect(page).toHaveURL(/\/verificacao$/);
      }
      await page.getByRole("link", { name: "Meu Perfil" }).click();
      await expect(page.getByRole("heading", { name: /^Eva, / })).toBeVisible();
      await page.getByRole("link", { name: "Configurações" }).first().click();
      await expect(page.getByRole("heading", { name: "Aparelhos" })).toBeVisible();
      // The pages that mails lead to can be opened, too: the measures, and what the member bought and used.
      await page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name: "Avisos da equipe" }).click();
      await expect(page.getByText("Nenhum aviso da equipe")).toBeVisible();
      await axe(page);
      await expectNoSidewaysScroll(page);
      await shot(page, "idade-na-entrada-avisos");
      await page.goto("/fichas");
      await expect(page.getByText("Nada por aqui ainda")).toBeVisible();
      await page.goto("/recurso");
      await expect(page.getByRole("heading", { name: "Aviso da equipe" })).toBeVisible();
      await page.goto("/configuracoes");
      await page.getByRole("link", { name: "Termos de uso" }).click();
      await expect(page).toHaveURL(/\/termos$/);
      await page.goto("/verificacao");
      await page.getByRole("button", { name: "Sair" }).click();
      await expect(page).toHaveURL(/\/login$/);
      await signInByApi(page, eva, address);

      await page.goto("/verificacao");
      await sendDocuments(page);
      await staff.goto(`${address}/admin/verificacoes`);
      await staff.getByRole("link", { name: "Revisar pendentes" }).click();
      await expectDocuments(staff);
      await staff.keyboard.press("a");
      await expect(staff.getByRole("button", { name: "Confirmar aprovação" })).toBeFocused();
      await staff.keyboard.press("Enter");
      await expect(staff.getByText("Nenhum pedido na fila")).toBeVisible();

      await expect(page.getByRole("heading", { name: "Seu perfil está verificado" })).toBeVisible();
      await page.goto("/busca");
      await expect(page).toHaveURL(/\/busca$/);
      await expect(page.getByRole("heading", { name: "Buscar", exact: true })).toBeAttached();
    },
  );
});

ownTest.describe("where age is required before messages", () => {
  ownTest.use({ ownSettings: { AGE_ASSURANCE: "messaging" } });

  ownTest(
    "[D5.10] the conversation says so instead of a field, and leads to the verification",
    async ({ page, product }) => {
      const { maker, address } = product;
      const [ana, bruno] = [
        await maker.member({ role: "baby", name: "Ana" }),
        await maker.member({ role: "daddy", name: "Bruno" }),
      ];
      await signInByApi(page, ana, address);
      await page.goto(`/mensagens?userId=${bruno.id}`);
      await expect(page.getByText("Confirme sua idade para conversar")).toBeVisible();
      await expect(page.getByRole("textbox", { name: /^Mensagem para/ })).toHaveCount(0);
      await axe(page);
      await shot(page, "idade-para-conversar");
      await page.getByRole("link", { name: "Confirmar idade" }).click();
      await expect(page).toHaveURL(/\/verificacao$/);
      await expect(page.getByText("Para escrever e receber mensagens", { exact: false })).toBeVisible();
    },
  );
});
