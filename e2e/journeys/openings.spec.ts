import { conversationTexts } from "@caramelo/contract/texts/conversation";
import { messagingErrors } from "@caramelo/contract/texts/messaging";
import type { Page } from "@playwright/test";
import { field, log, origin, sendButton } from "../support/conversations.ts";
import { signInByApi } from "../support/member-factory.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";

const BIO = "Nas folgas, amo trilhas. Trabalho numa livraria de bairro.";

const offer = (page: Page) => page.getByRole("region", { name: conversationTexts.openings });
const choices = (page: Page) => offer(page).getByRole("button");

test("[K4.30] a new conversation offers three openings: a tap fills the field and sends nothing, and none comes again", async ({
  page,
  maker,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const bruno = await maker.member({ role: "daddy", name: "Bruno", bio: BIO });
  await signInByApi(page, ana, origin());
  await page.goto(`/mensagens?userId=${bruno.id}`);
  await expect(choices(page)).toHaveCount(3);
  const first = await choices(page).allInnerTexts();
  expect(first.join("\n")).toMatch(/trilhas|livros/);
  await axe(page);
  await shot(page, "aberturas");
  await expectNoSidewaysScroll(page);

  await test.step("a tap fills the field, another one replaces it, and nothing is sent", async () => {
    await choices(page).nth(0).click();
    await expect(field(page)).toHaveValue(first[0] ?? "");
    await choices(page).nth(1).click();
    await expect(field(page)).toHaveValue(first[1] ?? "");
    await expect(choices(page).nth(1)).toHaveAttribute("aria-pressed", "true");
    await shot(page, "abertura-escolhida");
    await expect(log(page).getByText(first[1] ?? "")).toHaveCount(0);
  });
  await test.step("a text of the member's own is never replaced, and a look elsewhere loses no offer", async () => {
    await field(page).fill("Oi, Bruno!");
    await expect(offer(page)).toHaveCount(0);
    await field(page).fill("");
    await expect(choices(page)).toHaveCount(3);
    await page.reload();
    await expect(choices(page)).toHaveCount(3);
    expect(await choices(page).allInnerTexts()).toEqual(first);
  });
  await test.step("a day later three others are offered", async () => {
    await page.clock.setFixedTime(Date.now() + 86_400_000);
    await page.reload();
    await expect(choices(page)).toHaveCount(3);
    for (const text of await choices(page).allInnerTexts()) expect(first).not.toContain(text);
  });
  await test.step("with the first message the openings are gone", async () => {
    const [text = ""] = await choices(page).allInnerTexts();
    await choices(page).nth(0).click();
    await sendButton(page).click();
    await expect(log(page).getByText(text)).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });
});

test("[K4.30][K4.31] a match offers openings that lead to the filled field; a payer without tokens is offered none, and no text with a contact is quoted", async ({
  page,
  maker,
  openPage,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana", bio: BIO });
  const bruno = await maker.member({ role: "daddy", name: "Bruno", bio: BIO });
  const dan = await maker.member({ role: "daddy", name: "Dan", bio: `${BIO} Me chama no zap 11 98765-4321.` });
  const brunos = await openPage();
  await signInByApi(brunos, bruno, origin());
  await brunos.request.put(`/api/favorites/${ana.id}`, { headers: { origin: origin() }, data: {} });
  await signInByApi(page, ana, origin());

  await test.step("the sheet of the match", async () => {
    await page.goto(`/perfil/${bruno.id}`);
    await page.getByRole("button", { name: /Favorit/ }).click();
    const sheet = page.getByRole("dialog", { name: "Vocês se favoritaram" });
    await expect(sheet.getByRole("button", { name: /trilhas|livros/ }).first()).toBeVisible();
    const [text = ""] = await choices(page).allInnerTexts();
    await axe(page);
    await shot(page, "match-aberturas");
    await choices(page).nth(0).click();
    await expect(page).toHaveURL(`/mensagens?userId=${bruno.id}`);
    await expect(sheet).toHaveCount(0);
    await expect(field(page)).toHaveValue(text);
    await expect(log(page).getByText(text)).toHaveCount(0);
  });
  await test.step("a profile with a contact", async () => {
    await page.goto(`/mensagens?userId=${dan.id}`);
    await expect(choices(page)).toHaveCount(3);
    expect((await choices(page).allInnerTexts()).join("\n")).not.toMatch(/trilhas|livros|98765/);
  });
  await test.step("a payer without tokens", async () => {
    await brunos.goto(`/mensagens?userId=${ana.id}`);
    await expect(brunos.getByPlaceholder(messagingErrors.UPGRADE_REQUIRED)).toBeVisible();
    await expect(offer(brunos)).toHaveCount(0);
  });
});

test("[K4.33] heart, match and message vibrate, a match is heard under Som, and with reduced motion nothing does", async ({
  page,
  maker,
  openPage,
}) => {
  const felt: string[] = [];
  await page.context().exposeBinding("recordFeeling", (_, feeling: string) => void felt.push(feeling));
  await page.context().addInitScript(() => {
    // The cast is safe, because the binding above defines it.
    const { recordFeeling } = window as unknown as { recordFeeling(feeling: string): void };
    Navigator.prototype.vibrate = (pattern) => {
      recordFeeling(`vibrates ${Array.isArray(pattern) ? "twice" : "once"}`);
      return true;
    };
    HTMLMediaElement.prototype.play = async function play() {
      recordFeeling(`${new URL(this.src).pathname} ${this.volume}`);
    };
  });
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const [bruno, caio, dan] = [
    await maker.member({ role: "daddy", name: "Bruno" }),
    await maker.member({ role: "daddy", name: "Caio" }),
    await maker.member({ role: "daddy", name: "Dan" }),
  ];
  for (const daddy of [caio, dan]) {
    const own = await openPage();
    await signInByApi(own, daddy, origin());
    await own.request.put(`/api/favorites/${ana.id}`, { headers: { origin: origin() }, data: {} });
  }
  await signInByApi(page, ana, origin());
  const press = async (memberId: string) => {
    await page.goto(`/perfil/${memberId}`);
    const answerPromise = page.waitForResponse((reply) => reply.url().endsWith(`/api/favorites/${memberId}`));
    await page.getByRole("button", { name: "Favoritar", exact: true }).click();
    await answerPromise;
  };

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await press(bruno.id);
  await expect.poll(() => felt.splice(0)).toEqual(["vibrates once"]);
  await page.goto(`/mensagens?userId=${bruno.id}`);
  await field(page).fill("Oi, Bruno!");
  await sendButton(page).click();
  await expect.poll(() => felt.splice(0)).toEqual(["vibrates once"]);
  await press(caio.id);
  await expect(page.getByRole("dialog", { name: "Vocês se favoritaram" })).toBeVisible();
  await expect.poll(() => felt.toSorted()).toEqual(["/nova-mensagem.wav 0.3", "vibrates once", "vibrates twice"]);
  felt.length = 0;

  await page.emulateMedia({ reducedMotion: "reduce" });
  await press(dan.id);
  await expect(page.getByRole("dialog", { name: "Vocês se favoritaram" })).toBeVisible();
  // Feeling comes first, then the page claims the sound by a lock, and then it would play it.
  const readLocks = () =>
    page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name));
  await expect.poll(readLocks).toContain(`caramelo:som:match ${dan.id}`);
  await readLocks();
  expect(felt).toEqual([]);
});
