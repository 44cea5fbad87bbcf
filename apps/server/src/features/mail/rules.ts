import { brand } from "@caramelo/contract/brand";

/** What a mail says: plain text, in which nothing is markup. */
export type Words = {
  subject: string;
  /** One sentence or two each. */
  paragraphs: string[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** Why it came and what to do if it should not have. */
  footnote: string;
};

/** A mail in both forms: the plain text, and the same as HTML with everything escaped. */
export function composeMail(words: Words) {
  // Each part is one line: what stands in it cannot pass for another part of the mail.
  const paragraphs = words.paragraphs.map(oneLine);
  const action = words.action && { ...words.action, label: oneLine(words.action.label) };
  const footnote = oneLine(words.footnote);
  const lines = [
    "Olá!",
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    footnote,
    `${brand.name} · ${brand.supportEmail}`,
  ];
  return {
    subject: oneLine(words.subject),
    text: `${lines.join("\n\n")}\n`,
    html: toHtml({ paragraphs, action, footnote }),
  };
}

function toHtml({ paragraphs, action, footnote }: Pick<Words, "paragraphs" | "action" | "footnote">): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const button =
    action &&
    `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#9a4e1c;color:#fff;padding:12px 20px;border-radius:10px;text-decoration:none">${escapeHtml(action.label)}</a></p>`;
  return [
    '<!doctype html><html lang="pt-BR"><meta charset="utf-8">',
    '<body style="margin:0;padding:24px;background:#fbf6ef;color:#2a1c15;font:16px/1.5 sans-serif">',
    '<div style="max-width:520px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e7dacb;border-radius:16px">',
    paragraph("Olá!"),
    ...paragraphs.map(paragraph),
    button ?? "",
    `<p style="margin:24px 0 0;font-size:13px;color:#6b584c">${escapeHtml(footnote)}</p>`,
    `<p style="margin:8px 0 0;font-size:13px;color:#6b584c">${escapeHtml(`${brand.name} · ${brand.supportEmail}`)}</p>`,
    "</div></body></html>",
  ].join("\n");
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** In a subject a line break would begin another header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

type Facts = { sentAt: Date | null; failedAt: Date | null };

export function stateOf({ sentAt, failedAt }: Facts, isSending: boolean): "kept" | "waiting" | "sent" | "failed" {
  if (sentAt) return "sent";
  if (failedAt) return "failed";
  return isSending ? "waiting" : "kept";
}
