import { brand } from "@caramelo/contract/brand/brand";
import { fillText, findMailText, type MailKind, type MailText } from "@caramelo/contract/mail/texts";
import { composeMail, type Words } from "./rules.ts";

type Facts = {
  /** The values of the mail's placeholders. `{marca}` and `{suporte}` are always set. */
  values?: Readonly<Record<string, string>>;
  /**
   * The values of placeholders that are several sentences. A placeholder that is a whole paragraph becomes one
   * paragraph per sentence.
   */
  lists?: Readonly<Record<string, readonly string[]>>;
  /** The address of the button. */
  url?: string;
  /** The address in the footnote, for mails whose footnote has one. */
  footnoteUrl?: string | undefined;
};

/** Writes a mail of a kind, with the mail text in force. */
export function writeMail(kind: MailKind, facts: Facts = {}) {
  return { kind, ...composeMail(fillWords(findMailText(kind), facts)) };
}

/** Returns the words of a mail with all placeholders replaced. */
export function fillWords(text: MailText, { values = {}, lists = {}, url, footnoteUrl }: Facts): Words {
  const joinedLists = Object.entries(lists).map(([name, lines]) => [name, lines.join(" ")]);
  const all = { ...values, ...Object.fromEntries(joinedLists), marca: brand.name, suporte: brand.supportEmail };
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
