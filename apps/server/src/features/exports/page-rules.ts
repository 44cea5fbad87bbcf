import { createHash } from "node:crypto";
import { dayText, momentText } from "@caramelo/contract/formats/moments";
import { formatReais } from "@caramelo/contract/formats/money";
import { evenSpanText } from "@caramelo/contract/formats/spans";
import { REACTIONS } from "@caramelo/contract/messaging/reactions";
import { notificationTypes } from "@caramelo/contract/notifications/types";
import { type CategoryName, dataCategories } from "@caramelo/contract/personal-data/categories";
import { exportFields, exportPage, exportTitles, exportValues } from "@caramelo/contract/personal-data/export-texts";
import { pageStyle } from "./page-style-rules.ts";

// The page that shows an export: pieces of HTML in which everything is escaped. It has no script and loads only the
// photos next to it.

type Row = Readonly<Record<string, unknown>>;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

// The `u` flag reads the classes of Unicode: all control characters but tab and line breaks.
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/** A text as HTML. Control characters, which no HTML may have, become the sign of a missing one. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "").replaceAll(CONTROL, "\ufffd");

const STYLE_HASH = createHash("sha256").update(pageStyle).digest("base64");
// A page from a folder has no origin, so the policy names its photos by their scheme.
const POLICY = `default-src 'none'; img-src 'self' file:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/** The beginning of the page: its head, its title and the list of its categories. */
export const pageHead = (categories: readonly CategoryName[], madeAt: Date): string => `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${exportPage.title}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>${exportPage.title}</h1>
<p class="muted">${exportPage.made} ${momentText(madeAt)}.</p>
<p class="note">${exportPage.private}</p>
<nav aria-label="${exportPage.contents}"><ul>
${categories.map((name) => `<li><a href="#${name}">${escapeHtml(dataCategories[name].name)}</a></li>`).join("\n")}
</ul></nav>
</header>
<main>
`;

export const pageEnd = `</main>
<footer><p>${exportPage.files}</p><p>${exportPage.left}</p></footer>
</body>
</html>
`;

export const categoryHead = (name: CategoryName): string => `<section id="${name}" aria-labelledby="${name}-titulo">
<h2 id="${name}-titulo">${escapeHtml(dataCategories[name].name)}</h2>
<p class="muted">${escapeHtml(dataCategories[name].holds)}</p>
`;

export const categoryEnd = (isEmpty: boolean): string =>
  `${isEmpty ? `<p>${exportPage.nothing}</p>\n` : ""}</section>\n`;

export const listTitle = (list: string): string => `<h3>${escapeHtml(exportTitles[list] ?? list)}</h3>\n`;

/** One row of a list: its fields below each other on phones, side by side where there is room. */
export function rowCard(list: string, row: Row): string {
  const fields = Object.entries(row).filter(([, value]) => value !== null && value !== undefined);
  const parts = fields.map(([field, value]) => {
    const text = valueText(list, field, value);
    const isLong = text.length > 60;
    return `<div${isLong ? ' class="long"' : ""}><dt>${escapeHtml(fieldLabel(list, field))}</dt><dd>${escapeHtml(text)}</dd></div>`;
  });
  return `<dl class="card">${parts.join("")}</dl>\n`;
}

// The roles stay when the style of small screens makes a block of each row.

/** The beginning of a list as a table, with a column for each field. */
export function tableHead(list: string, fields: readonly string[]): string {
  const heads = fields.map(
    (field) => `<th role="columnheader" scope="col">${escapeHtml(fieldLabel(list, field))}</th>`,
  );
  return `<div class="wide" role="region" aria-label="${escapeHtml(exportTitles[list] ?? list)}" tabindex="0"><table role="table"><thead role="rowgroup"><tr role="row">${heads.join("")}</tr></thead><tbody role="rowgroup">\n`;
}

export function tableRow(list: string, fields: readonly string[], row: Row): string {
  const cells = fields.map((field) => {
    const text = valueText(list, field, row[field]);
    return `<td role="cell" data-label="${escapeHtml(fieldLabel(list, field))}">${escapeHtml(text)}</td>`;
  });
  return `<tr role="row">${cells.join("")}</tr>\n`;
}

