import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { bubble, field, log, numberedTexts, openPair, send } from "../support/conversations.ts";
import { axe, expect, shot, test } from "../support/test.ts";

type Refusal = { code: string; retryAfterSeconds: number };

/**
 * Refuses the sends of a page for which `judge` returns a refusal, over the live connection and by the call. Call it
 * before the page loads.
 */
async function refuseSends(page: Page, judge: (text: string) => Refusal | undefined): Promise<void> {
  await page.routeWebSocket("**/api/live", (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      const { event, clientId, text } = JSON.parse(String(frame));
      const refusal = event === "send" ? judge(text) : undefined;
      if (!refusal) return server.send(frame);
      socket.send(JSON.stringify({ event: "refused", clientId, warnings: [], ...refusal }));
    });
  });
  await page.route("**/api/conversations/*/messages", async (route) => {
    const { text } = route.request().postDataJSON() ?? {};
    const refusal = text === undefined ? undefined : judge(text);
    if (!refusal) return route.continue();
    const headers = { "retry-after": String(refusal.retryAfterSeconds) };
    const json = { code: refusal.code, userMessage: "Falha ao enviar mensagem. Tente novamente." };
    return route.fulfill({ status: refusal.retryAfterSeconds > 0 ? 429 : 409, headers, json });
  });
}

test("[K2.08][K2.09] a long conversation opens at its end; older messages come in pages and nothing jumps", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, ...numberedTexts(1, 45));
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await expect(bubble(brunos, "Mensagem 45")).toBeInViewport();
  await expect(bubble(brunos, "Mensagem 26")).toBeAttached();
  await expect(bubble(brunos, "Mensagem 25")).toHaveCount(0);

  const older = brunos.getByRole("button", { name: "Carregar mensagens anteriores" });
  await older.focus();
  await brunos.keyboard.press("Enter");
  await expect(bubble(brunos, "Mensagem 6")).toBeAttached();
  await log(brunos).evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
  await expect(bubble(brunos, "Mensagem 1")).toBeAttached();
  await expect(older).toHaveCount(0);
  const toEnd = brunos.getByRole("button", { name: "Ir para as mensagens mais recentes" });
  await toEnd.click();
  await expect(bubble(brunos, "Mensagem 45")).toBeInViewport();
  await expect(toEnd).toBeHidden();
});

test("[T54] marks that are stacked on a letter are painted over no message next to theirs", async ({
  page,
  maker,
  openPage,
}) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  const stacked = `H${"\u030d".repeat(15)}${"\u0324".repeat(15)}`.repeat(8);
  await send(brunos, ana, "Antes", stacked, "Depois");
  await anas.goto(`/mensagens?userId=${bruno.id}`);
  const [before, after] = [bubble(anas, "Antes"), bubble(anas, "Depois")];
  await expect(after).toBeVisible();
  const text = log(anas).locator("p", { hasText: "\u030d" });
  const style = (name: string, value: string) =>
    text.evaluate((element, [name, value]) => element.style.setProperty(name, value), [name, value] as const);
  const paint = async () => [await before.screenshot(), await after.screenshot()];
  const painted = await paint();
  // How high marks stack depends on the fonts of the machine. A shadow is painted outside of the text on each.
  await style("text-shadow", "0 -2.5rem, 0 2.5rem");
  expect(await paint()).toEqual(painted);
  await style("overflow", "visible");
  expect(await paint(), "without the edge of the text it would be").not.toEqual(painted);
});

test("[K2.12] Digitando shows while the other member types, and disappears when they stop", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, "Oi");
  await anas.goto(`/mensagens?userId=${bruno.id}`);
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await expect(bubble(brunos, "Oi")).toBeVisible();
  await expect(bubble(anas, "Oi")).toBeVisible();
  await expect(anas.getByText("Lida")).toBeAttached();
  await field(brunos).pressSequentially("Estou escrevendo uma coisa bem longa", { delay: 60 });
  await expect(log(anas).getByText("Digitando")).toBeVisible();
  await expect(log(anas).getByText("Digitando")).toHaveCount(0);
});

