import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fillText, type MailKind, mailTexts } from "@caramelo/contract/mail/texts";
import { describe, expect, test } from "vitest";
import { writeMail } from "../apps/server/src/base/mail/text-rules.ts";
import { jobs } from "../apps/server/src/start/jobs.ts";
import { findForeignText } from "./portuguese.ts";

/** Modules whose exports are words for members or the staff, next to names in code. */
const CATALOGUES = [
  "packages/contract/src/texts/*.ts",
  "packages/contract/src/audit/actions.ts",
  "packages/contract/src/accounts/consents.ts",
  "packages/contract/src/mail/texts.ts",
  "packages/contract/src/messaging/warnings.ts",
  "packages/contract/src/moderation/report-reasons.ts",
  "packages/contract/src/notifications/types.ts",
  "packages/contract/src/operator/setting-labels.ts",
  "packages/contract/src/personal-data/{categories,laws}.ts",
  "packages/contract/src/statistics/work-kinds.ts",
  "packages/contract/src/verification/reasons.ts",
];
// The commands about backups speak English, as all commands do.
const SITE = [
  "apps/web/app/**/*.{ts,tsx}",
  "apps/web/service-worker/*.ts",
  "apps/server/src/{base,features}/!(backup)/**/*rules.ts",
];

/** All strings in a value. Functions are called with sample values. */
function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "function") yield* stringsIn(callWithExamples(value));
  else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) yield* stringsIn(part);
}

/** A function of a catalogue gets numbers, and names where it cannot take numbers; one that takes neither says nothing. */
function callWithExamples(make: CallableFunction): unknown {
  for (const example of [2, "Ana"]) {
    try {
      return make(...Array.from({ length: make.length }, () => example));
    } catch {}
  }
  return undefined;
}

/** A text for people, and no name in code: it begins with a capital or has a letter of Portuguese, or several words. */
const isProse = (text: string) => /^\p{Lu}\p{Ll}|\s|[À-ÿ]/u.test(text);

/** What no member reads: names of keys, of fonts and of headers, and what the log says. */
const UNREAD = [
  ...["Alt", "Control", "End", "Home", "Shift", "Tab"],
  "Content-Security-Policy",
  "List-Unsubscribe=One-Click",
  "Figtree, system-ui, sans-serif",
  "The code of a part did not load",
];

/** What a file of the site shows: between two tags, in attributes that are read aloud, and quoted with a capital. */
function textsOf(source: string): string[] {
  const code = source
    .replace(/^\s*(?:\/\/|\*|\/\*).*$|^import .*$/gm, "")
    // Browsers ask for the names of keys in English.
    .replace(/aria-keyshortcuts=(?:"[^"]*"|\{[^}]*\})/g, "")
    .replace(/\b(?:\w*Error|endsWith)\([^)]*\)/g, "");
  const between = code.matchAll(/(?<!=)>\s*(\p{Lu}[^<>{};=()|]+)[<{]/gu);
  const namedTexts = code.matchAll(
    /\b(?:aria-(?:label|description|roledescription|valuetext)|alt|title|placeholder|label|hint|text)="([^"]+)"/g,
  );
  // A text before a colon is the name of a text of a library, which the text after it replaces.
  const quoted = code.matchAll(/["`](\p{Lu}\p{Ll}[^"`\n]*)["`](?!:)/gu);
  return [...between, ...namedTexts, ...quoted]
    .map(([, text = ""]) =>
      text
        .replace(/\$?\{[^}]*\}?/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((text) => !UNREAD.includes(text));
}

