import { randomUUID } from "node:crypto";
import { chatSafetyTexts } from "@caramelo/contract/texts/chat-safety";
import type { Page } from "@playwright/test";
import { field, log, origin, sendButton } from "../support/conversations.ts";
import { type MadeMember, signInByApi } from "../support/member-factory.ts";
import { axe, expect, expectNoSidewaysScroll, shot, test } from "../support/test.ts";
import { answerLate, expectStill, watchVitals } from "../support/vitals.ts";

const PIX = "me manda no pix, minha chave é 11 98765-4321";

const question = (page: Page) => page.getByRole("alertdialog", { name: chatSafetyTexts.askTitle });

async function sendConfirmed(page: Page, to: MadeMember, text: string): Promise<void> {
  const reply = await page
    .context()
    .request.post(`${origin()}/api/conversations/${to.id}/messages`, {
      data: { clientId: randomUUID(), text, isConfirmed: true },
      headers: { origin: origin() },
    });
  expect(reply.status()).toBe(200);
}

test("[D5.23][T64] a safety notice is shown before the first message to a person, and is dismissed for good", async ({
  page,
  maker,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const dan = await maker.member({ role: "daddy", name: "Dan" });
  const tips = page.getByRole("region", { name: chatSafetyTexts.firstTitle });
  await signInByApi(page, ana, origin());
  await page.goto(`/mensagens?userId=${dan.id}`);
  await expect(tips).toBeVisible();
  await shot(page, "aviso-primeira-mensagem");
  await expectNoSidewaysScroll(page);
  await axe(page);
  await tips.getByRole("button", { name: "Entendi" }).click();
  await expect(tips).toHaveCount(0);
  await page.reload();
  await expect(field(page)).toBeVisible();
  await expect(tips).toHaveCount(0);
});

test("[D5.22][D5.23][T64] a message that looks like a fraud is questioned, warned of and reported at one press", {
  tag: "@npm-test",
}, async ({ page, openPage, maker }) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const dan = await maker.member({ role: "daddy", name: "Dan" });
  const admin = await maker.account({ role: "admin", name: "Equipe" });
  await signInByApi(page, ana, origin());
  const dans = await openPage();
  await signInByApi(dans, dan, origin());
  await dans.goto(`/mensagens?userId=${ana.id}`);
  await expect(field(dans)).toBeVisible();

  await test.step("the message comes back with a question, and is edited", async () => {
    await watchVitals(page);
    await answerLate(page, "**/api/conversations/*/messages");
    await page.goto(`/mensagens?userId=${dan.id}`);
    // The openings leave with the first key, and the field grows with a later one. `fill` presses none, so that on a busy
    // machine the browser would not take the growth for the member's doing.
    await field(page).pressSequentially(PIX);
    await sendButton(page).click();
    await expect(question(page)).toBeVisible();
    await expectStill(page, "the conversation with a question");
    await page.unrouteAll({ behavior: "wait" });
    await expect(question(page)).toContainText("chave Pix ou dados de conta e um número de telefone");
    await expect(question(page)).toBeFocused();
    await expect(field(page)).toHaveValue(PIX);
    await expect(log(page).getByText(PIX)).toHaveCount(0);
    await shot(page, "pergunta-antes-de-enviar");
    await expectNoSidewaysScroll(page);
    await axe(page);
    // A second Enter, pressed out of habit, confirms nothing.
    await page.keyboard.press("Enter");
    await expect(question(page)).toBeVisible();
    await question(page).getByRole("button", { name: chatSafetyTexts.edit }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue(PIX);
  });

  await test.step("when asked again, it is sent as it is, and its writer reads nothing more", async () => {
    await sendButton(page).click();
    await question(page).getByRole("button", { name: chatSafetyTexts.sendAnyway }).click();
    await expect(log(page).getByText(PIX)).toBeVisible();
    await expect(log(page).getByText("Enviando")).toHaveCount(0);
    await expect(field(page)).toHaveValue("");
    await expect(page.getByText(chatSafetyTexts.warnLead)).toHaveCount(0);
  });

  await test.step("its reader sees a calm line at once, reports it at one press, and empties the conversation", async () => {
    await expect(log(dans).getByText(chatSafetyTexts.warnLead)).toBeVisible();
    await shot(dans, "aviso-na-mensagem");
    await expectNoSidewaysScroll(dans);
    await axe(dans);
    await log(dans).getByRole("button", { name: chatSafetyTexts.report }).click();
    await expect(dans.getByText(chatSafetyTexts.reported)).toBeVisible();
    await dans.getByRole("button", { name: "Mais opções" }).click();
    await dans.getByRole("menuitem", { name: "Excluir conversa" }).click();
    await dans.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
    await expect(log(dans).getByText(PIX)).toHaveCount(0);
  });

  await test.step("the staff sees the message marked all the same", async () => {
    const staff = await openPage();
    await signInByApi(staff, admin, origin());
    const { id } = await maker.db
      .selectFrom("reportCase")
      .where("reportedId", "=", ana.id)
      .select("id")
      .executeTakeFirstOrThrow();
    await staff.goto(`/admin/denuncias/${id}`);
    const keptMessages = staff.getByRole("list", { name: "Mensagens guardadas" });
    await expect(keptMessages.getByRole("listitem").filter({ hasText: PIX })).toContainText("denunciada");
    await shot(staff, "mensagem-denunciada");
  });
});

test("[D5.24][T64] a member who sends such messages to strangers again and again is slowed, reads so, and is released by the staff", async ({
  page,
  openPage,
  maker,
}) => {
  const ana = await maker.member({ role: "baby", name: "Ana" });
  const admin = await maker.account({ role: "admin", name: "Equipe" });
  const makeStranger = (name: string) => maker.member({ role: "daddy", name });
  const strangers = [await makeStranger("Caio"), await makeStranger("Davi"), await makeStranger("Enzo")];
  const fourth = await makeStranger("Dan");
  await signInByApi(page, ana, origin());
  for (const stranger of strangers) await sendConfirmed(page, stranger, PIX);
  const staff = await openPage();
  await signInByApi(staff, admin, origin());

  await test.step("the staff has a separate kind of case", async () => {
    let id = "";
    // The job that checks her messages runs by itself.
    await expect(async () => {
      const cases = maker.db.selectFrom("reportCase").where("reportedId", "=", ana.id);
      const row = await cases.select(["id", "flaggedAt"]).executeTakeFirstOrThrow();
      expect(row.flaggedAt).not.toBeNull();
      id = row.id;
    }).toPass();
    await staff.goto("/admin/denuncias");
    await staff.locator(`a[href="/admin/denuncias/${id}"]`).first().click();
    await expect(staff.getByText("Sinais de golpe em mensagens a desconhecidos")).toBeVisible();
    // She has not been reported.
    await expect(staff.getByText("0 denúncias")).toHaveCount(0);
    const keptMessages = staff.getByRole("list", { name: "Mensagens guardadas" });
    await expect(keptMessages.getByText("marcada", { exact: false })).toHaveCount(strangers.length);
    await shot(staff, "caso-de-regra");
    await expectNoSidewaysScroll(staff);
    await axe(staff);
  });

  await test.step("her next first message comes back, and says why", async () => {
    await page.goto(`/mensagens?userId=${fourth.id}`);
    await field(page).fill("Oi, tudo bem?");
    await sendButton(page).click();
    await expect(page.getByText(/Por segurança, você pode iniciar até 3 conversas por dia/)).toBeVisible();
    await expect(field(page)).toHaveValue("Oi, tudo bem?");
    await shot(page, "novas-conversas-limitadas");
  });

  await test.step("the staff lifts it, and she writes", async () => {
    await staff.getByRole("button", { name: "Retirar o limite" }).click();
    await expect(staff.getByText("O limite de novas conversas já foi retirado.")).toBeVisible();
    await sendButton(page).click();
    await expect(log(page).getByText("Oi, tudo bem?")).toBeVisible();
    await expect(log(page).getByText("Enviando")).toHaveCount(0);
  });
});
