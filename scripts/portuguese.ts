import { readFileSync } from "node:fs";

/** English words that no Portuguese text has: those of our own documents that a Brazilian dictionary does not know. */
const ENGLISH = new Set(
  readFileSync(new URL("english-words.txt", import.meta.url), "utf8")
    .trim()
    .split(/\s+/),
);

/** Names that contain an English word, addresses, names of files and settings, numbers of things, and random letters. */
const NOT_PROSE = [
  /\bQR codes?\b|\be-mails?\b/gi,
  /\b(?:Google Authenticator|Mercado Pago|npm run [a-z:]+(?: -- [a-z ]+)?)\b/g,
  /\b[A-Z][A-Z\d]*_[A-Z\d_]+\b|\bPAYMENTS\b/g,
  /\S+@\S+|\bhttps?:\S+|(?<![\p{L}\d])\/[\w./?=&%:-]+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|br|invalid|example|jpe?g|png|webp|pdf|csv|json|zip)\b/giu,
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi,
  // The secret of an authenticator app, and its recovery codes.
  /\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b|\b[A-Z2-9]{5}-[A-Z2-9]{5}\b/g,
];

const WORD = /(?<![\p{L}\d_])\p{L}+(?![\p{L}\d_])/gu;

// A noun before which only these numbers are written: the plural ends in s, and these singulars do, too.
// An accented letter is no part of a word to `\b`, so the s of “sessão” would end one.
const PLURAL_AFTER_ONE = /(?<![\d.,:/º-]\s?)\b1 (?!mês\b|mais\b|vez\b|dos\b|das\b|às\b)\p{Ll}+s(?!\p{L})/giu;
const SINGULAR_AFTER_MANY =
  /(?<![\d.,:/-])\b(?:[2-9]|[1-9]\d+) (?:ficha|pessoa|mensagem|foto|conversa|dia|mês|hora|minuto|segundo|perfil|denúncia|pedido|membro|visita|conta|vez|resultado|usuário|aviso|recurso)\b(?!-)/giu;

/** The finds of each pattern are never written so in Brazil, or are the traces of a missing value. */
const WRONG_FORMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["a date as computers write it", /\b\d{4}-\d{2}-\d{2}(?!\d|-)/g],
  ["a time of twelve hours", /\b\d{1,2}(?::\d{2})?\s?(?:[ap]m|[ap]\.m\.)(?![\p{L}\d])/giu],
  ["a comma before thousands", /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?/g],
  ["a number without its dot", /(?<![\d.,/:º°#-]|nº\s)\b(?:[1-9]\d{4,}|[13-9]\d{3}) (?=\p{Ll}{3,})/gu],
  [
    "a point before decimals",
    /(?:R\$\s?\d+\.\d{1,2}|(?<![\d.,/:-])\d+\.(?!\d{3}(?!\d))\d+\s?(?:%|km|MB|GB|kB))(?![\d.])/g,
  ],
  ["an amount without its blank", /R\$\d\S*|US\$/g],
  ["a blank before a percent sign", /\d\s+%/g],
  ["a plural after one", PLURAL_AFTER_ONE],
  ["a singular after many", SINGULAR_AFTER_MANY],
  ["a value that was not there", /\b(?:undefined|null|NaN|Invalid Date|Infinity)\b|\[object \w+\]/g],
  ["a placeholder", /\{\{|\}\}|\$\{|\{[a-zA-Z_]+\}/g],
];

/** Returns what in a text is not written in the Portuguese of Brazil: English words, and forms of other places. */
export function findForeignText(text: string): string[] {
  const prose = NOT_PROSE.reduce((rest, pattern) => rest.replace(pattern, " "), text.normalize());
  const words = (prose.match(WORD) ?? []).filter((word) => ENGLISH.has(word.toLowerCase()));
  const forms = WRONG_FORMS.flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)].map(([form]) => `${name}: ${form.trim()}`),
  );
  return [...new Set(words.map((word) => `English: ${word}`)), ...forms];
}