export const tableEnd = "</tbody></table></div>\n";

export const fieldLabel = (list: string, field: string): string =>
  exportFields[`${list}.${field}`] ?? exportFields[field] ?? field;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/;

/** A value in the words of members; "–" for none. */
export function valueText(list: string, field: string, value: unknown): string {
  if (typeof value === "boolean") return value ? exportPage.yes : exportPage.no;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "–" : momentText(value);
  if (typeof value === "number") return numberText(field, value);
  if (typeof value === "string") return wordText(list, field, value);
  if (Array.isArray(value)) return value.map((part) => valueText(list, field, part)).join(", ");
  const entries = Object.entries(value ?? {});
  return (
    entries.map(([name, part]) => `${wordOf(list, field, name)}: ${valueText(list, name, part)}`).join("\n") || "–"
  );
}

function numberText(field: string, value: number): string {
  if (field === "centavos") return formatReais(value);
  if (field.endsWith("Seconds")) return amountOfTime(value);
  return Number.isFinite(value) ? String(value) : "–";
}

/** An entry of the balance may also take time away. */
function amountOfTime(seconds: number): string {
  if (seconds === 0) return "–";
  return `${seconds < 0 ? "−" : ""}${evenSpanText(Math.abs(seconds))}`;
}

function wordText(list: string, field: string, text: string): string {
  if (DAY.test(text) && field.endsWith("On")) return dayText(text);
  if (MOMENT.test(text) && (field === "hour" || field.endsWith("At"))) return momentText(text);
  if (list === "notification" && field === "type") return notificationText(text);
  return wordOf(list, field, text);
}

const wordOf = (list: string, field: string, word: string): string => {
  const words = exportValues[`${list}.${field}`];
  return words && Object.hasOwn(words, word) ? (words[word] ?? word) : word;
};

const notificationText = (type: string): string =>
  Object.entries(notificationTypes).find(([name]) => name === type)?.[1].text ?? type;

/** A photo; `fileName` is its place in the ZIP. */
export function photoFigure(row: Row, number: number): string {
  const caption = `${exportPage.photo} ${number}`;
  const [width, height] = [row.width, row.height].map((side) => (typeof side === "number" ? side : 0));
  const { createdAt } = row;
  const facts = createdAt instanceof Date ? [`${fieldLabel("photo", "createdAt")} ${momentText(createdAt)}`] : [];
  return `<figure><img src="${escapeHtml(String(row.fileName))}" alt="${caption}" width="${width}" height="${height}" loading="lazy"><figcaption>${escapeHtml([caption, ...facts].join(" · "))}</figcaption></figure>\n`;
}

/** The beginning of a conversation. */
export const conversationHead = (other: string): string =>
  `<details><summary><bdi>${escapeHtml(other)}</bdi></summary><ol>\n`;
export const conversationEnd = "</ol></details>\n";

type Message = {
  isMine: boolean;
  text: string;
  sentAt: Date;
  readAt: Date | null;
  warnings: readonly string[];
  reactions: readonly { member: string; emoji: string }[];
};

export function bubble({ isMine, text, sentAt, readAt, warnings, reactions }: Message): string {
  const facts = [
    momentText(sentAt),
    ...(isMine && readAt ? [`${exportPage.read} ${momentText(readAt)}`] : []),
    ...(warnings.length > 0 ? [`${exportFields.warnings}: ${valueText("message", "warnings", warnings)}`] : []),
    ...reactions.map(({ member, emoji }) => `${member} ${emojiOf(emoji)}`),
  ];
  return `<li class="bubble${isMine ? " mine" : ""}"><p>${escapeHtml(text)}</p><small>${escapeHtml(facts.join(" · "))}</small></li>\n`;
}

const emojiOf = (key: string): string => Object.entries(REACTIONS).find(([name]) => name === key)?.[1] ?? key;
