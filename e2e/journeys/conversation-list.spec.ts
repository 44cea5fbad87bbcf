import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { uuidv7 } from "../../apps/server/src/platform/ids.ts";
import { makePopulation } from "../../apps/server/src/testing/population.ts";
import { type MadeMember, type Maker, signInByApi } from "../support/member-factory.ts";
import { test as ownTest } from "../support/own-test.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";
import { enlargeText, listMisfits } from "../support/text-fit.ts";

const origin = () => process.env.E2E_BASE_URL ?? "";
const MINUTE_MS = 60_000;
const MANY = 1_000;

const list = (page: Page) => page.getByRole("list", { name: "Conversas" });
const row = (page: Page, name: string) => list(page).getByRole("link", { name });
const field = (page: Page) => page.getByRole("textbox", { name: "Buscar conversa..." });

/** The names of the rows that are drawn, from top to bottom. */
const readNames = (page: Page): Promise<string[]> =>
  list(page)
    .getByRole("listitem")
    .evaluateAll((items) =>
      items
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((item) => item.querySelector(".truncate")?.textContent ?? ""),
    );

/** Makes many daddies who wrote to a member; the first one wrote last. */
async function makeCrowd({ db }: Maker, memberId: string): Promise<void> {
  const ids = Array.from({ length: MANY }, (_, index) => uuidv7(new Date(Date.now() - index)));
  const facts = { role: "daddy", tier: 2, age: 40, cityId: 3_550_308, isWildcardCity: false, isActive: true } as const;
  await makePopulation(
    db,
    ids.map((id, shuffleKey) => ({ ...facts, id, shuffleKey })),
    "2026-11-21",
  );
  await sql`
    with crowd as (select id, ${MANY} + 1 - position as seq from unnest(${ids}::uuid[]) with ordinality crowd (id, position)),
    named as (
      update profile set name = 'Davi ' || crowd.seq from crowd where profile.member_id = crowd.id
    ), sent as (
      insert into message (id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at)
      select id, id, ${memberId}::uuid, id, 1, seq, 'Oi!', now() from crowd
    )
    insert into conversation (owner_id, other_id, last_seq, changed_seq, last_message_id, unread)
    select ${memberId}::uuid, id, seq, seq, id, 1 from crowd`.execute(db);
  await db.updateTable("memberStream").set({ lastSeq: MANY, unread: MANY }).where("memberId", "=", memberId).execute();
  await db.updateTable("profile").set({ name: "Conceição Ávila" }).where("name", "=", "Davi 3").execute();
}

ownTest(
  "[K2.04][K2.05][K2.15] a thousand conversations can be searched and scrolled through to the last one",
  async ({ product, page }) => {
    const ana = await product.maker.account({ role: "baby", name: "Ana" });
    await makeCrowd(product.maker, ana.id);
    await signInByApi(page, ana, product.address);
    await page.goto("/mensagens");
    await expect(row(page, "Davi 1000")).toBeVisible();
    await axe(page);

    await field(page).fill("conceicao av");
    await expect(row(page, "Conceição Ávila")).toBeVisible();
    await expect(row(page, "Davi 1000")).toHaveCount(0);
    await expect(page.getByText("1 conversa encontrada")).toBeAttached();
    await shot(page, "mensagens-busca");
    await field(page).fill("100%");
    await expect(page.getByRole("heading", { name: "Nenhuma conversa encontrada" })).toBeVisible();
    await axe(page);
    await field(page).press("Escape");
    await expect(field(page)).toHaveValue("");
    await expect(field(page)).toBeFocused();
    await expect(row(page, "Davi 1000")).toBeVisible();

    await expect(async () => {
      await list(page).evaluate((element) => element.parentElement?.scrollTo({ top: element.scrollHeight }));
      // Only the rows on the screen are drawn.
      expect(await list(page).getByRole("listitem").count()).toBeLessThan(40);
      await expect(list(page).getByText("Davi 1", { exact: true })).toBeVisible({ timeout: 100 });
    }).toPass({ intervals: [50] });
    await expect(list(page).getByRole("listitem").last()).toHaveAttribute("aria-setsize", `${MANY}`);
  },
);

