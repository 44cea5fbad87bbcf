import type { Locator } from "@playwright/test";
import { bubble, field, log, numberedTexts, openPair, origin, send, sendButton } from "../support/conversations.ts";
import { signInByApi } from "../support/member-factory.ts";
import { signOut } from "../support/people.ts";
import { axe, expect, shot, test } from "../support/test.ts";

// An address that must stay text, and the word by which the emoji picker measures the height of a heading, unseen.
test.use({ foreignTexts: /javascript:|^Category$/ });

test("[K2.08][K2.09] older pages shift nothing that is being read, by the button and by scrolling, and the button to the end counts what is new", {
  tag: ["@both-sizes", "@npm-test"],
}, async ({ page, openPage, maker }) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, ...numberedTexts(1, 65));
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await expect(bubble(brunos, "Mensagem 65")).toBeInViewport();

  const older = brunos.getByRole("button", { name: "Carregar mensagens anteriores" });
  const topOf = async (text: string) => (await bubble(brunos, text).boundingBox())?.y ?? Number.NaN;
  // The message in view stays where it is while twenty older ones are inserted above it.
  await log(brunos).evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
  await expect(bubble(brunos, "Mensagem 26")).toBeAttached();
  await expect(bubble(brunos, "Mensagem 25")).toHaveCount(0);
  let release = () => {};
  const heldAnswer = new Promise<void>((resolve) => {
    release = resolve;
  });
  await brunos.route("**/messages?before=*", async (route) => {
    await heldAnswer;
    await route.continue();
  });
  await log(brunos).evaluate((element) => element.scrollTo({ top: -element.scrollHeight + element.clientHeight }));
  await older.focus();
  await brunos.keyboard.press("Enter");
  const before = await topOf("Mensagem 30");
  release();
  await expect(bubble(brunos, "Mensagem 6")).toBeAttached();
  expect(Math.abs((await topOf("Mensagem 30")) - before)).toBeLessThanOrEqual(1);

  await send(anas, bruno, "Nova 1", "Nova 2");
  const toEnd = brunos.getByRole("button", { name: "Ir para as mensagens mais recentes, 2 mensagens novas" });
  await expect(toEnd).toBeVisible();
  expect(Math.abs((await topOf("Mensagem 30")) - before)).toBeLessThanOrEqual(1);
  await shot(brunos, "conversa-novas");
  await toEnd.click();
  await expect(bubble(brunos, "Nova 2")).toBeInViewport();
  await expect(brunos.getByRole("button", { name: /^Ir para as mensagens/ })).toHaveCount(0);
});

test("[K4.15][T54] an address in a message opens only after a warning that shows where it leads, and other schemes stay text", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  const hostile = "javascript:alert(1) http://exemplo.com.br";
  await send(anas, bruno, hostile, "Olha: https://cаramelo.com.br/entrar e www.exemplo.com.br.");
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await expect(log(brunos).getByText(hostile)).toBeVisible();
  await expect(log(brunos).getByRole("link")).toHaveCount(0);
  await log(brunos).getByRole("button", { name: "https://cаramelo.com.br/entrar", exact: true }).click();
  const dialog = brunos.getByRole("dialog", { name: "Você está saindo do Caramelo" });
  await expect(dialog).toContainText("xn--cramelo-2fg.com.br");
  await expect(dialog).toContainText("letras que imitam outras");
  await axe(brunos);
  await shot(brunos, "conversa-link");
  await dialog.getByRole("button", { name: "Ficar aqui" }).click();
  await expect(dialog).toHaveCount(0);
  await log(brunos).getByRole("button", { name: "www.exemplo.com.br", exact: true }).click();
  await expect(dialog).not.toContainText("letras que imitam outras");
  const leave = dialog.getByRole("link", { name: "Abrir site" });
  await expect(leave).toHaveAttribute("href", "https://www.exemplo.com.br/");
  await expect(leave).toHaveAttribute("rel", "noopener noreferrer");
  await expect(leave).toHaveAttribute("target", "_blank");
});

