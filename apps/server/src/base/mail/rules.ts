import { brand } from "@caramelo/contract/brand/brand";
import type { RateLimitName } from "@caramelo/contract/call/rate-limits";
import { periods } from "@caramelo/contract/personal-data/periods";
import { toHtml } from "./html-rules.ts";

const DAY_MS = 86_400_000;

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

/** The limits of the mails that each form for guests sends. They delay a mail and never refuse a form. */
export const acknowledgementLimits = {
  notice: { site: "noticesEverywhere", mailbox: "noticeMailbox" },
  "data-request": { site: "dataRequestsEverywhere", mailbox: "dataRequestMailbox" },
} as const satisfies Record<string, { site: RateLimitName; mailbox: RateLimitName }>;

export type GuestForm = keyof typeof acknowledgementLimits;

/** How many mails may leave for a network that already has others unconfirmed: half of the site's number. */
export const repeatedShare = (points: number): number => Math.ceil(points / 2);

/** A turn from before this moment has ended, whether its mail left or not. */
export const turnsBefore = (now: Date): Date => new Date(now.getTime() - periods.acknowledgements.days * DAY_MS);

/** The reference number of something that a guest sent: the last digits of its id, which are random. */
export function quotedNumber(id: string): string {
  return id.replaceAll("-", "").slice(-10).toUpperCase();
}
