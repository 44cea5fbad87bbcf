import { chatSafetyTexts } from "@caramelo/contract/texts/chat-safety";
import { conversationTexts } from "@caramelo/contract/texts/conversation";
import type { Locator, Page } from "@playwright/test";
import { bubble, counted, field, log, openPair, origin, send } from "../support/conversations.ts";
import { signInByApi } from "../support/member-factory.ts";
import { signOut } from "../support/people.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";
import { doubleTap, hold, swipe } from "../support/touch.ts";

// An address that must stay text, and the word by which the emoji picker measures the height of a heading, unseen.
test.use({ foreignTexts: /javascript:|^Category$/ });

const sendButton = (page: Page) => page.getByRole("button", { name: "Enviar", exact: true });
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

const widthOf = async (element: Locator) => (await element.boundingBox())?.width ?? Number.NaN;

/** Opens the menu of a message: by a long press on phones, or else by a right click. */
async function openMenu(page: Page, message: Locator): Promise<void> {
  if (isPhone(page)) await hold(page, message, 600);
  else await message.click({ button: "right" });
  await expect(page.getByRole("menu", { name: "Ações da mensagem" })).toBeVisible();
}

const actions = (page: Page) => page.getByRole("menu", { name: "Ações da mensagem" });

test("[K4.13][K4.14] a member replies to a message and reacts to it; the other one sees both live, and a tap leads back", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, "Você gosta de praia?", ...counted(1, 45));
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await anas.goto(`/mensagens?userId=${bruno.id}`);
  await expect(bubble(brunos, "Mensagem 45")).toBeVisible();
  await expect(bubble(anas, "Mensagem 45")).toBeVisible();

  await openMenu(brunos, bubble(brunos, "Mensagem 45"));
  await axe(brunos);
  await shot(brunos, "conversa-menu");
  await actions(brunos).getByRole("menuitemradio", { name: "Amei" }).click();
  await expect(brunos.getByRole("button", { name: "Reações, você: Amei" })).toBeVisible();
  // The reaction is narrower than the message, because it stands under one of its corners.
  const [own, message] = [brunos.getByRole("button", { name: "Reações, você: Amei" }), bubble(brunos, "Mensagem 45")];
  expect(await widthOf(own)).toBeLessThan(await widthOf(message));
  const hers = anas.getByRole("button", { name: "Reações, Bruno: Amei" });
  await expect(hers).toBeVisible();
  await hers.click();
  await actions(anas).getByRole("menuitemradio", { name: "Risada" }).click();
  await expect(brunos.getByRole("button", { name: "Reações, você: Amei, Ana: Risada" })).toBeVisible();
  await openMenu(brunos, bubble(brunos, "Mensagem 45"));
  await expect(actions(brunos).getByRole("menuitemradio", { name: "Amei" })).toBeChecked();
  await actions(brunos).getByRole("menuitemradio", { name: "Amei" }).click();
  await expect(anas.getByRole("button", { name: "Reações, você: Risada" })).toBeVisible();

  // The quoted message is not among the newest ones, so it must be loaded on the way to it.
  await log(brunos).evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
  await expect(bubble(brunos, "Mensagem 6")).toBeAttached();
  await log(brunos).evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
  const question = bubble(brunos, "Você gosta de praia\\?");
  await expect(question).toBeAttached();
  await question.scrollIntoViewIfNeeded();
  await openMenu(brunos, question);
  await actions(brunos).getByRole("menuitem", { name: "Responder" }).click();
  await expect(field(brunos)).toBeFocused();
  await expect(brunos.getByText("Respondendo a Ana")).toBeVisible();
  await shot(brunos, "conversa-respondendo");
  await field(brunos).fill("Adoro!");
  await sendButton(brunos).click();
  await expect(brunos.getByText("Respondendo a Ana")).toHaveCount(0);
  await expect(bubble(brunos, "Adoro!")).toBeInViewport();

  const quote = anas.getByRole("button", { name: "Resposta a Você Você gosta de praia?" });
  await expect(quote).toBeVisible();
  await expect(bubble(anas, "Você gosta de praia\\?")).toHaveCount(0);
  await axe(anas);
  await shot(anas, "conversa-resposta");
  await expectNoSidewaysScroll(anas);
  await quote.click();
  await expect(bubble(anas, "Você gosta de praia\\?")).toBeInViewport();
  await expect(anas.locator(":focus")).toContainText("Você gosta de praia?");
});

