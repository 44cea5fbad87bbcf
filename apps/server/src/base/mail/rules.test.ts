import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { escapeHtml } from "./html-rules.ts";
import { composeMail } from "./rules.ts";

const HOSTILE = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "Ana\r\nBcc: todos@exemplo.invalid",
  "Ana\n\nhttps://golpe.example",
  "Ana\u2028Subject: outro",
  "</p></body>&lt;b&gt;'`",
];
const compose = (name: string) =>
  composeMail({
    subject: `${name} escreveu`,
    paragraphs: [`${name} enviou uma mensagem.`, "Até logo."],
    action: { label: `Ver ${name}`, url: "https://caramelo.example/chat?a=1&b=2" },
    footnote: `Você recebe isto por causa de ${name}.`,
  });

/** The text that a reader of the HTML sees. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

describe("a mail", () => {
  test.each(HOSTILE)("[T62] shows the name %j as text", (name) => {
    const { html } = compose(name);
    const tags = (markup: string) => markup.match(/<[^>]*>/g);
    expect(tags(html)).toEqual(tags(compose("Ana").html));
    expect(textOf(html)).toContain(`${name.replace(/\s+/g, " ")} enviou uma mensagem.`);
  });

  test.each(HOSTILE)("[T62] with the name %j has a subject of one line", (name) => {
    expect(compose(name).subject).not.toMatch(/[\r\n\u2028\u2029]/);
  });

  test.each(HOSTILE)("[T62] in plain text has the same number of lines with the name %j", (name) => {
    const parts = (text: string) => text.trimEnd().split("\n").length;
    expect(parts(compose(name).text)).toBe(parts(compose("Ana").text));
  });

  test("[T62] says the same in both forms", () => {
    const { text, html } = compose("Ana");
    for (const part of ["Ana enviou uma mensagem.", "Até logo.", "Ver Ana", "por causa de Ana"]) {
      expect(text).toContain(part);
      expect(textOf(html)).toContain(part);
    }
    expect(text).toContain("https://caramelo.example/chat?a=1&b=2");
    expect(html).toContain('href="https://caramelo.example/chat?a=1&amp;b=2"');
  });

  test("names its language, and follows a dark system in its canvas, card, words and button", () => {
    const { html } = compose("Ana");
    expect(html).toContain('<html lang="pt-BR">');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    const dark = html.slice(html.indexOf("prefers-color-scheme: dark"), html.indexOf("</style>"));
    for (const name of ["canvas", "card", "ink", "muted", "button"]) {
      expect(dark).toContain(`.${name}`);
      expect(html).toMatch(new RegExp(`class="[^"]*\\b${name}\\b`));
    }
  });

  test("without an action has no link", () => {
    const { text, html } = composeMail({ subject: "Oi", paragraphs: ["Um."], footnote: "Fim." });
    expect(text + html).not.toMatch(/https?:|href/);
  });
});

test("[T62] escaped text contains no markup, and reads as the same text", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const escaped = escapeHtml(text);
      expect(escaped).not.toMatch(/[<>"']/);
      expect(textOf(escaped)).toBe(text);
    }),
  );
});
