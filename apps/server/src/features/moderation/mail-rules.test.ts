import { adoptMailTexts, findMailText } from "@caramelo/contract/mail/texts";
import { MEASURE_KINDS } from "@caramelo/contract/texts/moderation";
import { afterEach, describe, expect, test } from "vitest";
import { writeMail } from "../../base/mail/text-rules.ts";
import { expectTwinForms } from "../../testing/mail-forms.ts";
import { appealDecidedMail, measureMail } from "./mail-rules.ts";
import { acknowledgementOf, alarmMail, noticeDecidedMail } from "./notice-rules.ts";

const ORIGIN = "https://caramelo.example";
const ID = "0198c7e2-5f04-7c11-9b1e-2f6a3d5c8e70";
const until = new Date("2026-11-30T17:05:00Z");
const reason = "Ofendeu outras pessoas.";

const mails = [
  ...MEASURE_KINDS.map((kind) => measureMail({ kind, reason, until: null }, `${ORIGIN}/recurso#x`)),
  measureMail({ kind: "suspension", reason, until }, `${ORIGIN}/recurso#x`),
  ...[true, false].map((isGranted) => appealDecidedMail({ isGranted, answer: "Lemos de novo." }, ORIGIN)),
  writeMail("suspension-ended", { url: `${ORIGIN}/login` }),
  writeMail("review-ended", { url: `${ORIGIN}/login` }),
  acknowledgementOf({ id: ID, kind: "other" }, ORIGIN, "x"),
  acknowledgementOf({ id: ID, kind: "intimate" }, ORIGIN, "x"),
  writeMail("alarm-brake", { url: `${ORIGIN}/admin/denuncias/avisos` }),
  ...[true, false].map((isAccepted) => noticeDecidedMail(ID, { isAccepted, answer: "Obrigado." })),
  alarmMail(ORIGIN, [{ kind: "report", count: 1 }]),
].map((mail) => [mail.kind, mail] as const);

describe("each mail of moderation", () => {
  test.each(mails)("%s fills every placeholder, in both forms", (_, mail) => {
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/[{}]/);
    expectTwinForms(mail);
  });

  test("has its own kind, which the operator may rewrite", () => {
    expect(new Set(mails.map(([kind]) => kind)).size).toBe(mails.length);
  });
});

describe("the words of the staff", () => {
  afterEach(() => adoptMailTexts([]));

  test("are put into the operator's words, and no placeholder in them is filled", () => {
    const text = { ...findMailText("measure-ban"), paragraphs: ["Fim: {motivo}"] };
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

describe("the alarm of the staff", () => {
  const textOf = (...counts: Parameters<typeof alarmMail>[1]) => alarmMail(ORIGIN, counts).text;

  test("says how much there is of each kind, as Brazilians write numbers", () => {
    expect(textOf({ kind: "notice", count: 1 })).toContain("1 denúncia do formulário público.");
    expect(textOf({ kind: "notice", count: 1_200 })).toContain("1.200 denúncias do formulário público.");
    expect(textOf({ kind: "of another release", count: 2 })).toContain("2 outras ocorrências.");
  });

  test("leads to the notices when there is nothing else, and else to the cases", () => {
    const notice = { kind: "notice", count: 1 };
    const report = { kind: "report", count: 1 };
    expect(textOf(notice)).toContain(`${ORIGIN}/admin/denuncias/avisos\n`);
    for (const counts of [[report], [notice, report]])
      expect(textOf(...counts)).toContain(`${ORIGIN}/admin/denuncias\n`);
  });
});

test("a decided appeal leads to where the member signs in", () => {
  expect(appealDecidedMail({ isGranted: true, answer: "Lemos de novo." }, ORIGIN).text).toContain(`${ORIGIN}/login\n`);
});
