import { randomUUID } from "node:crypto";
import { REPORT_REASONS, type ReportReason } from "@caramelo/contract/moderation/report-reasons";
import type { Page } from "@playwright/test";
import { shortEmail } from "../../../packages/contract/src/formats/short-email.ts";
import { findLink, waitForMail } from "../../support/mails.ts";
import { type MadeMember, type Maker, signInByApi } from "../../support/member-factory.ts";
import { test as ownTest } from "../../support/own-test.ts";
import { signIn } from "../../support/people.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../../support/test.ts";

const uniqueName = (name: string) => `${name} ${randomUUID().slice(0, 8).replace(/\d/g, "x")}`;

async function openStaff(page: Page, maker: Maker, origin: string, name = "Rita"): Promise<MadeMember> {
  const admin = await maker.account({ role: "admin", name });
  await signInByApi(page, admin, origin);
  return admin;
}

/** Reports a member on the screens that members use. */
async function report(page: Page, member: MadeMember, reason: string): Promise<void> {
  await page.goto(`/perfil/${member.id}`);
  await page.getByRole("button", { name: "Denunciar", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Denunciar ${member.name}` });
  await dialog.getByRole("radio", { name: reason }).check();
  await dialog.getByRole("button", { name: "Enviar denúncia" }).click();
  await expect(dialog.getByText("Denúncia enviada com sucesso. Nossa equipe irá analisar o caso.")).toBeVisible();
}

const rowOf = (page: Page, member: MadeMember) => page.getByRole("row").filter({ hasText: member.name });

async function openCase(page: Page, member: MadeMember): Promise<void> {
  await page.goto("/admin/denuncias");
  await rowOf(page, member)
    .getByRole("link", { name: /^Analisar/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: member.name })).toBeVisible();
}

test("[K2.61][K2.62][K2.63][T11] a member reports, the staff suspends by two keys, and the reported member's open page ends at once", {
  tag: "@both-sizes",
}, async ({ page, maker, baseURL, openPage }) => {
  const origin = baseURL ?? "";
  const [ana, bruno] = [
    await maker.member({ role: "baby", name: uniqueName("Ana") }),
    await maker.member({ role: "daddy", name: uniqueName("Bruno") }),
  ];
  await signInByApi(page, ana, origin);
  await page.goto(`/mensagens?userId=${bruno.id}`);
  const field = page.getByRole("textbox", { name: /^Mensagem para/ });
  await field.fill("Você me pediu dinheiro?");
  await page.getByRole("button", { name: "Enviar" }).click();
  await expect(field).toHaveValue("");
  await report(page, bruno, "Spam ou golpe");

  const his = await openPage();
  await signInByApi(his, bruno, origin);
  await his.goto("/busca");
  await expect(his.getByRole("heading", { level: 1 }).first()).toBeVisible();

  const staff = await openPage();
  await openStaff(staff, maker, origin);
  await staff.goto("/admin/denuncias");
  const row = rowOf(staff, bruno);
  for (const words of [shortEmail(ana.email), shortEmail(bruno.email), "Spam ou golpe", "Pendente"])
    await expect(row.getByText(words, { exact: false }).first()).toBeVisible();
  await expect(row.getByRole("button", { name: /^Descartar/ })).toBeVisible();
  await axe(staff);
  await expectNoSidewaysScroll(staff);
  await shot(staff, "admin-denuncias");

  await openCase(staff, bruno);
  await expect(staff.getByText("Você me pediu dinheiro?")).toBeVisible();
  await expect(staff.getByRole("img", { name: /^Foto 1 de/ })).toBeVisible();
  await axe(staff);
  await expectNoSidewaysScroll(staff);
  await shot(staff, "admin-denuncia");

  await staff.keyboard.press("s");
  const dialog = staff.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Suspender" })).toBeFocused();
  await expect(dialog.getByLabel("Motivo, como o membro vai ler")).toHaveValue(/propaganda, pedido de dinheiro/);
  await axe(staff);
  await shot(staff, "admin-denuncia-suspender");
  await staff.keyboard.press("Enter");
  await expect(staff.getByText("Conta suspensa").first()).toBeVisible();

  await expect(his).toHaveURL(/\/login/);
  await signIn(his, bruno);
  await expect(his.getByText("Perfil não encontrado ou conta inativa.")).toBeVisible();
  await page.goto(`/perfil/${bruno.id}`);
  await expect(page.getByRole("heading", { name: "Perfil não encontrado" })).toBeVisible();

  await staff.goto("/admin/denuncias?situacao=analisadas");
  await expect(rowOf(staff, bruno).getByText("por Rita")).toBeVisible();
});

test("[K4.09] a report is dismissed by one key, and the filters are in the address", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const origin = baseURL ?? "";
  const [ana, bruno] = [
    await maker.member({ role: "baby", name: "Ana" }),
    await maker.member({ role: "daddy", name: uniqueName("Bruno") }),
  ];
  const reporter = await openPage();
  await signInByApi(reporter, ana, origin);
  await report(reporter, bruno, "Perfil falso");
  await openStaff(page, maker, origin);
  await openCase(page, bruno);
  await page.keyboard.press("d");
  await expect(page.getByText("Denúncia descartada")).toBeVisible();
  // The dismissal is sent once it can no longer be undone.
  await expect(page.getByRole("button", { name: "Desfazer" })).toHaveCount(0);
  await page.goto("/admin/denuncias");
  await page.getByRole("navigation", { name: "Situação" }).getByRole("link", { name: "Descartadas" }).click();
  await expect(page).toHaveURL(/situacao=descartadas/);
  await expect(rowOf(page, bruno).getByText("Descartada")).toBeVisible();
  await page.reload();
  await expect(rowOf(page, bruno).getByText("Descartada")).toBeVisible();
});

test("a member reads a warning at once, appeals once, and another admin undoes it", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const origin = baseURL ?? "";
  const [ana, bruno] = [
    await maker.member({ role: "baby", name: "Ana" }),
    await maker.member({ role: "daddy", name: uniqueName("Bruno") }),
  ];
  const reporter = await openPage();
  await signInByApi(reporter, ana, origin);
  await report(reporter, bruno, "Assédio");
  await signInByApi(page, bruno, origin);
  await page.goto("/medidas");
  await expect(page.getByRole("heading", { name: "Nenhum aviso da equipe" })).toBeVisible();

  const staff = await openPage();
  await openStaff(staff, maker, origin);
  await openCase(staff, bruno);
  await staff.keyboard.press("a");
  await expect(staff.getByRole("button", { name: "Enviar advertência" })).toBeFocused();
  await staff.keyboard.press("Enter");
  await expect(staff.getByText("Advertência enviada")).toBeVisible();

  await expect(page.getByRole("heading", { name: "Advertência" })).toBeVisible();
  await page.getByRole("button", { name: "Enviar recurso" }).click();
  await expect(page.getByText("Conte por que a medida deve ser revista")).toBeVisible();
  await axe(page);
  await expectNoSidewaysScroll(page);
  await shot(page, "medidas");
  await page.getByLabel("Recorrer").fill("Foi um mal-entendido, e pedi desculpas.");
  await page.getByRole("button", { name: "Enviar recurso" }).click();
  await expect(page.getByText(/^Recurso enviado em/)).toBeVisible();

  const item = (reader: Page) => reader.getByRole("listitem").filter({ hasText: bruno.name });
  await staff.goto("/admin/denuncias/recursos");
  await expect(item(staff).getByText("outra pessoa da equipe decide o recurso")).toBeVisible();
  const davisPage = await openPage();
  await openStaff(davisPage, maker, origin, "Davi");
  await davisPage.goto("/admin/denuncias/recursos");
  await expect(item(davisPage).getByText("Foi um mal-entendido")).toBeVisible();
  await axe(davisPage);
  await expectNoSidewaysScroll(davisPage);
  await shot(davisPage, "admin-recursos");
  await item(davisPage).getByRole("button", { name: "Desfazer a medida" }).click();
  await expect(davisPage.getByText("Medida desfeita").first()).toBeVisible();
  await expect(page.getByText(/^Recurso aceito em/)).toBeVisible();
});

test("a suspended member appeals by the link of the mail, without a session", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const origin = baseURL ?? "";
  const [ana, bruno] = [
    await maker.member({ role: "baby", name: "Ana" }),
    await maker.member({ role: "daddy", name: uniqueName("Bruno") }),
  ];
  const reporter = await openPage();
  await signInByApi(reporter, ana, origin);
  await report(reporter, bruno, "Perfil falso");
  const staff = await openPage();
  await openStaff(staff, maker, origin);
  await openCase(staff, bruno);
  await staff.keyboard.press("s");
  await staff.getByRole("dialog").getByText("Sem prazo").click();
  await staff.getByRole("dialog").getByRole("button", { name: "Suspender" }).click();
  await expect(staff.getByText("Conta suspensa").first()).toBeVisible();

  await page.goto(findLink(await waitForMail(maker.db, bruno.email), "/recurso"));
  await expect(page.getByRole("heading", { name: "Conta suspensa" })).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
  await axe(page);
  await expectNoSidewaysScroll(page);
  await shot(page, "recurso");
  await page.getByLabel("Recorrer").fill("Sou eu mesmo, posso mostrar meus documentos.");
  await page.getByRole("button", { name: "Enviar recurso" }).click();
  await expect(page.getByText(/^Recurso enviado em/)).toBeVisible();
  await page.goto("/recurso");
  await expect(page.getByRole("heading", { name: "Abra esta página pelo e-mail" })).toBeVisible();
});

// The test needs its own product, because the notices of one network address hide only one thing at a time until
// staff have looked.
ownTest(
  "[D1.13][T39][T63] anybody tells of content without an account: the profile is hidden once the mailbox is confirmed, its member answers, and the staff decides",
  async ({ page, product, openPage }) => {
    const { maker, address: origin } = product;
    const [ana, bruno] = [
      await maker.member({ role: "baby", name: "Ana" }),
      await maker.member({ role: "daddy", name: uniqueName("Bruno") }),
    ];
    const email = `${randomUUID()}@exemplo.invalid`;
    await page.goto("/denunciar-conteudo");
    await page.getByRole("button", { name: "Enviar denúncia" }).click();
    await expect(page.getByText("Escolha do que se trata")).toBeVisible();
    await axe(page);
    await expectNoSidewaysScroll(page);
    await shot(page, "denunciar-conteudo");
    await page.getByLabel("Do que se trata").selectOption({ label: "Segurança de criança ou adolescente" });
    await page.getByLabel("Onde está o conteúdo").fill(`${origin}/perfil/${bruno.id}`);
    await page.getByLabel("O que aconteceu").fill("Esta pessoa estuda na minha escola.");
    await page.getByLabel("Seu nome").fill("Clara");
    await page.getByLabel("Seu e-mail").fill(email);
    await page.getByRole("button", { name: "Enviar denúncia" }).click();
    await expect(page.getByRole("heading", { name: "Recebemos a sua denúncia" })).toBeFocused();
    await shot(page, "denunciar-conteudo-enviado");

    const hers = await openPage();
    await signInByApi(hers, ana, origin);
    await hers.goto(`/perfil/${bruno.id}`);
    await expect(hers.getByRole("heading", { name: new RegExp(bruno.name) })).toBeVisible();
    const link = findLink(await waitForMail(maker.db, email), "/confirmar-aviso");
    await page.goto(link);
    await expect(page).toHaveURL(/\/confirmar-aviso$/);
    await axe(page);
    await expectNoSidewaysScroll(page);
    await shot(page, "confirmar-aviso-pergunta");
    await page.getByRole("button", { name: "Confirmar denúncia" }).click();
    await expect(page.getByText(/^Denúncia confirmada/)).toBeVisible();
    await axe(page);
    await shot(page, "confirmar-aviso-feito");
    const again = await openPage();
    await again.goto(link);
    await again.getByRole("button", { name: "Confirmar denúncia" }).click();
    await expect(again.getByText(/^Este link não vale mais/)).toBeVisible();
    await shot(again, "confirmar-aviso-usado");
    await hers.goto(`/perfil/${bruno.id}`);
    await expect(hers.getByRole("heading", { name: "Perfil não encontrado" })).toBeVisible();

    const his = await openPage();
    await his.goto(findLink(await waitForMail(maker.db, bruno.email), "/recurso"));
    await his.getByLabel("Responder").fill("Tenho 45 anos e posso mostrar.");
    await axe(his);
    await expectNoSidewaysScroll(his);
    await shot(his, "recurso-responder");
    await his.getByRole("button", { name: "Enviar resposta" }).click();
    await expect(his.getByText(/^Resposta enviada em/)).toBeVisible();

    const staff = await openPage();
    await openStaff(staff, maker, origin);
    await staff.goto("/admin/denuncias/avisos");
    const item = staff.getByRole("listitem").filter({ hasText: bruno.name });
    await expect(item.getByText(/^Faltam 23 h/)).toBeVisible();
    await expect(item.getByText("E-mail confirmado")).toBeVisible();
    await expect(item.getByText("Tenho 45 anos e posso mostrar.")).toBeVisible();
    await axe(staff);
    await expectNoSidewaysScroll(staff);
    await shot(staff, "admin-avisos");
    await item.getByRole("button", { name: "Manter o conteúdo" }).click();
    await expect(staff.getByText("Conteúdo mantido").first()).toBeVisible();
    await hers.reload();
    await expect(hers.getByRole("heading", { name: new RegExp(bruno.name) })).toBeVisible();
    expect(await waitForMail(maker.db, email, 2)).toContain("Analisamos a sua denúncia");
  },
);

/** The keys that staff press for a report of each kind, in clear cases. */
const PRESSES: Record<ReportReason, string[]> = {
  underage: ["s", "Enter"],
  inappropriate_photos: ["f", "Enter"],
  harassment: ["a", "Enter"],
  fake_profile: ["c"],
  spam_or_scam: ["b", "Enter"],
  inappropriate_behavior: ["d"],
  other: ["d"],
};

ownTest.describe("a day at work", () => {
  ownTest.use({ ownSettings: { LIMIT_REPORTS: "1000/60" } });

  ownTest(
    "[K4.09] twenty reports are handled by keyboard alone, with three presses each at most",
    async ({ page, product, openPage }) => {
      const { maker, address } = product;
      const ana = await maker.account({ role: "baby", name: "Ana" });
      const reporter = await openPage();
      await signInByApi(reporter, ana, address);
      const reasons = new Map<string, ReportReason>();
      for (let index = 0; index < 20; index += 1) {
        const reason = REPORT_REASONS[index % REPORT_REASONS.length] ?? "other";
        const name = `Bruno ${index + 1}`;
        const make = reason === "inappropriate_photos" ? maker.member : maker.account;
        const { id } = await make({ role: "daddy", name });
        reasons.set(name, reason);
        const data = { memberId: id, reason, ...(reason === "other" && { details: "Fala estranho." }) };
        const reply = await reporter.request.post(`${address}/api/reports`, { data, headers: { origin: address } });
        expect(reply.status()).toBe(200);
      }
      await openStaff(page, maker, address);
      await page.goto("/admin/denuncias");
      await expect(page.getByText("20 denúncias")).toBeVisible();
      const began = performance.now();
      let presses = 0;
      const press = async (key: string) => {
        await page.keyboard.press(key);
        presses += 1;
      };
      await press("n");
      for (let leftCount = reasons.size; leftCount > 0; leftCount -= 1) {
        const heading = page.getByRole("heading", { level: 1, name: /^Bruno \d+$/ });
        await expect(heading).toBeVisible();
        const name = (await heading.textContent()) ?? "";
        expect([...reasons.keys()]).toContain(name);
        const here = page.url();
        const [first = "", ...rest] = PRESSES[reasons.get(name) ?? "other"];
        expect(rest.length + 1).toBeLessThanOrEqual(3);
        reasons.delete(name);
        await press(first);
        // The button that confirms has the focus once the dialog is open.
        const dialog = page.getByRole("dialog", { name: new RegExp(`${name}$`) });
        if (rest.length > 0) await expect(dialog.locator("button[type=submit]")).toBeFocused();
        for (const key of rest) await press(key);
        await expect(page).not.toHaveURL(here);
        // The address may change before the next case is drawn. A key that is pressed in between belongs to this case.
        const handled = page.getByRole("heading", { level: 1, name, exact: true, includeHidden: true });
        await expect(handled).toHaveCount(0);
      }
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      test.info().annotations.push({ type: "20 reports", description: `${presses} presses, ${seconds} s` });
      await expect(page.getByRole("heading", { name: "Nenhuma denúncia encontrada" })).toBeVisible();
      expect(reasons.size).toBe(0);
    },
  );
});

test.describe("when the server fails", () => {
  test.use({ expectedErrors: /status of 500/ });

  test("[K8.12] reports that do not load, and a change that fails, say so with the reason", async ({
    page,
    maker,
    baseURL,
    openPage,
  }) => {
    const origin = baseURL ?? "";
    const [ana, bruno] = [
      await maker.member({ role: "baby", name: "Ana" }),
      await maker.member({ role: "daddy", name: uniqueName("Bruno") }),
    ];
    const reporter = await openPage();
    await signInByApi(reporter, ana, origin);
    await report(reporter, bruno, "Perfil falso");
    await openStaff(page, maker, origin);
    const failure = {
      status: 500,
      json: { code: "SERVER_ERROR", message: "x", userMessage: "Falhou aqui.", requestId: "x" },
    };
    await page.route("**/api/admin/reports?*", (route) => route.fulfill(failure));
    await page.goto("/admin/denuncias");
    await expect(page.getByText("Erro ao carregar denúncias: Falhou aqui.")).toBeVisible();
    await page.unroute("**/api/admin/reports?*");
    await page.getByRole("button", { name: "Tentar Novamente" }).click();
    await page.route(/\/api\/admin\/reports\/[0-9a-f-]+$/, (route) => route.fulfill(failure));
    await rowOf(page, bruno)
      .getByRole("link", { name: /^Analisar/ })
      .click();
    await expect(page.getByText("Erro ao carregar perfis: Falhou aqui.")).toBeVisible();
    await page.goto("/admin/denuncias");
    await page.route("**/api/admin/reports/*/status", (route) => route.fulfill(failure));
    await rowOf(page, bruno)
      .getByRole("button", { name: /^Descartar/ })
      .click();
    await expect(page.getByText("Erro ao atualizar denúncia: Falhou aqui.")).toBeVisible();
  });
});
