import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type MadeMember, type Maker, signInByApi } from "../../support/member-factory.ts";
import { photoFiles } from "../../support/people.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../../support/test.ts";

const REFUSED = "Acesso negado: apenas administradores podem executar esta ação";
const OPEN = [
  ["Dashboard", "/admin"],
  ["Usuários", "/admin/usuarios"],
  ["Verificações", "/admin/verificacoes"],
  ["Denúncias", "/admin/denuncias"],
  ["Auditoria", "/admin/auditoria"],
  ["Segurança", "/admin/seguranca"],
] as const;
const SHUT = ["cadastro-rapido", "pedidos", "autoridades", "equipe", "emails", "configuracoes"];
const [front = "", back = ""] = photoFiles;

const uniqueName = (name: string) => `${name} ${randomUUID().slice(0, 8).replace(/\d/g, "x")}`;

async function openModerator(page: Page, maker: Maker, origin: string): Promise<MadeMember> {
  const moderator = await maker.account({ role: "admin", staffRole: "moderator", name: "Caio" });
  await signInByApi(page, moderator, origin);
  return moderator;
}

test("[D1.11][K6.04] a moderator sees the screens of the role, none of which asks for more, and no other", async ({
  page,
  maker,
  baseURL,
}) => {
  await openModerator(page, maker, baseURL ?? "");
  const refusals: string[] = [];
  page.on("response", (reply) => {
    if (reply.status() === 403) refusals.push(reply.url());
  });
  await page.goto("/admin");
  const nav = page.getByRole("navigation", { name: "Administração" });
  await expect(nav.getByRole("link")).toHaveCount(OPEN.length);
  for (const [name, path] of OPEN) {
    // The name of a queue's entry may be followed by its count.
    await nav.getByRole("link", { name: new RegExp(`^${name}`) }).click();
    await expect(page).toHaveURL(new RegExp(`${path}(\\?.*)?$`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await axe(page);
    await expectNoSidewaysScroll(page);
    await shot(page, `moderador-${path.slice(1).replace("/", "-")}`);
  }
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  for (const words of ["Receita", "Saúde"]) await expect(page.getByText(words, { exact: false })).toHaveCount(0);
  expect(refusals).toEqual([]);
  for (const screen of SHUT) {
    await page.goto(`/admin/${screen}`);
    await expect(page.getByRole("heading", { name: "Sua função não dá acesso a esta tela" })).toBeVisible();
  }
  await axe(page);
  await shot(page, "moderador-tela-fechada");
  expect(refusals).toEqual([]);
});

test("[K6.04][D1.11] what a moderator may not do is refused by the server in the words of everybody else", async ({
  page,
  maker,
  baseURL,
}) => {
  const [ana, bia] = [
    await maker.account({ name: uniqueName("Ana") }),
    await maker.account({ role: "admin", name: "Bia" }),
  ];
  const moderator = await openModerator(page, maker, baseURL ?? "");
  const headers = { origin: baseURL ?? "" };
  const send = (method: string, path: string, data?: object) =>
    page.request.fetch(`${baseURL}/api/admin/${path}`, { method, headers, ...(data && { data }) });
  const replies = [
    await send("PUT", `team/${moderator.id}/role`, { role: "owner" }),
    await send("DELETE", `team/${bia.id}/factor`),
    await send("GET", "team"),
    await send("GET", "mails"),
    await send("POST", "audit/checks"),
    await send("GET", "health"),
    await send("GET", "orders"),
  ];
  for (const reply of replies) {
    expect([reply.status(), reply.url()]).toEqual([403, reply.url()]);
    expect((await reply.json()).userMessage).toBe(REFUSED);
  }
  await page.goto(`/admin/usuarios/editar/${ana.id}`);
  await expect(page.getByRole("heading", { name: `Editar Perfil de ${ana.name}` })).toBeVisible();
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveAttribute("readonly", "");
  // The address is shown by itself, which goes into the audit log.
  await expect(page.getByLabel("E-mail", { exact: true })).not.toHaveValue(ana.email);
  await page.getByRole("button", { name: "Mostrar e-mail" }).click();
  await expect(page.getByText(ana.email)).toBeFocused();
  await axe(page);
  await shot(page, "moderador-editar");
  await page.goto("/admin/usuarios");
  await page.getByLabel("Nome, e-mail ou localização").fill(ana.email);
  const row = page.getByRole("row", { name: new RegExp(ana.name) });
  await expect(row.getByRole("switch", { name: `Premium: ${ana.name}` })).toBeDisabled();
});

test("[D1.11][K6.06] a moderator reviews documents and a report, and the member's open page shows it", async ({
  page,
  maker,
  baseURL,
  openPage,
}) => {
  const origin = baseURL ?? "";
  const [ana, bruno] = [
    await maker.member({ role: "baby", name: uniqueName("Ana") }),
    await maker.member({ role: "daddy", name: uniqueName("Bruno") }),
  ];
  const hers = await openPage();
  await signInByApi(hers, ana, origin);
  await hers.goto("/verificacao");
  await hers.getByLabel("Data de nascimento").fill("1995-05-05");
  await hers.getByLabel("Arquivo: Frente do documento", { exact: true }).setInputFiles(front);
  await hers.getByLabel("Arquivo: Verso do documento", { exact: true }).setInputFiles(back);
  await hers.getByLabel("Arquivo: Selfie", { exact: true }).setInputFiles(front);
  await hers.getByRole("button", { name: /^Enviar/ }).click();
  await expect(hers.getByRole("heading", { name: "Estamos conferindo" })).toBeVisible({ timeout: 60_000 });
  const body = { memberId: bruno.id, reason: "fake_profile" };
  const reportAnswer = await hers.request.post(`${origin}/api/reports`, { data: body, headers: { origin } });
  expect(reportAnswer.status()).toBe(200);

  await openModerator(page, maker, origin);
  await page.goto("/admin/verificacoes?situacao=pendentes");
  const request = page.getByRole("row").filter({ hasText: ana.name });
  await request.getByRole("link", { name: ana.name, exact: true }).click();
  await expect(page.getByRole("region", { name: "Frente", exact: true }).getByRole("img")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Confirmar aprovação" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(hers.getByRole("heading", { name: "Seu perfil está verificado" })).toBeVisible();

  await page.goto("/admin/denuncias");
  const report = page.getByRole("row").filter({ hasText: bruno.name });
  await report.getByRole("button", { name: /^Descartar/ }).click();
  await expect(report).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Desfazer" })).toHaveCount(0);
  await page.goto("/admin/denuncias?situacao=descartadas");
  await expect(page.getByRole("row").filter({ hasText: bruno.name }).getByText("por Caio")).toBeVisible();
});
