import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { countEffort } from "../../support/effort.ts";
import { type Maker, signInByApi } from "../../support/member-factory.ts";
import { test } from "../../support/own-test.ts";
import { axe, expect, expectNoSidewaysScroll, shot } from "../../support/test.ts";
import { addWaiting } from "../../support/verifications.ts";

const { describe } = test;

async function openOffice(page: Page, maker: Maker, origin: string, path = "/admin"): Promise<void> {
  const staff = await maker.account({ role: "admin", name: "Rita" });
  await signInByApi(page, staff, origin);
  await page.goto(path);
}

/** Adds a case about a member, as if they had been reported this many minutes ago. */
async function addCase({ db }: Maker, reportedId: string, minutesAgo: number): Promise<void> {
  const openedAt = new Date(Date.now() - minutesAgo * 60_000);
  await db.insertInto("reportCase").values({ id: randomUUID(), reportedId, openedAt }).execute();
}

/** Makes an order of a member, who has not paid it yet. */
async function makeOrder(page: Page, member: { email: string; password: string }, origin: string): Promise<void> {
  await signInByApi(page, member, origin);
  const data = { product: "tokens", method: "pix" };
  const reply = await page.request.post(`${origin}/api/orders`, { data, headers: { origin } });
  expect(reply.status()).toBe(200);
}

const palette = (page: Page) => page.getByRole("dialog", { name: "Ir para" });
const statusOf = ({ db }: Maker, reportedId: string) =>
  db.selectFrom("reportCase").where("reportedId", "=", reportedId).select("status").executeTakeFirst();