test("[K4.13][K4.14][K4.17] all that can be done with a message is reached by the keyboard, and the focus comes back", {
  tag: ["@desktop", "@one-size"],
}, async ({ page, openPage, maker }) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, "um", "dois");
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await expect(bubble(brunos, "dois")).toBeVisible();
  // When the safety notice is dismissed, the message field gets the focus.
  await brunos.getByRole("button", { name: chatSafetyTexts.understood }).press("Enter");
  await expect(field(brunos)).toBeFocused();
  // The first step back reaches the button of the emojis, the second one the messages.
  await brunos.keyboard.press("Shift+Tab");
  await brunos.keyboard.press("Shift+Tab");
  const focused = brunos.locator(":focus");
  await expect(focused).toHaveAccessibleName("Ações da mensagem");
  await brunos.keyboard.press("ArrowUp");
  await brunos.keyboard.press("Enter");
  await expect(actions(brunos)).toBeVisible();
  for (const key of ["Escape", "Tab"]) {
    await brunos.keyboard.press(key);
    await expect(actions(brunos)).toHaveCount(0);
    await expect(focused).toHaveAccessibleName("Ações da mensagem");
    await brunos.keyboard.press("Enter");
    await expect(actions(brunos)).toBeVisible();
  }
  await actions(brunos).getByRole("menuitemradio", { name: "Curti" }).focus();
  await brunos.keyboard.press("Enter");
  await expect(brunos.getByRole("button", { name: "Reações, você: Curti" })).toBeVisible();
  await brunos.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await brunos.keyboard.press("Enter");
  await actions(brunos).getByRole("menuitem", { name: "Copiar" }).focus();
  await brunos.keyboard.press("Enter");
  await expect(brunos.getByText(conversationTexts.messageCopied).first()).toBeVisible();
  expect(await brunos.evaluate(() => navigator.clipboard.readText())).toBe("um");
  await expect(focused).toHaveAccessibleName("Ações da mensagem");
  await brunos.keyboard.press("Enter");
  await actions(brunos).getByRole("menuitem", { name: "Responder" }).focus();
  await brunos.keyboard.press("Enter");
  await expect(field(brunos)).toBeFocused();
  // The quote outlives a reload together with the draft, and Escape removes it.
  await field(brunos).fill("rascunho");
  await brunos.reload();
  await expect(brunos.getByText("Respondendo a Ana")).toBeVisible();
  await expect(field(brunos)).toHaveValue("rascunho");
  await field(brunos).press("Escape");
  await expect(brunos.getByText("Respondendo a Ana")).toHaveCount(0);
});

test("[K4.17][K4.32] under the thumb a message is held, pulled and tapped twice, and what opens stays open", {
  tag: "@one-size",
}, async ({ page, openPage, maker }) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, ...counted(1, 30));
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  const message = bubble(brunos, "Mensagem 29");
  await expect(message).toBeInViewport();

  await test.step("the menu opens at the lift, however long the finger rested, and selects nothing", async () => {
    for (const ms of [600, 2_500]) {
      await hold(brunos, message, ms);
      await expect(actions(brunos)).toBeVisible();
      // What would close it comes within moments of the lift.
      await brunos.waitForTimeout(700);
      await expect(actions(brunos)).toBeVisible();
      expect(await brunos.evaluate(() => getSelection()?.toString())).toBe("");
      await brunos.keyboard.press("Escape");
      await expect(actions(brunos)).toHaveCount(0);
    }
  });
  await test.step("a pull to the right replies", async () => {
    await swipe(brunos, message, { x: 40, y: 0 });
    await expect(brunos.getByText("Respondendo a Ana")).toHaveCount(0);
    await swipe(brunos, message, { x: 110, y: 6 });
    await expect(brunos.getByText("Respondendo a Ana")).toBeVisible();
    await expect(field(brunos)).toBeFocused();
    await brunos.getByRole("button", { name: "Cancelar resposta" }).click();
    await expectNoSidewaysScroll(brunos);
  });
  await test.step("neither a pull from the edge nor scrolling replies, and the messages scroll", async () => {
    await swipe(brunos, message, { x: 150, y: 0 }, { x: 14 });
    const box = log(brunos);
    const before = await box.evaluate((element) => element.scrollTop);
    await swipe(brunos, message, { x: 30, y: 160 });
    await expect.poll(() => box.evaluate((element) => element.scrollTop)).not.toBe(before);
    await expect(brunos.getByText("Respondendo a Ana")).toHaveCount(0);
    await expect(actions(brunos)).toHaveCount(0);
    await box.evaluate((element) => element.scrollTo({ top: 0 }));
  });
  await test.step("two taps give a heart, and two more take it back", async () => {
    await doubleTap(brunos, message);
    await expect(brunos.getByRole("button", { name: "Reações, você: Amei" })).toBeVisible();
    await doubleTap(brunos, message);
    await expect(brunos.getByRole("button", { name: "Reações, você: Amei" })).toHaveCount(0);
  });
});