describe("the check takes for Portuguese", () => {
  test.each([
    "A mensagem foi enviada às 14:05 de 12 de março, por R$ 1.390,00.",
    "Leia o QR code, ou abra o app: 12,5% de 1.234 fichas até 31/12/2026, 23:05.",
    "Há 1 ficha, 1 sessão, 1 mês e 2 meses; escreva para ana@exemplo.invalid ou veja /perfil/1.",
    "Sugar Babies, Daddies e Mommies: Premium, Pix, selfie, push, cookies e emojis no Chrome do Android.",
    "A e o, do, as, no, dos, me, for, come, mire, sons, vale, pares, nos, são, em 2026 e a 110 ou 3.303 km.",
    "A chave é Q2DB UA7X FQAF MDUU W76C 5CDZ 6AKR BEST, e um código de recuperação é CLOSE-7QK2M.",
  ])("%j", (text) => {
    expect(findForeignText(text)).toEqual([]);
  });

  test.each([
    ["Close", "English: Close"],
    ["Nenhum member aqui", "English: member"],
    ["Photo gallery", "English: Photo"],
    ["Enviado em 2026-11-27", "a date as computers write it: 2026-11-27"],
    ["Às 2:05 PM", "a time of twelve hours: 2:05 PM"],
    ["1,234 fichas", "a comma before thousands: 1,234"],
    ["Até 86400 segundos", "a number without its dot: 86400"],
    ["São 3500 membros", "a number without its dot: 3500"],
    ["A 12.5 km", "a point before decimals: 12.5 km"],
    ["R$139,00", "an amount without its blank: R$139,00"],
    ["R$ 139.00", "a point before decimals: R$ 139.00"],
    ["12 % dos membros", "a blank before a percent sign: 2 %"],
    ["1 itens", "a plural after one: 1 itens"],
    ["Restam 3 ficha", "a singular after many: 3 ficha"],
    ["Olá, undefined!", "a value that was not there: undefined"],
    ["Olá, [object Object]", "a value that was not there: [object Object]"],
    ["Olá, {marca}!", "a placeholder: {marca}"],
  ])("but not %j", (text, finding) => {
    expect(findForeignText(text)).toContain(finding);
  });
});

test.each(CATALOGUES)("the catalogue %s exists", (pattern) => {
  expect(globSync(pattern)).not.toEqual([]);
});

test.each(globSync(CATALOGUES))("[M1.02][M1.03] every text of %s is in the Portuguese of Brazil", async (file) => {
  const module: object = await import(fileURLToPath(new URL(`../${file}`, import.meta.url)));
  const texts = [...new Set(stringsIn({ ...module }))].filter(isProse);
  // Templates are judged when they are filled, as the mails below.
  const findings = texts.flatMap((text) =>
    findForeignText(text.replace(/\{\w+\}/g, "X")).map((finding) => `${finding} in “${text}”`),
  );
  expect(findings).toEqual([]);
});

test("[M1.02][M1.03] the office reads of every job in the Portuguese of Brazil", () => {
  expect(jobs.map(({ words }) => [words, findForeignText(words)])).toEqual(jobs.map(({ words }) => [words, []]));
});

test.each(Object.keys(mailTexts) as MailKind[])(
  "[M1.02][M1.03] the mail %s is in the Portuguese of Brazil, as text, as HTML and in its subject",
  (kind) => {
    const { examples } = mailTexts[kind];
    const mail = writeMail(kind, {
      values: examples,
      url: "https://exemplo.invalid/",
      footnoteUrl: "https://exemplo.invalid/",
    });
    const shownText = mail.html.replace(/<(style|head)\b[\s\S]*?<\/\1>/g, " ").replace(/<[^>]+>/g, " ");
    expect(mail.html).toMatch(/<html lang="pt-BR"/);
    for (const text of [mail.subject, mail.text, shownText, fillText(mailTexts[kind].title, examples)])
      expect(findForeignText(text), text).toEqual([]);
  },
);

test("[M1.02][M1.03] every text in the code of the site is in the Portuguese of Brazil", () => {
  const files = globSync(SITE).filter((file) => !/\.test\.tsx?$|\.fixture\.|\/testing\/|generated/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const findings = files.flatMap((file) =>
    textsOf(readFileSync(file, "utf8")).flatMap((text) =>
      findForeignText(text).map((finding) => `${file}: ${finding} in “${text}”`),
    ),
  );
  expect(findings).toEqual([]);
});

test("[M1.02] no form of the site leaves its errors to the browser, which writes them in its own language", () => {
  const forms = globSync("apps/web/app/**/*.tsx")
    .filter((file) => !file.endsWith(".test.tsx"))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/<form\b[^>]*/g)].map(([tag]) => ({
        file,
        tag: tag.replace(/\s+/g, " "),
      })),
    );
  expect(forms.length).toBeGreaterThan(30);
  // The form API of `useForm` has the attribute among its props.
  expect(forms.filter(({ tag }) => !/\bnoValidate\b|\{\.\.\.(?:form\.)?props\}/.test(tag))).toEqual([]);
});