test.describe("a member who writes faster than the server takes messages", () => {
  test.use({ expectedErrors: /status of 429/ });

  test("[TB.11] sees in how many seconds the next one goes; all arrive, in order, and nothing comes back", async ({
    page,
    openPage,
    maker,
  }) => {
    const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
    await send(anas, bruno, "Oi");
    let refusals = 2;
    await refuseSends(brunos, (text) => {
      if (text === "um" || refusals === 0) return undefined;
      refusals -= 1;
      return { code: "RATE_LIMIT_EXCEEDED", retryAfterSeconds: 3 };
    });
    await brunos.goto(`/mensagens?userId=${ana.id}`);
    for (const text of ["um", "dois", "três"]) {
      await field(brunos).fill(text);
      await brunos.getByRole("button", { name: "Enviar", exact: true }).click();
    }
    const words = log(brunos).getByText(/^Muitas mensagens de uma vez\. A próxima segue em [123] segundos?\.$/);
    await expect(words).toBeInViewport();
    await expect(bubble(brunos, "dois")).toBeVisible();
    // Both messages show it while the first of them is tried again.
    await expect(log(brunos).getByText("Enviando").first()).toBeVisible();
    await axe(brunos);
    await shot(brunos, "mensagens-limite");
    await expect(words).toHaveCount(0);
    await expect(log(brunos).locator("p", { hasText: /^Você: / })).toHaveText(["Você: um", "Você: dois", "Você: três"]);
    await expect(log(brunos).getByText("Enviando")).toHaveCount(0);
    await expect(field(brunos)).toHaveValue("");
    expect(refusals).toBe(0);
  });
});

test("[K2.02][K2.03][K2.06][K2.15][M9.05] the list shows who wrote, when and how much is unread, and leads to the conversation and back", {
  tag: ["@both-sizes", "@npm-test"],
}, async ({ page, openPage, maker }) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, "Primeira", "Segunda");
  await brunos.goto("/mensagens");
  const row = brunos.getByRole("link", { name: /Ana/ }).filter({ hasText: "Segunda" });
  await expect(row).toContainText("Agora");
  await expect(row).toContainText("2 mensagens não lidas");
  expect((await row.boundingBox())?.height).toBe(76);
  await axe(brunos);
  await shot(brunos, "mensagens-lista");
  const isPhone = (brunos.viewportSize()?.width ?? 0) < 768;
  const welcome = brunos.getByText("Selecione uma conversa para começar a trocar mensagens");
  await expect(welcome).toBeVisible({ visible: !isPhone });

  await row.click();
  await expect(brunos).toHaveURL(new RegExp(`userId=${ana.id}`));
  await expect(brunos.getByText("2 mensagens novas")).toBeVisible();
  await expect(bubble(brunos, "Segunda")).toBeVisible();
  await expect(row).toBeVisible({ visible: !isPhone });
  if (isPhone) await brunos.getByRole("link", { name: "Voltar" }).click();
  else await expect(row).not.toContainText("não lidas");
  if (isPhone) await expect(row).not.toContainText("não lidas");
});

test("[K2.07][T22] a conversation deleted here is empty here, stays with the other one, and goes on with new messages", {
  tag: "@npm-test",
}, async ({ page, openPage, maker }) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, "Antes");
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await expect(bubble(brunos, "Antes")).toBeVisible();
  await brunos.getByRole("button", { name: "Mais opções" }).click();
  await brunos.getByRole("menuitem", { name: "Excluir conversa" }).click();
  const dialog = brunos.getByRole("alertdialog");
  await expect(dialog).toContainText("Tem certeza que deseja excluir a conversa com Ana?");
  await dialog.getByRole("button", { name: "Excluir" }).click();
  await expect(bubble(brunos, "Antes")).toHaveCount(0);
  await send(anas, bruno, "Depois");
  await expect(bubble(brunos, "Depois")).toBeVisible();
  await anas.goto(`/mensagens?userId=${bruno.id}`);
  await expect(bubble(anas, "Antes")).toBeVisible();
});

test("[K2.01][T30] either parameter opens the conversation; a member who may not be written to looks like a missing one", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  const rival = await maker.account({ role: "daddy", name: "Rui" });
  await send(anas, bruno, "Oi");
  await brunos.goto(`/mensagens?id=${ana.id}`);
  await expect(bubble(brunos, "Oi")).toBeVisible();
  const bodies: (string | null)[] = [];
  for (const id of [rival.id, bruno.id, randomUUID(), "x", "__proto__", `${ana.id}&userId=2`]) {
    await brunos.goto(`/mensagens?userId=${id}`);
    await expect(
      brunos.getByRole("region", { name: "Conversa", exact: true }).getByRole("heading", { level: 2 }),
    ).toBeVisible();
    await brunos.waitForLoadState("networkidle");
    if (!id.includes("&"))
      bodies.push(await brunos.getByRole("region", { name: "Conversa", exact: true }).textContent());
    await expect(brunos.getByText("Rui")).toHaveCount(0);
  }
  expect(new Set(bodies).size).toBe(1);
});

