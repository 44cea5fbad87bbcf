import { brand } from "@caramelo/contract/brand/brand";
import { describe, expect, test } from "vitest";
import { expectTwinForms } from "../../testing/mail-forms.ts";
import * as mails from "./mail-rules.ts";

const URL = "https://caramelo.example/redefinir-senha#token&x=1";
const all = Object.values(mails)
  .map((compose) => compose(URL))
  .map((mail) => [mail.kind, mail] as const);

describe("each mail about an account", () => {
  test.each(all)("%s has a subject that does not say what kind of site this is", (_, { subject }) => {
    expect(subject).toContain(brand.name);
    expect(subject).not.toMatch(/sugar|baby|daddy|mommy|encontro|perfil|namor|relacion|http|#/i);
    expect(subject.length).toBeLessThanOrEqual(60);
  });

  test.each(all)("[T62] %s says the same as plain text and as HTML, and what to do if it was not you", (_, mail) => {
    const { text, html } = mail;
    expect(text).toContain("Se não foi você");
    for (const line of text.split("\n").filter((one) => one !== "" && !one.startsWith("https:")))
      expect(html.replaceAll("&#39;", "'")).toContain(line.replace(/:$/, ""));
    expectTwinForms(mail);
  });

  test.each(all)("%s spells e-mail with its hyphen", (_, { subject, text }) => {
    expect(`${subject} ${text}`).not.toMatch(/\bemail/i);
  });

  test("has a kind of its own", () => {
    expect(new Set(all.map(([kind]) => kind)).size).toBe(all.length);
  });
});

test("a mail with a button says where the button leads, for programs that show none", () => {
  const { html } = mails.recoveryMail(URL);
  expect(html.split("https://caramelo.example/redefinir-senha#token&amp;x=1")).toHaveLength(3);
});
