import { brand } from "@caramelo/contract/brand/brand";
import { toHtml } from "./html-rules.ts";

/** The content of a mail as plain text; nothing in it is markup. */
export type Words = {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Why the mail was sent, and what to do if it should not have been. */
  footnote: string;
  footnoteUrl?: string;
};

/** A mail in both forms: the plain text, and the same as HTML with everything escaped. */
export function composeMail(words: Words) {
  // Each part becomes a single line, so that no text in it can imitate another part of the mail.
  const paragraphs = words.paragraphs.map(oneLine);
  const action = words.action && { ...words.action, label: oneLine(words.action.label) };
  const subject = oneLine(words.subject);
  const footnote = oneLine(words.footnote);
  const { footnoteUrl } = words;
  const lines = [
    "Olá,",
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    footnoteUrl === undefined ? footnote : `${footnote} ${footnoteUrl}`,
    `${brand.name} · ${brand.supportEmail}`,
  ];
  return {
    subject,
    text: `${lines.join("\n\n")}\n`,
    html: toHtml({ subject, paragraphs, action, footnote, footnoteUrl }),
  };
}

/** Removes line breaks, because one in the subject would start another header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