test.describe("a refused message", () => {
  test("[K4.02][K8.03] disappears with the words of the catalogue, and its text is back", { tag: "@npm-test" }, async ({
    page,
    openPage,
    maker,
  }) => {
    const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
    await send(anas, bruno, "Oi");
    let refusals = 1;
    await refuseSends(brunos, () => {
      refusals -= 1;
      return refusals === 0 ? { code: "MESSAGE_CHANGED", retryAfterSeconds: 0 } : undefined;
    });
    await brunos.goto(`/mensagens?userId=${ana.id}`);
    await expect(bubble(brunos, "Oi")).toBeVisible();
    await field(brunos).fill("Ainda vai?");
    await brunos.getByRole("button", { name: "Enviar" }).click();
    await expect(brunos.getByText("Falha ao enviar mensagem. Tente novamente.").first()).toBeVisible();
    await expect(bubble(brunos, "Ainda vai\\?")).toHaveCount(0);
    await expect(field(brunos)).toHaveValue("Ainda vai?");
    await brunos.getByRole("button", { name: "Enviar" }).click();
    await expect(bubble(brunos, "Ainda vai\\?")).toBeVisible();
  });

  test("[D1.07] to a member who is no longer there says so, and nothing is stored", async ({
    page,
    openPage,
    maker,
  }) => {
    const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
    await send(anas, bruno, "Oi");
    await brunos.goto(`/mensagens?userId=${ana.id}`);
    await expect(bubble(brunos, "Oi")).toBeVisible();
    await field(brunos).fill("Ainda está aí?");
    // Pending calls are awaited first, because the answer to one could make the page remove the field before the
    // message is sent.
    await brunos.waitForLoadState("networkidle");
    await maker.hide(ana.id, bruno.id);
    await brunos.getByRole("button", { name: "Enviar" }).click();
    await expect(brunos.getByText("Este usuário não está disponível.").first()).toBeVisible();
    await expect(field(brunos)).toHaveCount(0);
    expect(await maker.db.selectFrom("message").where("senderId", "=", bruno.id).selectAll().execute()).toEqual([]);
  });
});

test("the keyboard alone finds a conversation, writes and sends", { tag: "@desktop" }, async ({
  page,
  openPage,
  maker,
}) => {
  const { bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, "Oi");
  await brunos.goto("/mensagens");
  await brunos.getByRole("link", { name: /Ana/ }).filter({ hasText: "Oi" }).focus();
  await brunos.keyboard.press("Enter");
  await expect(bubble(brunos, "Oi")).toBeVisible();
  for (let step = 0; step < 30; step += 1) {
    if (await field(brunos).evaluate((element) => element === document.activeElement)) break;
    await brunos.keyboard.press("Tab");
  }
  await brunos.keyboard.type("Tudo bem?");
  await brunos.keyboard.press("Tab");
  await brunos.keyboard.press("Enter");
  await expect(bubble(brunos, "Tudo bem\\?")).toBeVisible();
  await anas.goto(`/mensagens?userId=${bruno.id}`);
  await expect(bubble(anas, "Tudo bem\\?")).toBeVisible();
});

test("[M2.28][M7.06] the badge counts what is unread in every tab, live, and no further than 99+", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  const second = await brunos.context().newPage();
  await brunos.goto("/busca");
  await second.goto("/busca");
  await send(anas, bruno, "Um", "Dois");
  // The entry is a link in the bar of phones, and the button of a dropdown on desktops.
  const entry = (tab: Page, name: RegExp) =>
    tab.getByRole("link", { name }).or(tab.getByRole("button", { name })).filter({ visible: true }).first();
  const badge = (tab: Page) => entry(tab, /^Mensagens.*2 mensagens não lidas/);
  for (const tab of [brunos, second]) await expect(badge(tab)).toBeVisible();
  await second.goto(`/mensagens?userId=${ana.id}`);
  await expect(bubble(second, "Dois")).toBeVisible();
  await expect(badge(brunos)).toHaveCount(0);
  await second.goto("/busca");
  await send(anas, bruno, ...numberedTexts(1, 101));
  await expect(entry(brunos, /^Mensagens/).filter({ hasText: "99+" })).toBeVisible();
});