test("[K2.08][K2.09] older pages shift nothing that is being read, by the button and by scrolling, and the button to the end counts what is new", async ({
  page,
  openPage,
  maker,
}) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, ...counted(1, 65));
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await expect(bubble(brunos, "Mensagem 65")).toBeInViewport();

  const older = brunos.getByRole("button", { name: "Carregar mensagens anteriores" });
  const topOf = async (text: string) => (await bubble(brunos, text).boundingBox())?.y ?? Number.NaN;
  // The message in view stays where it is while twenty older ones are inserted above it.
  await log(brunos).evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
  await expect(bubble(brunos, "Mensagem 26")).toBeAttached();
  await expect(bubble(brunos, "Mensagem 25")).toHaveCount(0);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await brunos.route("**/messages?before=*", async (route) => {
    await held;
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

test("[K4.15][T54] an address in a message opens only after a warning that shows where it leads, and other schemes stay text", {
  tag: "@one-size",
}, async ({ page, openPage, maker }) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  const hostile = "javascript:alert(1) http://exemplo.com.br";
  await send(anas, bruno, hostile, "Olha: https://cаramelo.com.br/entrar e www.exemplo.com.br.");
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await expect(log(brunos).getByText(hostile)).toBeVisible();
  await expect(log(brunos).getByRole("link")).toHaveCount(0);
  await log(brunos).getByRole("button", { name: "https://cаramelo.com.br/entrar" }).click();
  const dialog = brunos.getByRole("dialog", { name: "Você está saindo do Caramelo" });
  await expect(dialog).toContainText("xn--cramelo-2fg.com.br");
  await expect(dialog).toContainText("letras que imitam outras");
  await axe(brunos);
  await shot(brunos, "conversa-link");
  await dialog.getByRole("button", { name: "Ficar aqui" }).click();
  await expect(dialog).toHaveCount(0);
  await log(brunos).getByRole("button", { name: "www.exemplo.com.br" }).click();
  await expect(dialog).not.toContainText("letras que imitam outras");
  const leave = dialog.getByRole("link", { name: "Abrir site" });
  await expect(leave).toHaveAttribute("href", "https://www.exemplo.com.br/");
  await expect(leave).toHaveAttribute("rel", "noopener noreferrer");
  await expect(leave).toHaveAttribute("target", "_blank");
});

test.describe("a conversation that cannot be deleted", () => {
  test.use({ expectedErrors: /status of 500/ });

  test("[K8.04] says so, and stays", { tag: "@one-size" }, async ({ page, openPage, maker }) => {
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
  const seen = expect(sign)
    .toBeVisible()
    .finally(() => {
      isOver = true;
    });
  while (!isOver) await where.press("o");
  await seen;
}

test("[K4.05][K5.02] Digitando goes when the other one leaves the field, sends or leaves; sending keeps the field in use", {
  tag: "@one-size",
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

test("[K4.16] emojis are found in Portuguese, stand where the caret was, and come from nobody else", async ({
  page,
  openPage,
  maker,
  baseURL,
}) => {
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
  tag: "@one-size",
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