for (const hours of [3, -3])
  test(`[D3.35] a phone whose clock is wrong by ${hours} hours says how long ago a message came`, async ({
    page,
    maker,
  }) => {
    const ana = await maker.account({ role: "baby", name: "Ana" });
    const bruno = await maker.account({ role: "daddy", name: "Bruno" });
    await maker.wrote(bruno.id, ana.id);
    const lastSentAt = new Date(Date.now() - 20 * MINUTE_MS);
    await maker.db.updateTable("conversation").set({ lastSentAt }).where("ownerId", "=", ana.id).execute();
    await page.clock.install({ time: Date.now() + hours * 60 * MINUTE_MS });
    await signInByApi(page, ana, origin());
    await page.goto("/mensagens");
    await expect(row(page, "Bruno")).toContainText(/2[0-2]m/);
  });

async function openList(maker: Maker, page: Page): Promise<{ ana: MadeMember; peers: MadeMember[] }> {
  const ana = await maker.account({ role: "baby", name: "Ana" });
  const peers: MadeMember[] = [];
  for (const name of ["Bruno", "Caio", "Davi"]) {
    const peer = await maker.account({ role: "daddy", name });
    await maker.wrote(peer.id, ana.id);
    // Each message is the next change of Ana's stream.
    const seq = peers.push(peer);
    await sql`update message set recipient_seq = ${seq} where recipient_id = ${ana.id} and sender_id = ${peer.id}`.execute(
      maker.db,
    );
    await sql`
      update conversation set last_seq = ${seq}, changed_seq = ${seq} where owner_id = ${ana.id} and other_id = ${peer.id}`.execute(
      maker.db,
    );
  }
  await maker.db.updateTable("memberStream").set({ lastSeq: peers.length }).where("memberId", "=", ana.id).execute();
  await page.clock.install();
  await signInByApi(page, ana, origin());
  await page.goto("/mensagens");
  await expect.poll(() => readNames(page)).toEqual(["Davi", "Caio", "Bruno"]);
  return { ana, peers };
}

const passMinute = (page: Page) => page.clock.runFor(MINUTE_MS + 1_000);

test("[K7.02] the list puts members who come online first, but moves no row under a finger or a pointer", async ({
  page,
  maker,
  isMobile,
}) => {
  const { peers } = await openList(maker, page);
  const [bruno, caio] = peers;
  await maker.activeAt(bruno?.id ?? "", new Date());
  await passMinute(page);
  await expect.poll(() => readNames(page)).toEqual(["Bruno", "Davi", "Caio"]);

  const touch = (type: "touchstart" | "touchend") => row(page, "Davi").dispatchEvent(type, { touches: [] });
  await (isMobile ? touch("touchstart") : row(page, "Davi").hover());
  await maker.activeAt(caio?.id ?? "", new Date());
  await passMinute(page);
  await expect(row(page, "Caio")).toContainText("Online");
  expect(await readNames(page)).toEqual(["Bruno", "Davi", "Caio"]);
  await (isMobile ? touch("touchend") : page.mouse.move(1, 1));
  await page.clock.runFor(1_000);
  await expect.poll(() => readNames(page)).toEqual(["Caio", "Bruno", "Davi"]);
});

