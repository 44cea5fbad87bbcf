import { brand } from "@caramelo/contract/brand/brand";
import { fillText, findMailText, type MailKind, type MailText } from "@caramelo/contract/mail/texts";
import { composeMail, type Words } from "./rules.ts";

type Facts = {
  /** What the mail's placeholders stand for; `{marca}` and `{suporte}` are known. */
  values?: Readonly<Record<string, string>>;
  /** What a placeholder stands for that is several sentences: each a paragraph where it is a paragraph by itself. */
  lists?: Readonly<Record<string, readonly string[]>>;
  /** Where the button leads. */
  url?: string;
  /** Where the footnote leads, of a mail whose footnote does. */
  footnoteUrl?: string | undefined;
};

/** A mail of a kind in the words in force. */
export function writeMail(kind: MailKind, facts: Facts = {}) {
  return { kind, ...composeMail(fillWords(findMailText(kind), facts)) };
}

/** The words of a mail with all values in their places. */
export function fillWords(text: MailText, { values = {}, lists = {}, url, footnoteUrl }: Facts): Words {
  const joined = Object.entries(lists).map(([name, lines]) => [name, lines.join(" ")]);
  const all = { ...values, ...Object.fromEntries(joined), marca: brand.name, suporte: brand.supportEmail };
  const fill = (part: string) => fillText(part, all);
  const fillParagraph = (paragraph: string) => {
    const [, name = ""] = /^\{(\w+)\}$/.exec(paragraph) ?? [];
    return (Object.hasOwn(lists, name) && lists[name]) || [fill(paragraph)];
  };
  return {
    subject: fill(text.subject),
    paragraphs: text.paragraphs.flatMap(fillParagraph),
    footnote: fill(text.footnote),
    ...(text.label !== null && url !== undefined && { action: { label: fill(text.label), url } }),
    ...(footnoteUrl !== undefined && { footnoteUrl }),
  };
}
