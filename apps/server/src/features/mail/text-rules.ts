import { brand } from "@caramelo/contract/brand";
import { fillText, findMailText, type MailKind, type MailText } from "@caramelo/contract/mail-texts";
import { composeMail, type Words } from "./rules.ts";

type Facts = {
  /** What the mail's placeholders stand for; `{marca}` and `{suporte}` are known. */
  values?: Readonly<Record<string, string>>;
  /** Where the button leads. */
  url?: string;
};

/** A mail of a kind in the words in force. */
export function writeMail(kind: MailKind, facts: Facts = {}) {
  return { kind, ...composeMail(fillWords(findMailText(kind), facts)) };
}

/** The words of a mail with all values in their places. */
export function fillWords(text: MailText, { values = {}, url }: Facts): Words {
  const all = { ...values, marca: brand.name, suporte: brand.supportEmail };
  const fill = (part: string) => fillText(part, all);
  return {
    subject: fill(text.subject),
    paragraphs: text.paragraphs.map(fill),
    footnote: fill(text.footnote),
    ...(text.label !== null && url !== undefined && { action: { label: fill(text.label), url } }),
  };
}
