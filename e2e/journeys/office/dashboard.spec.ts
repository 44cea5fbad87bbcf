import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import type { Maker } from "../../support/member-factory.ts";
import { signInByApi } from "../../support/member-factory.ts";
import { test } from "../../support/own-test.ts";
import { axe, expectNoSidewaysScroll, shot } from "../../support/test.ts";

const MINUTE_MS = 60_000;

/** Lets a member, last active 26 hours ago, offer to appear as available. */
async function offer({ db, activeAt }: Maker, memberId: string): Promise<void> {
  await db.insertInto("memberSetting").values({ memberId, offersAvailability: true, updatedAt: new Date() }).execute();
  await activeAt(memberId, new Date(Date.now() - 26 * 60 * MINUTE_MS));
}

async function openDashboard(page: Page, maker: Maker, origin: string): Promise<void> {
  const staff = await maker.account({ role: "admin", name: "Equipe" });
  await signInByApi(page, staff, origin);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}

test("[K2.47][K4.12][K8.09][D3.17][D3.20] an admin starts the online-status update, and another member sees who is available", async ({
  page,
  openPage,
  product,
}) => {
  const { maker, address } = product;
  const bruno = await maker.member({ role: "daddy", name: "Bruno Disponível" });
  const ana = await maker.member({ role: "baby", name: "Ana Atenta" });
  await maker.wrote(bruno.id, ana.id);
  await offer(maker, bruno.id);

  const hers = await openPage();
  await hers.clock.install();
  await signInByApi(hers, ana, address);
  await hers.goto(`/perfil/${bruno.id}`);
  const head = hers.locator("header").filter({ has: hers.getByRole("heading", { level: 1 }) });
  await expect(head.getByText("Offline").filter({ visible: true })).toBeVisible();

  await openDashboard(page, maker, address);
  const status = page.getByRole("region", { name: "Status online" });
  await expect(status.getByText("Ainda não foi executado.")).toBeVisible();
  await status.getByRole("button", { name: "Atualizar status online" }).click();
  await expect(page.getByText("Atualização de status online acionada com sucesso!")).toBeVisible();
  await expect(page.getByText("1 usuário ficou online de 1 elegível")).toBeVisible();
  await expect(status.getByText("1 de 1 elegível")).toBeVisible();

  // The page loads presences every minute.
  await hers.clock.fastForward(MINUTE_MS + 1_000);
  await expect(head.getByText("Disponível", { exact: true }).filter({ visible: true })).toBeVisible();
  await shot(hers, "perfil-disponivel");
  await hers.goto("/mensagens");
  const row = hers.getByRole("listitem").filter({ hasText: bruno.name });
  await expect(row.getByText("Disponível", { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await shot(hers, "mensagens-disponivel");
  await hers.goto("/busca");
  await expect(hers.getByText("Disponível", { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await shot(hers, "busca-disponivel");
});

test("[K2.45][K2.46][K2.47] the dashboard shows pending work with its age, counters with rates, and thirty days as charts and tables", {
  tag: ["@both-sizes", "@npm-test"],
}, async ({ page, product }) => {
  const { maker, address } = product;
  const [ana, bia, dan] = [
    await maker.account({ role: "baby", name: "Ana", isVerified: true }),
    await maker.account({ role: "baby", name: "Bia" }),
    await maker.account({ role: "daddy", name: "Dan" }),
  ];
  await maker.account({ role: "daddy", name: "Caio" });
  await maker.premium(dan.id);
  await maker.wrote(dan.id, ana.id);
  const openedAt = new Date(Date.now() - 6.5 * 60 * MINUTE_MS);
  await maker.db.insertInto("reportCase").values({ id: randomUUID(), reportedId: bia.id, openedAt }).execute();

  await openDashboard(page, maker, address);
  const counter = (name: string) =>
    page
      .getByRole("list", { name: "Números" })
      .getByRole("listitem")
      .filter({ has: page.getByText(name, { exact: true }) });
  // Pending work is counted at each request.
  await expect(counter("Denúncias pendentes")).toContainText("1mais antiga há 6 h");
  const entries = page.getByRole("navigation", { name: "Administração" });
  await expect(entries.getByRole("link", { name: "Denúncias 1 na fila", exact: true })).toBeVisible();
  await expect(entries.getByRole("link", { name: "Verificações", exact: true })).toBeVisible();
  await expect(async () => {
    await page.getByRole("button", { name: "Atualizar", exact: true }).click();
    // The counting is repeated until all members are counted, because the job that runs every minute may have counted
    // while they were made.
    for (const [name, figure] of [
      ["Usuários", "4"],
      ["Verificados", "25% dos usuários"],
      ["Premium", "25% dos usuários"],
      ["Mensagens", "1"],
    ] as const)
      await expect(counter(name)).toContainText(figure, { timeout: 2_000 });
  }).toPass();

  const work = page.getByRole("region", { name: "Para fazer agora" });
  await expect(work).toContainText("1 denúncia pendente");
  await expect(work).toContainText("Aguardando há 6 h");
  // The money of the last days is a counter of owners, here without any sale yet.
  await expect(counter("Receita")).toContainText("R$ 0,00em 30 dias");

  await expect(page.getByRole("img", { name: /^Novos cadastros: 4 em / })).toBeVisible();
  const signUps = page.getByRole("region", { name: "Novos cadastros", exact: true });
  await signUps.scrollIntoViewIfNeeded();
  await expect(signUps.getByRole("img")).toBeVisible();
  await signUps.getByText("Ver como tabela").click();
  await expect(signUps.getByRole("row")).toHaveCount(31);
  await expect(signUps.getByRole("row").nth(1)).toContainText("4");
  await expectNoSidewaysScroll(page);
  await axe(page);
  await shot(page, "admin-dashboard");
  await work.getByRole("link", { name: "Abrir: 1 denúncia pendente" }).click();
  await expect(page).toHaveURL("/admin/denuncias");
});

test("[D5.32] an owner sees the last backup and a job that failed, and has it tried again; a moderator sees neither it nor money", async ({
  page,
  openPage,
  product,
}) => {
  const { maker, address } = product;
  await openDashboard(page, maker, address);
  const health = page.getByRole("region", { name: "Saúde do sistema" });
  await expect(health.getByText("Fila de tarefas")).toBeVisible();
  await expect(health.getByText("livres de")).toBeVisible();
  const backup = health.getByRole("term").filter({ hasText: "Backup" });
  await expect(backup).toContainText("Atenção");
  await expect(health.getByText("Nenhum backup até agora.")).toBeVisible();
  await sql`
    insert into backup_run (id, taken_at, finished_at, bytes, is_encrypted)
    values (gen_random_uuid(), now() - interval '5 hours', now(), 52428800, true)`.execute(maker.db);
  await sql`select graphile_worker.add_job('sweep-visits', run_at => now() + interval '1 hour')`.execute(maker.db);
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts
    where run_at > now() + interval '50 minutes'`.execute(maker.db);
  await page.reload();
  await expect(health.getByText("Limpar visitas")).toBeVisible();
  await expect(health.getByText("Com problema")).toBeVisible();
  await expect(backup).toContainText("Em ordem");
  await expect(health.getByText(/O último foi há 5 h .*50 MB, criptografado/s)).toBeVisible();
  await axe(page);
  await shot(page, "admin-dashboard-falha");
  await health.getByRole("button", { name: /^Tentar de novo: Limpar visitas/ }).click();
  await expect(page.getByText("A tarefa será tentada de novo")).toBeVisible();
  await expect(health.getByText("Limpar visitas")).toHaveCount(0);

  await maker.db.transaction().execute(async (trx) => {
    // A living process has been running this job for hours.
    await sql`select pg_advisory_xact_lock_shared(hashtext('queue worker'), hashtext('pool-slow'))`.execute(trx);
    await sql`select graphile_worker.add_job('sweep-visits', run_at => now() + interval '1 hour')`.execute(maker.db);
    await sql`
      update graphile_worker._private_jobs set locked_at = now() - interval '200 minutes', locked_by = 'pool-slow'
      where run_at > now() + interval '50 minutes'`.execute(maker.db);
    await page.reload();
    await expect(health.getByRole("heading", { name: "Tarefas que demoram" })).toBeVisible();
    await expect(health.getByRole("listitem")).toContainText(/Limpar visitas.*em andamento há 3 h/);
    await expect(health.getByRole("term").filter({ hasText: "Fila de tarefas" })).toContainText("Atenção");
    await axe(page);
    await shot(page, "admin-dashboard-demora");
  });
  await expectNoSidewaysScroll(page);

  const theirs = await openPage();
  const moderator = await maker.account({ role: "admin", name: "Moderação", staffRole: "moderator" });
  await signInByApi(theirs, moderator, address);
  await theirs.goto("/admin");
  await expect(theirs.getByRole("heading", { name: "Novos cadastros" })).toBeVisible();
  await expect(theirs.getByText("Receita")).toHaveCount(0);
  await expect(theirs.getByText("Saúde do sistema")).toHaveCount(0);
});