test.describe("a conversation that cannot be deleted", () => {
  test.use({ expectedErrors: /status of 500/ });

  test("[K8.04] says so, and stays", { tag: "@npm-test" }, async ({ page, openPage, maker }) => {
    const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
    await send(anas, bruno, "Oi");
    await brunos.goto(`/mensagens?userId=${ana.id}`);
    await expect(bubble(brunos, "Oi")).toBeVisible();
    await brunos.route(`**/api/conversations/${ana.id}`, (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({ status: 500, json: { code: "SERVER_ERROR" } })
        : route.continue(),
    );
    await brunos.getByRole("button", { name: "Mais opções" }).click();
    await brunos.getByRole("menuitem", { name: "Excluir conversa" }).click();
    await brunos.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
    await expect(brunos.getByText("Falha ao excluir conversa. Tente novamente.").first()).toBeVisible();
    await brunos.getByRole("alertdialog").getByRole("button", { name: "Cancelar" }).click();
    await expect(bubble(brunos, "Oi")).toBeVisible();
  });
});

/** Presses keys until `sign` is visible, because after a pause of a second the typing sign would disappear. */
async function typeUntilVisible(where: Locator, sign: Locator): Promise<void> {
  let isOver = false;
  const seenSign = expect(sign)
    .toBeVisible()
    .finally(() => {
      isOver = true;
    });
  while (!isOver) await where.press("o");
  await seenSign;
}

test("[K4.05][K5.02] Digitando goes when the other one leaves the field, sends or leaves; sending keeps the field in use", {
  tag: "@npm-test",
}, async ({ page, openPage, maker }) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, "Oi");
  await anas.goto(`/mensagens?userId=${bruno.id}`);
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  const typing = log(anas).getByText("Digitando");
  const ends: (() => Promise<unknown>)[] = [
    () => field(brunos).blur(),
    () => sendButton(brunos).click(),
    () => brunos.goto("/mensagens"),
  ];
  for (const end of ends) {
    await expect(sendButton(brunos)).toBeDisabled();
    await typeUntilVisible(field(brunos), typing);
    await end();
    await expect(typing).toHaveCount(0);
    await brunos.goto(`/mensagens?userId=${ana.id}`);
    await field(brunos).fill("");
  }
  // A second press or Enter sends nothing, and the field stays enabled, so that a phone's keyboard stays open.
  const idleColor = await sendButton(brunos).evaluate((button) => getComputedStyle(button).backgroundColor);
  await field(brunos).fill("só uma vez");
  await sendButton(brunos).click();
  await expect(sendButton(brunos)).toBeDisabled();
  // The button looks idle, although the mouse still rests on it.
  await expect(sendButton(brunos)).toHaveCSS("background-color", idleColor);
  await expect(field(brunos)).toHaveValue("");
  await expect(field(brunos)).toBeEnabled();
  await field(brunos).press("Enter");
  await expect(bubble(anas, "só uma vez")).toHaveCount(1);
});

test("[K4.16] emojis are found in Portuguese, are inserted at the caret, and come from no other host", {
  tag: "@npm-test",
}, async ({ page, openPage, maker, baseURL }) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, "Oi");
  brunos.on("request", (request) => expect(request.url().replace(/^ws/, "http")).toContain(baseURL ?? "?"));
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await field(brunos).fill("bom dia!");
  await field(brunos).evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(7, 7));
  await brunos.getByRole("button", { name: "Emojis" }).click();
  const search = brunos.getByRole("searchbox", { name: "Buscar emoji" });
  await search.fill("coração vermelho");
  const heart = brunos.getByRole("gridcell", { name: "coração vermelho" }).first();
  await expect(heart).toBeVisible();
  await axe(brunos);
  await shot(brunos, "conversa-emojis");
  await search.fill("bolo");
  await expect(brunos.getByRole("gridcell").first()).toHaveAccessibleName("bolo de aniversário");
  await search.fill("xyzxyz");
  await expect(brunos.getByText("Nenhum emoji encontrado")).toBeVisible();
  await search.fill("coração vermelho");
  await heart.click();
  await expect(field(brunos)).toHaveValue("bom dia❤️!");
  await expect(field(brunos)).toBeFocused();
  await brunos.keyboard.type("!");
  await expect(field(brunos)).toHaveValue("bom dia❤️!!");
  await sendButton(brunos).click();
  await expect(bubble(anas, "bom dia❤️!!")).toHaveCount(0);
  await anas.goto(`/mensagens?userId=${bruno.id}`);
  await expect(bubble(anas, "bom dia❤️!!")).toBeVisible();
});

