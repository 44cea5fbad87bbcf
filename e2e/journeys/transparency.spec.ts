import { randomUUID } from "node:crypto";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { countQuarter } from "../../apps/server/src/features/transparency/count-quarter.ts";
import { addQuarters, type Quarter, quarterOf, startOf } from "../../apps/server/src/features/transparency/rules.ts";
import { type Maker, signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { axe, expect, expectNoSidewaysScroll, shot } from "../support/test.ts";

const HOUR_MS = 3_600_000;
const nameOf = ({ year, number }: Quarter) => `${number}º trimestre de ${year}`;
const runningQuarter = quarterOf(dayInBrazil(new Date()));
const [last, previous] = [addQuarters(runningQuarter, -1), addQuarters(runningQuarter, -2)];

/** Stores reports in a quarter that the staff answered, each after this many hours, and counts the quarter. */
async function addPast(
  { db, account }: Maker,
  quarter: Quarter,
  { reports, hours }: { reports: number; hours: number },
) {
  const { id: reviewedBy } = await account({ role: "admin", name: "Equipe" });
  const { id: reporterId } = await account({ role: "baby", name: "Ana" });
  for (let index = 0; index < reports; index += 1) {
    const { id: reportedId } = await account({ role: "daddy", name: "Bruno" });
    const openedAt = new Date(startOf(quarter).getTime() + (index + 1) * HOUR_MS);
    const reviewedAt = new Date(openedAt.getTime() + hours * HOUR_MS);
    const caseId = randomUUID();
    const facts = { id: caseId, reportedId, openedAt, status: "reviewed" as const, reviewedAt, reviewedBy };
    await db.insertInto("reportCase").values(facts).execute();
    const report = { id: randomUUID(), caseId, reporterId, reason: "harassment" as const, createdAt: openedAt };
    await db.insertInto("report").values(report).execute();
    const measure = { id: randomUUID(), memberId: reportedId, kind: "warning" as const, reason: "Seja gentil." };
    await db
      .insertInto("measure")
      .values({ ...measure, takenBy: reviewedBy, takenAt: reviewedAt })
      .execute();
  }
  await countQuarter(db, quarter, new Date());
}

test("[D5.38] anybody reads what was reported and decided in each ended quarter, without small numbers", async ({
  page,
  openPage,
  product,
}) => {
  await page.goto("/seguranca");
  await page.getByRole("link", { name: "Transparência" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Transparência" })).toBeVisible();
  await expect(
    page.getByText(`Nenhum trimestre terminou ainda. O ${nameOf(runningQuarter)} está em andamento`),
  ).toBeVisible();
  await axe(page);
  await shot(page, "transparencia-vazia");

  await addPast(product.maker, previous, { reports: 4, hours: 3 });
  await addPast(product.maker, last, { reports: 12, hours: 6 });
  // Another visitor's browser has not kept the empty answer.
  const visitor = await openPage();
  await visitor.goto("/transparencia");
  const quarter = (which: Quarter) =>
    visitor.getByRole("group").filter({ has: visitor.getByRole("heading", { level: 3, name: nameOf(which) }) });
  const rowsOf = async (which: Quarter, title: string) => {
    const heading = visitor.getByRole("heading", { level: 4, name: title });
    const rows = quarter(which).locator("section").filter({ has: heading }).locator("dl > div");
    return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  };
  await expect(quarter(last).getByText("Denúncias recebidas")).toBeVisible();
  expect(await rowsOf(last, "Denúncias entre membros")).toEqual([
    "Denúncias recebidas 12",
    "Tempo mediano até a decisão 6 h",
  ]);
  expect(await rowsOf(last, "Medidas da equipe")).toEqual([
    "Advertências 12",
    "Fotos retiradas menos de 10",
    "Contas suspensas menos de 10",
    "Contas banidas menos de 10",
  ]);
  // Earlier quarters are closed at first.
  await expect(quarter(previous).getByText("Denúncias recebidas")).toBeHidden();
  await visitor.getByText(nameOf(previous)).click();
  await expect(quarter(previous).getByText("Denúncias recebidas")).toBeVisible();
  expect(await rowsOf(previous, "Denúncias entre membros")).toEqual([
    "Denúncias recebidas menos de 10",
    "Tempo mediano até a decisão menos de 10 decisões",
  ]);
  await expect(visitor.getByText("Nenhum trimestre terminou ainda")).toHaveCount(0);
  await expectNoSidewaysScroll(visitor);
  await axe(visitor);
  await shot(visitor, "transparencia");
});

test.describe("when the numbers cannot be loaded", () => {
  test.use({ expectedErrors: /status of 500/ });

  test("the page says so, and loads them at a press", async ({ page }) => {
    await page.route("**/api/transparency", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto("/transparencia");
    await expect(page.getByText("Os números não carregaram")).toBeVisible({ timeout: 15_000 });
    await page.unroute("**/api/transparency");
    await page.getByRole("button", { name: "Tentar Novamente" }).click();
    await expect(page.getByText("está em andamento")).toBeVisible();
  });
});

test("[D5.39] the owner records the request of an authority, which is in the list and in the audit log", {
  tag: "@desktop",
}, async ({ page, product }) => {
  const owner = await product.maker.account({ role: "admin", name: "Dora" });
  await signInByApi(page, owner, product.address);
  await page.goto("/admin/autoridades");
  await expect(page.getByText("Nenhum pedido registrado")).toBeVisible();
  const form = page.getByRole("form", { name: "Registrar pedido" });
  await form.getByRole("button", { name: "Registrar pedido" }).click();
  await expect(form.getByText("Informe o dia em que o pedido chegou")).toBeVisible();
  await expect(form.getByText("Escolha a autoridade")).toBeVisible();
  await axe(page);
  await form.getByLabel("Recebido em").fill("2026-02-03");
  await form.getByLabel("Autoridade").selectOption("Poder Judiciário");
  await form.getByLabel("Resultado").selectOption("Atendido em parte");
  await form.getByLabel("O que foi pedido").fill("Registros de acesso de uma conta.");
  await form.getByRole("button", { name: "Registrar pedido" }).click();
  await expect(page.getByText("Pedido registrado")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Poder Judiciário" });
  for (const text of ["03/02/2026", "Registros de acesso de uma conta.", "Atendido em parte", "por Dora"])
    await expect(row.getByText(text)).toBeVisible();
  // The form is empty again.
  await expect(form.getByLabel("O que foi pedido")).toHaveValue("");
  await expectNoSidewaysScroll(page);
  await axe(page);
  await shot(page, "autoridades");
  await page.goto("/admin/auditoria");
  await expect(page.getByText("Pedido de autoridade registrado").filter({ visible: true }).first()).toBeVisible();
});