test("[K7.02][K2.12] a member who writes moves up at once, also one whom the list did not have", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, peers } = await openList(maker, page);
  const caio = peers[1];
  const caios = await openPage();
  if (caio) await signInByApi(caios, caio, origin());
  await maker.grant(caio?.id ?? "", { tokens: 10, conversations: 5 });
  await caios.goto(`/mensagens?userId=${ana.id}`);
  // The typing sign shows only briefly, so the test begins to look for it before the first key is pressed.
  const isSeen = expect(row(page, "Caio").getByText("Digitando")).toBeVisible();
  await caios.getByRole("textbox", { name: /^Mensagem para/ }).pressSequentially("Oi, tudo bem?", { delay: 60 });
  await isSeen;
  await page.clock.runFor(1_000);
  await expect.poll(() => readNames(page)).toEqual(["Caio", "Davi", "Bruno"]);

  const eva = await maker.account({ role: "daddy", name: "Eduardo" });
  await maker.grant(eva.id, { tokens: 10, conversations: 5 });
  const evas = await openPage();
  await signInByApi(evas, eva, origin());
  const reply = await evas
    .context()
    .request.post(`${origin()}/api/conversations/${ana.id}/messages`, {
      data: { clientId: randomUUID(), text: "Prazer!" },
      headers: { origin: origin() },
    });
  expect(reply.status()).toBe(200);
  await expect(row(page, "Eduardo")).toContainText("Prazer!");
  await page.clock.runFor(1_000);
  await expect.poll(() => readNames(page)).toEqual(["Caio", "Eduardo", "Davi", "Bruno"]);
});

test("[K2.12][K4.34] with text of one and a half times the size nothing in the list or a conversation is cut or overlaps", {
  tag: ["@both-sizes", "@npm-test"],
}, async ({ page, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const otavio = await maker.member({ role: "daddy", name: "Otávio Albuquerque", isVerified: true });
  const dan = await maker.member({
    role: "daddy",
    name: "Dan",
    isDemo: true,
    bio: "Nas folgas, amo trilhas e teatro.",
  });
  await maker.wrote(otavio.id, ana.id);
  await maker.wrote(ana.id, (await maker.member({ role: "daddy", name: "Bruno" })).id);
  await enlargeText(page);
  await signInByApi(page, ana, origin());
  await page.goto("/mensagens");
  const item = list(page).getByRole("listitem").filter({ hasText: "Otávio" });
  await expect(item).toBeVisible();
  // 76 px at the usual size of text.
  expect((await item.boundingBox())?.height).toBe(114);
  const main = page.getByRole("main");
  expect(await listMisfits(main)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await shot(page, "mensagens-texto-grande");
  for (const [member, name] of [
    [otavio, "conversa-texto-grande"],
    [dan, "conversa-nova-texto-grande"],
  ] as const) {
    await page.goto(`/mensagens?userId=${member.id}`);
    await expect(page.getByRole("textbox", { name: /^Mensagem para/ })).toBeVisible();
    expect(await listMisfits(main)).toEqual([]);
    await expectNoSidewaysScroll(page);
    await shot(page, name);
  }
  await page.goto(`/mensagens?userId=${otavio.id}`);
  await page.getByRole("log").getByText("Oi!").click({ button: "right" });
  const menu = page.getByRole("menu", { name: "Ações da mensagem" });
  await expect(menu.getByRole("menuitemradio")).toHaveCount(6);
  await expect(menu.getByRole("menuitemradio").last()).toBeInViewport({ ratio: 1 });
  await shot(page, "menu-da-mensagem-texto-grande");
});

test("[K7.02] the keyboard goes through the list, which keeps its order meanwhile", { tag: "@desktop" }, async ({
  page,
  maker,
  isMobile,
}) => {
  const { peers } = await openList(maker, page);
  await field(page).focus();
  await page.keyboard.press("Tab");
  await expect(row(page, "Davi")).toBeFocused();
  await maker.activeAt(peers[0]?.id ?? "", new Date());
  await passMinute(page);
  await expect(row(page, "Bruno")).toContainText("Online");
  await page.keyboard.press("Tab");
  await expect(row(page, "Caio")).toBeFocused();
  expect(await readNames(page)).toEqual(["Davi", "Caio", "Bruno"]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Mensagem para Caio" })).toBeVisible();
  if (isMobile) await page.getByRole("link", { name: "Voltar" }).click();
  else await page.getByRole("textbox", { name: "Mensagem para Caio" }).focus();
  await page.clock.runFor(1_000);
  await expect.poll(() => readNames(page)).toEqual(["Bruno", "Davi", "Caio"]);
});