test("[K4.18] what is being written stays with its conversation and its tab, and goes when the member signs out", {
  tag: "@npm-test",
}, async ({ page, openPage, maker }) => {
  const { ana, bruno, brunos } = await openPair(maker, page, openPage);
  const bia = await maker.member({ role: "baby", name: "Bia" });
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await field(brunos).fill("para Ana");
  await brunos.goto(`/mensagens?userId=${bia.id}`);
  await expect(field(brunos)).toHaveValue("");
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await expect(field(brunos)).toHaveValue("para Ana");

  const second = await brunos.context().newPage();
  await second.goto(`/mensagens?userId=${ana.id}`);
  await expect(field(second)).toHaveValue("");
  await field(second).fill("da segunda aba");
  await brunos.reload();
  await expect(field(brunos)).toHaveValue("para Ana");

  await second.goto("/configuracoes");
  await signOut(second);
  await expect(brunos).toHaveURL(/\/login$/);
  for (const tab of [brunos, second])
    expect(await tab.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/para Ana|da segunda aba/);
  await signInByApi(brunos, bruno, origin());
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await expect(field(brunos)).toHaveValue("");
});

test("a message is no higher than its length is worth, and what is copied of it has no words for screen readers", {
  tag: "@desktop",
}, async ({ page, openPage, maker }) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  const lines = Array.from({ length: 40 }, (_, at) => (at === 24 ? "https://exemplo.com.br/25" : `Linha ${at + 1}`));
  await send(anas, bruno, `a${"\n".repeat(3_998)}b`, lines.join("\n"), "Rua A\u2028Número 10", "Uma linha", "Abraço");
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  const messages = log(brunos).locator("p.whitespace-pre-wrap");
  await expect(messages).toHaveCount(5);
  const heightOf = async (at: number) => (await messages.nth(at).boundingBox())?.height ?? Number.NaN;
  const line = await heightOf(3);
  expect(await heightOf(0)).toBeCloseTo(3 * line, 0);
  expect(await heightOf(1)).toBeCloseTo(15 * line, 0);
  expect(await heightOf(2)).toBeCloseTo(2 * line, 0);
  const more = brunos.getByRole("button", { name: "Ver mais" });
  await expect(more).toHaveCount(1);
  await more.click();
  expect(await heightOf(1)).toBeCloseTo(40 * line, 0);
  await brunos.getByRole("button", { name: "Ver menos" }).click();
  expect(await heightOf(1)).toBeCloseTo(15 * line, 0);
  // The keyboard on a link of the lines that are missing opens them.
  await brunos.keyboard.press("Shift+Tab");
  await expect(brunos.getByRole("button", { name: /exemplo\.com\.br/ })).toBeFocused();
  await expect(brunos.getByRole("button", { name: /exemplo\.com\.br/ })).toBeInViewport();
  expect(await heightOf(1)).toBeCloseTo(40 * line, 0);

  const copiedText = await log(brunos).evaluate((element) => {
    const selection = getSelection();
    selection?.selectAllChildren(element);
    return selection?.toString() ?? "";
  });
  expect(copiedText).toContain("Rua A\nNúmero 10");
  expect(copiedText).toContain("Linha 40");
  expect(copiedText).not.toMatch(/Ana:|Você:|Ações/);
});
