import { brand } from "@caramelo/contract/brand/brand";
import { describe, expect, test } from "vitest";
import { writeMail } from "../../base/mail/text-rules.ts";
import { expectTwinForms } from "../../testing/mail-forms.ts";
import { accessResetMail, appMail, type LINKS, linkMail, passkeyMail } from "./mail-rules.ts";

const ORIGIN = "https://caramelo.example";
const URL = "https://caramelo.example/redefinir-senha#token&x=1";
const kinds = ["password-changed", "email-taken", "email-restored", "email-change-requested"] as const;
const all = [
  ...(
    ["recovery", "confirmation", "email_change", "claim", "sign_in_alert"] as const satisfies (keyof typeof LINKS)[]
  ).map((kind) => linkMail(kind, URL)),
  ...(["sign-up-attempt", "sign-up-pending"] as const).map((kind) => writeMail(kind, { url: URL })),
  ...(
    [
      "app-added",
      "email-changed",
      "own-password-changed",
      "passkey-added",
      "passkey-removed",
      "recovery-codes-renewed",
    ] as const
  ).map((mail) => linkMail("sign_in_alert", URL, {}, mail)),
  ...kinds.map((kind) => writeMail(kind)),
  appMail("app-removed", ORIGIN),
  appMail("recovery-code-used", ORIGIN, { restantes: "9" }),
  accessResetMail(ORIGIN),
].map((mail) => [mail.kind, mail] as const);

describe("each mail about an account", () => {
  test.each(all)("%s has a subject that does not say what kind of site this is", (_, { subject }) => {
    expect(subject).toContain(brand.name);
    expect(subject).not.toMatch(/sugar|baby|daddy|mommy|encontro|perfil|namor|relacion|http|#/i);
    expect(subject.length).toBeLessThanOrEqual(60);
  });

  test.each(all)("[T62] %s says the same as plain text and as HTML, and what to do if it was not you", (_, mail) => {
    const { text, html } = mail;
    expect(text).toContain("Se não foi você");
    for (const line of text.split("\n").filter((textLine) => textLine !== "" && !textLine.startsWith("https:")))
      expect(html.replaceAll("&#39;", "'")).toContain(line.replace(/:$/, ""));
    expectTwinForms(mail);
  });

  test.each(all)("%s spells e-mail with its hyphen", (_, { subject, text }) => {
    expect(`${subject} ${text}`).not.toMatch(/\bemail/i);
  });

  test("has its own kind", () => {
    expect(new Set(all.map(([kind]) => kind)).size).toBe(all.length);
  });
});

test("each mail about a blocked passkey leads to the passkeys of its reader", () => {
  for (const kind of ["passkey-blocked", "passkey-blocked-staff"] as const)
    expect(passkeyMail(kind, ORIGIN).text).toContain(`${ORIGIN}/configuracoes#chaves\n`);
});

test("a mail with a link says for how many hours or days the link is valid", () => {
  expect(linkMail("recovery", URL).text).toContain("vale por 24 horas");
  expect(linkMail("claim", URL).text).toContain("vale por 7 dias");
});

test("a mail with a button says where the button leads, for programs that show none", () => {
  const { html } = linkMail("recovery", URL);
  expect(html.split("https://caramelo.example/redefinir-senha#token&amp;x=1")).toHaveLength(3);
});

const staffMails = [linkMail("sign_in_alert", URL, {}, "factor-set-up"), writeMail("factor-removed")];

test.each(staffMails.map((mail) => [mail.kind, mail] as const))(
  "[D2.12][T62] %s says no more than that it is about the account, and what to do if it was not you",
  (_, mail) => {
    const { subject, text } = mail;
    expect(subject).toContain(brand.name);
    expect(subject).not.toMatch(/duas etapas|código|administra|http|#/i);
    expect(text).toMatch(/Se não foi você, (?:troque a sua senha agora|abra o link abaixo)/);
    expectTwinForms(mail);
  },
);

test("[D2.12] a used recovery code says how many are left", () => {
  const { text } = appMail("recovery-code-used", ORIGIN, { restantes: "9" });
  expect(text).toContain("Códigos que ainda valem: 9.");
});

test("[D2.56] the mail about a new app denies it by its link, and the others lead to the app", () => {
  const { text } = linkMail("sign_in_alert", `${ORIGIN}/nao-fui-eu#token`, {}, "app-added");
  expect(text).toContain(`${ORIGIN}/nao-fui-eu#token`);
  expect(text).toContain("vale por 7 dias");
  expect(appMail("app-removed", ORIGIN).text).toContain(`${ORIGIN}/configuracoes#duas-etapas`);
  expect(accessResetMail(ORIGIN).text).toContain(`${ORIGIN}/esqueci-senha`);
});
