import { chatSafetyTexts } from "@caramelo/contract/texts/chat-safety";
import { conversationTexts } from "@caramelo/contract/texts/conversation";
import type { Locator, Page } from "@playwright/test";
import { bubble, field, log, numberedTexts, openPair, send, sendButton } from "../support/conversations.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";
import { doubleTap, hold, swipe } from "../support/touch.ts";

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
  await send(anas, bruno, "Você gosta de praia?", ...numberedTexts(1, 45));
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  await anas.goto(`/mensagens?userId=${bruno.id}`);
  await expect(bubble(brunos, "Mensagem 45")).toBeVisible();
  await expect(bubble(anas, "Mensagem 45")).toBeVisible();

  await openMenu(brunos, bubble(brunos, "Mensagem 45"));
  await axe(brunos);
  await shot(brunos, "conversa-menu");
  await actions(brunos).getByRole("menuitemradio", { name: "Amei" }).click();
  await expect(brunos.getByRole("button", { name: "Reações, você: Amei" })).toBeVisible();
  // The reaction is narrower than the message, because it is under one of its corners.
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
  tag: "@desktop",
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
  await expect(focused).toHaveAccessibleName("Ações da mensagem: dois");
  await brunos.keyboard.press("ArrowUp");
  await brunos.keyboard.press("Enter");
  await expect(actions(brunos)).toBeVisible();
  for (const key of ["Escape", "Tab"]) {
    await brunos.keyboard.press(key);
    await expect(actions(brunos)).toHaveCount(0);
    await expect(focused).toHaveAccessibleName("Ações da mensagem: um");
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
  await expect(focused).toHaveAccessibleName("Ações da mensagem: um");
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
  tag: "@npm-test",
}, async ({ page, openPage, maker }) => {
  const { ana, bruno, anas, brunos } = await openPair(maker, page, openPage);
  await send(anas, bruno, ...numberedTexts(1, 30));
  await brunos.goto(`/mensagens?userId=${ana.id}`);
  const message = bubble(brunos, "Mensagem 29");
  await expect(message).toBeInViewport();

  await test.step("the menu opens at the lift, however long the finger rested, and selects nothing", async () => {
    for (const ms of [600, 2_500]) {
      await hold(brunos, message, ms);
      await expect(actions(brunos)).toBeVisible();
      // Events and timers that could close it come within moments of the lift and leave no trace, so only a pause shows
      // that it stays.
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
