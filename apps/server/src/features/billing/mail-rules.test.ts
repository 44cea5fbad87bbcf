import { adoptBrand, brand, presetBrand } from "@caramelo/contract/brand/brand";
import { afterEach, describe, expect, test } from "vitest";
import { expectTwinForms } from "../../testing/mail-forms.ts";
import {
  endReminderMail,
  moneyMail,
  receiptMail,
  withdrawalDecidedMail,
  withdrawalReviewMail,
  withdrawalsOverdueMail,
} from "./mail-rules.ts";

const ORIGIN = "https://caramelo.example";
const ORDER = { id: "0198c7e2-5f04-7c11-9b1e-2f6a3d5c8e70", product: "premium_monthly" as const, centavos: 13_900 };
/** Half past eleven at night in São Paulo, when it is the next day in UTC. */
const LATE = new Date("2026-11-24T02:30:00Z");

const receipt = () => receiptMail(ORDER, LATE, ORIGIN);
const moneyMails = (["withdrawal", "refund", "refund-failed"] as const).map((kind) =>
  moneyMail(kind, ORDER, 100_050, ORIGIN),
);
const review = withdrawalReviewMail(ORDER, LATE, ORIGIN);
const decisions = [true, false].map((isAccepted) =>
  withdrawalDecidedMail(ORDER, { isAccepted, reason: "Está no prazo." }, ORIGIN),
);
const overdue = withdrawalsOverdueMail(3, ORIGIN);
const reminders = (["premium", "highlight"] as const).map((what) => endReminderMail(what, LATE, ORIGIN));
const mails = [receipt(), ...moneyMails, review, ...decisions, overdue, ...reminders];

test.each(mails.map((mail) => [mail.kind, mail] as const))("%s fills every placeholder, in both forms", (_, mail) => {
  expect(`${mail.subject} ${mail.text}`).not.toMatch(/[{}]|undefined/);
  expectTwinForms(mail);
});

describe("the receipt", () => {
  afterEach(() => adoptBrand(presetBrand));

  test("[D4.14] says what was paid for what on which day of São Paulo, and how long one may withdraw", () => {
    expect(receipt().text).toContain("pagamento de R$ 139,00 por Premium mensal em 23 de novembro de 2026.");
    expect(receipt().text).toContain("você tem 7 dias para desfazer a compra");
    expect(receipt().text).toContain("a equipe decide em até 5 dias.");
    expect(receipt().text).toContain(`${ORIGIN}/compras/${ORDER.id}`);
  });

  test("names the seller, with the company's number where there is a company", () => {
    expect(receipt().text).toContain(`Vendido por ${brand.seller}. Número da compra: ${ORDER.id}.`);
    adoptBrand({ ...presetBrand, companyName: "Empresa Exemplo Ltda.", cnpj: "11.222.333/0001-81" });
    expect(receipt().text).toContain("Vendido por Empresa Exemplo Ltda., CNPJ 11.222.333/0001-81.");
  });
});

test("a mail about money that goes back names the order and the amount, and leads to what the member bought", () => {
  expect(moneyMails.map(({ kind }) => kind)).toEqual(["withdrawal", "refund", "refund-failed"]);
  for (const { text } of moneyMails) {
    expect(text).toContain("R$ 1.000,50");
    expect(text).toContain("Premium mensal");
    expect(text).toContain(ORDER.id);
    expect(text).toContain(`${ORIGIN}/compras\n`);
  }
});

test("[T78] a withdrawal that waits for the staff names the day by which they answer", () => {
  expect(review.kind).toBe("withdrawal-review");
  expect(review.text).toContain("compra de Premium mensal. Ele está em análise");
  expect(review.text).toContain("responde até 23 de novembro de 2026.");
  expect(review.text).toContain(`${ORIGIN}/compras\n`);
});

test("[T78] a decision about a withdrawal says what was decided, and why", () => {
  const [accepted, refusedDecision] = decisions;
  expect(accepted?.text).toContain("Aceitamos seu pedido para desfazer a compra de Premium mensal.");
  expect(refusedDecision?.text).toContain(
    "Analisamos com cuidado seu pedido para desfazer a compra de Premium mensal, e desta vez não pudemos aceitá-lo.",
  );
  for (const { text } of decisions) {
    expect(text).toContain("Resposta da equipe: Está no prazo.");
    expect(text).toContain(`${ORIGIN}/compras\n`);
  }
});

test("[T78] the mail to the staff says how many withdrawals are overdue, and no name", () => {
  expect(overdue.kind).toBe("withdrawals-overdue");
  expect(overdue.text).toContain("passaram do prazo de 5 dias sem resposta da equipe: 3.");
  expect(overdue.text).toContain(`${ORIGIN}/admin/pedidos\n`);
});

test("a reminder says what ends on which day of São Paulo, and leads to where it is bought again", () => {
  const [premium, highlight] = reminders;
  expect(premium?.text).toMatch(/Premium.*23 de novembro de 2026/);
  expect(premium?.text).toContain(`${ORIGIN}/premium\n`);
  expect(highlight?.text).toMatch(/destaque.*23 de novembro de 2026/);
  expect(highlight?.text).toContain(`${ORIGIN}/destaque\n`);
  for (const { kind } of reminders) expect(kind).toBe("end-reminder");
});
