import { adoptMailTexts, mailTexts } from "@caramelo/contract/mail/texts";
import { MEASURE_KINDS } from "@caramelo/contract/texts/moderation";
import { afterEach, describe, expect, test } from "vitest";
import { expectTwinForms } from "../../testing/mail-forms.ts";
import { appealDecidedMail, measureMail, reviewEndedMail, suspensionEndedMail } from "./mail-rules.ts";
import {
  alarmMail,
  brakeAlarmMail,
  noticeConfirmationMail,
  noticeDecidedMail,
  noticeReceivedMail,
} from "./notice-rules.ts";

const ORIGIN = "https://caramelo.example";
const ID = "0198c7e2-5f04-7c11-9b1e-2f6a3d5c8e70";
const until = new Date("2026-11-30T17:05:00Z");
const reason = "Ofendeu outras pessoas.";

const mails = [
  ...MEASURE_KINDS.map((kind) => measureMail({ kind, reason, until: null }, `${ORIGIN}/recurso#x`)),
  measureMail({ kind: "suspension", reason, until }, `${ORIGIN}/recurso#x`),
  ...[true, false].map((isGranted) => appealDecidedMail({ isGranted, answer: "Lemos de novo." }, ORIGIN)),
  suspensionEndedMail(ORIGIN),
  reviewEndedMail(ORIGIN),
  noticeReceivedMail(ID),
  noticeConfirmationMail(ID, `${ORIGIN}/confirmar-aviso#x`),
  brakeAlarmMail(ORIGIN),
  ...[true, false].map((isAccepted) => noticeDecidedMail(ID, { isAccepted, answer: "Obrigado." })),
  alarmMail(ORIGIN, [{ kind: "report", count: 1 }]),
].map((mail) => [mail.kind, mail] as const);

describe("each mail of moderation", () => {
  test.each(mails)("%s fills every placeholder, in both forms", (_, mail) => {
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/[{}]/);
    expectTwinForms(mail);
  });

  test("is of a kind of its own, which the operator may write anew", () => {
    expect(new Set(mails.map(([kind]) => kind)).size).toBe(mails.length);
  });
});

describe("the words of the staff", () => {
  afterEach(() => adoptMailTexts([]));

  test("stand in the operator's words, and no placeholder in them is filled", () => {
    const text = { ...mailTexts["measure-ban"].text, paragraphs: ["Fim: {motivo}"] };
    adoptMailTexts([["measure-ban", text]]);
    const mail = measureMail({ kind: "ban", reason: "Usou {marca}.", until: null }, `${ORIGIN}/recurso#x`);
    expect(mail.text).toContain("Fim: Usou {marca}.");
    expect(mail.text).toContain(`Ver e recorrer:\n${ORIGIN}/recurso#x`);
  });

  test("name the end of a suspension in São Paulo's time", () => {
    expect(measureMail({ kind: "suspension", reason, until }, ORIGIN).text).toContain(
      "A suspensão vale até 30 de novembro de 2026 às 14:05.",
    );
  });
});