test("[D5.50] any person and any order is found in three presses, and the palette closes by Escape and by Back", {
  tag: "@npm-test",
}, async ({ page, openPage, product }) => {
  const { maker, address } = product;
  const marina = await maker.member({ role: "baby", name: "Marína Couto" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno Lins" });
  await makeOrder(await openPage(), bruno, address);
  await openOffice(page, maker, address);
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  const person = countEffort();
  await person.press(page, "/");
  const field = palette(page).getByRole("combobox", { name: "Pessoa, pedido, tela ou ação" });
  await expect(field).toBeFocused();
  await expect(palette(page).getByRole("option", { name: "Próxima verificação" })).toBeVisible();
  await axe(page);
  await shot(page, "admin-paleta");
  await page.keyboard.type("marina cou");
  // Enter is pressed before the answer has come.
  await person.press(page, "Enter");
  await expect(page).toHaveURL(`/admin/usuarios/editar/${marina.id}`);
  expect(person.effort.keys).toBeLessThanOrEqual(3);

  const order = countEffort();
  await order.press(page, "ControlOrMeta+k");
  await page.keyboard.type(bruno.email);
  await expect(palette(page).getByRole("option")).toHaveCount(2);
  await axe(page);
  await shot(page, "admin-paleta-achados");
  await order.press(page, "ArrowDown");
  await order.press(page, "Enter");
  await expect(page).toHaveURL(/\/admin\/pedidos\/.+/);
  expect(order.effort.keys).toBeLessThanOrEqual(3);

  const screen = countEffort();
  await screen.tap(page.getByRole("button", { name: "Ir para…" }));
  await page.keyboard.type("usu");
  await screen.tap(palette(page).getByRole("option", { name: "Usuários" }));
  await expect(page.getByRole("table", { name: "Usuários" })).toBeVisible();
  expect(screen.effort.taps).toBe(2);

  // The slash is a letter in a field.
  const search = page.getByLabel("Nome, e-mail ou localização");
  await search.fill("a");
  await page.keyboard.press("/");
  await expect(search).toHaveValue("a/");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(search).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeFocused();
  await page.goBack();
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/usuarios/);
  // The single key can be switched off.
  await page.keyboard.press("ControlOrMeta+k");
  await palette(page).getByRole("checkbox", { name: "Abrir também com a tecla /" }).uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  await expect(palette(page)).toHaveCount(0);
});

test("[D5.50][D1.11] the palette of a moderator neither finds orders nor offers an owner's screens", async ({
  page,
  product,
}) => {
  const { maker, address } = product;
  const bruno = await maker.member({ role: "daddy", name: "Bruno Lins" });
  const caio = await maker.account({ role: "admin", staffRole: "moderator", name: "Caio" });
  await signInByApi(page, caio, address);
  const askedTexts: string[] = [];
  page.on("request", (request) => askedTexts.push(new URL(request.url()).pathname));
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.keyboard.press("/");
  await expect(palette(page).getByRole("option", { name: "Usuários" })).toBeVisible();
  await expect(palette(page).getByRole("option", { name: "Pedidos" })).toHaveCount(0);
  await page.keyboard.type(bruno.name);
  await expect(palette(page).getByRole("option", { name: /^Bruno Lins/ })).toBeVisible();
  expect(askedTexts.filter((path) => path.startsWith("/api/") && path.includes("orders"))).toEqual([]);
});

describe("on a window of 1280 × 800", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("[D5.51] nine members show below one row of filters, ticking moves no row, and a press on a row opens it", {
    tag: "@npm-test",
  }, async ({ page, product }) => {
    const { maker, address } = product;
    for (let index = 0; index < 11; index += 1) await maker.account({ role: "baby", name: `Pessoa ${index}` });
    await maker.account({ role: "baby", name: "Maria Eduarda Wanderley Cavalcanti de Albuquerque" });
    await openOffice(page, maker, address, "/admin/usuarios");
    const rows = page.getByRole("table", { name: "Usuários" }).locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(12);
    await expect(rows.nth(8)).toBeInViewport({ ratio: 1 });
    const chips = page.getByRole("combobox");
    await expect(chips).toHaveCount(7);
    const tops = await chips.evaluateAll((all) => all.map((chip) => chip.parentElement?.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    expect((await chips.first().locator("..").boundingBox())?.height).toBe(40);
    await expectNoSidewaysScroll(page);
    await axe(page);
    await shot(page, "admin-usuarios-nove");

    const placeOf = async () => (await rows.nth(3).boundingBox())?.y;
    const before = await placeOf();
    await rows.nth(3).getByRole("checkbox").check();
    const bar = page.getByRole("region", { name: "Usuários selecionados" });
    await expect(bar.getByText("1 selecionado")).toBeInViewport({ ratio: 1 });
    expect(await placeOf()).toBe(before);
    await axe(page);
    await shot(page, "admin-usuarios-marcado");
    await bar.getByRole("button", { name: "Limpar seleção" }).click();
    await expect(bar).toHaveCount(0);
    expect(await placeOf()).toBe(before);

    await page.getByLabel("Verificado", { exact: true }).selectOption("Não");
    await expect(page).toHaveURL(/verificado=nao/);
    await page.getByLabel("Premium", { exact: true }).selectOption("Não");
    await page.getByLabel("Coringa", { exact: true }).selectOption("Não");
    await page.getByLabel("Gerenciado", { exact: true }).selectOption("Não");
    await expect(page.getByRole("button", { name: "Limpar busca e filtros" })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await rows.nth(2).getByText("Sugar Baby").click();
    await expect(page).toHaveURL(/\/admin\/usuarios\/editar\/.+/);
    await page.goBack();
    // The switch of a row is pressed for itself, and does not open the row.
    await rows
      .nth(2)
      .getByRole("switch", { name: /^Coringa|^Cidade coringa/ })
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/usuarios\?/);
  });

  test("[D5.51] five orders show below the revenue and one row of filters", async ({ page, openPage, product }) => {
    const { maker, address } = product;
    const theirs = await openPage();
    for (let index = 0; index < 6; index += 1)
      await makeOrder(theirs, await maker.member({ role: "daddy", name: `Comprador ${index}` }), address);
    await openOffice(page, maker, address, "/admin/pedidos");
    await expect(page.getByRole("region", { name: "Desistências em análise" })).toContainText("Nenhuma na fila.");
    const rows = page.getByRole("table", { name: "Pedidos" }).locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(6);
    await expect(rows.nth(4)).toBeInViewport({ ratio: 1 });
    await page.getByRole("combobox", { name: "Produto" }).selectOption("premium_monthly");
    await expect(page.getByText("Nenhum pedido encontrado")).toBeVisible();
    await page.getByRole("button", { name: "Limpar busca e filtros" }).click();
    await expect(rows).toHaveCount(6);
    await axe(page);
    await shot(page, "admin-pedidos-cinco");
  });
});

describe("on a window of 1440 × 900", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("[D5.53] a verification takes two presses by mouse, next to the profile photo", async ({ page, product }) => {
    const { maker, address, settings } = product;
    const people = [
      await maker.member({ role: "baby", name: "Ana Alves" }),
      await maker.member({ role: "baby", name: "Bia Brito" }),
    ];
    await addWaiting(
      maker,
      { dataDir: settings.DATA_DIR ?? "" },
      people.map(({ id }) => id),
    );
    await openOffice(page, maker, address, "/admin/verificacoes");
    await page.getByRole("link", { name: "Revisar pendentes" }).click();
    for (const { name } of people) {
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
      for (const title of ["Selfie", "Foto do perfil"]) {
        const picture = page.getByRole("region", { name: title, exact: true }).getByRole("img", { name: title });
        await expect(picture).toBeInViewport({ ratio: 1 });
        await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      }
      if (name === "Ana Alves") await shot(page, "admin-verificacao-lado-a-lado");
      const { tap, effort } = countEffort();
      await tap(page.getByRole("button", { name: "Aprovar" }));
      await tap(page.getByRole("button", { name: "Confirmar aprovação" }));
      await expect(page.getByText("Verificação aprovada").first()).toBeVisible();
      expect(effort.taps).toBe(2);
    }
    await expect(page.getByText("Nenhum pedido na fila")).toBeVisible();
  });
});

test("[D5.52][D5.53][K4.09] reports are dismissed by one press each, by key and by mouse, and one is taken back", {
  tag: "@npm-test",
}, async ({ page, product }) => {
  const { maker, address } = product;
  const [ana, bia, caio, dan] = [
    await maker.account({ role: "baby", name: "Ana" }),
    await maker.account({ role: "baby", name: "Bia" }),
    await maker.account({ role: "daddy", name: "Caio" }),
    await maker.account({ role: "daddy", name: "Dan" }),
  ];
  for (const [index, { id }] of [ana, bia, caio, dan].entries()) await addCase(maker, id, index + 1);
  await openOffice(page, maker, address, "/admin/denuncias");
  const sentRequests: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sentRequests.push(request.url());
  });
  await page.getByRole("link", { name: "Analisar em sequência" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ana" })).toBeVisible();

  // By keyboard: the next case opens at once, and a key undoes a mistake.
  const keyboard = countEffort();
  await keyboard.press(page, "d");
  await expect(page.getByRole("heading", { level: 1, name: "Bia" })).toBeVisible();
  expect(keyboard.effort.keys).toBeLessThanOrEqual(2);
  const bar = page.getByRole("region", { name: "Desfazer" });
  await expect(bar).toContainText("Denúncia descartada: Ana");
  await axe(page);
  await shot(page, "admin-denuncia-desfazer");
  await page.keyboard.press("Control+z");
  await expect(bar).toHaveCount(0);

  // By mouse, in the list: the second dismissal sends the first.
  await page.goto("/admin/denuncias");
  const rowOf = (name: string) => page.getByRole("row").filter({ hasText: new RegExp(`\\b${name}\\b`) });
  const mouse = countEffort();
  await mouse.tap(rowOf("Bia").getByRole("button", { name: /^Descartar/ }));
  expect(mouse.effort.taps).toBeLessThanOrEqual(2);
  await expect(rowOf("Bia")).toHaveCount(0);
  expect(sentRequests).toEqual([]);
  await rowOf("Caio")
    .getByRole("button", { name: /^Descartar/ })
    .press("Enter");
  // The keyboard goes on at the row that takes the place of the one that went.
  await expect(rowOf("Dan")).toBeFocused();
  await expect.poll(() => sentRequests).toHaveLength(1);
  await bar.getByRole("button", { name: "Desfazer" }).click();
  await expect(rowOf("Caio")).toBeVisible();

  // Leaving the page sends the decision.
  await rowOf("Dan")
    .getByRole("button", { name: /^Descartar/ })
    .click();
  await expect(bar).toContainText("Dan");
  await page.goto("/sobre");
  for (const [{ id }, status] of [
    [ana, "pending"],
    [bia, "dismissed"],
    [caio, "pending"],
    [dan, "dismissed"],
  ] as const)
    await expect.poll(() => statusOf(maker, id)).toEqual({ status });
  await page.goto("/admin/denuncias");
  await expect(rowOf("Ana")).toBeVisible();
  await expectNoSidewaysScroll(page);

  // So does signing out.
  await rowOf("Ana")
    .getByRole("button", { name: /^Descartar/ })
    .click();
  await page.keyboard.press("/");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("sair");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => statusOf(maker, ana.id)).toEqual({ status: "dismissed" });
});
