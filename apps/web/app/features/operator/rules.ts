import { rateText } from "@caramelo/contract/formats/spans";
import {
  BRAND_PLACEHOLDERS,
  fillText,
  footnoteUrlOf,
  listUnknownPlaceholders,
  MAIL_LABEL_MAX,
  MAIL_PARAGRAPH_MAX,
  MAIL_PARAGRAPHS_MAX,
  MAIL_SUBJECT_MAX,
  type MailKind,
  type MailText,
  mailTexts,
} from "@caramelo/contract/mail/texts";
import { isOutdatedPostgres, NEWEST_POSTGRES } from "@caramelo/contract/operator/postgres-releases";
import { isCnpj, RATE_TEXT } from "@caramelo/contract/operator/site-settings";
import { settingTexts } from "@caramelo/contract/texts/operator";
import { type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";
import type { MailSetting, NewValue, Providers, TextSetting } from "./queries.ts";

export const SETTING_TABS = [
  { value: "marca", label: "Marca e empresa" },
  { value: "emails", label: "Textos de e-mail" },
  { value: "limites", label: "Limites" },
  { value: "recursos", label: "Recursos" },
  { value: "provedores", label: "Provedores" },
  { value: "historico", label: "Histórico" },
] as const;
export type SettingTab = (typeof SETTING_TABS)[number]["value"];

/** The tab with this name in the address, or else the first tab. */
export function readTab(text: string | null): SettingTab {
  return SETTING_TABS.find(({ value }) => value === text)?.value ?? "marca";
}

/** The mail with this name in the address, or else the first mail. */
export function readMailKind(text: string | null): MailKind {
  return text !== null && Object.hasOwn(mailTexts, text) ? (text as MailKind) : "recovery";
}

type Texts = Readonly<Record<string, string>>;

/**
 * The settings whose typed text differs both from the form's initial text and from the value in force. The value is
 * null when the text equals the preset, so that none is saved.
 */
export function listChanges(settings: readonly TextSetting[], typedTexts: Texts, shownTexts: Texts): NewValue[] {
  return settings.flatMap(({ name, value, preset, source }) => {
    const text = typedTexts[name]?.trim() ?? value;
    if (source === "environment" || text === value || text === shownTexts[name]) return [];
    // The cast is safe, because the names came from the server.
    return [{ name: name as NewValue["name"], value: text === preset ? null : text }];
  });
}

/** The values in force that are newer than the form's, for untouched fields. */
export function findNewValues(
  settings: readonly TextSetting[],
  typedTexts: Texts,
  shownTexts: Texts,
): Record<string, string> {
  const newer = settings.filter(
    ({ name, value }) => value !== shownTexts[name] && typedTexts[name] === shownTexts[name],
  );
  return Object.fromEntries(newer.map(({ name, value }) => [name, value]));
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** The error of a brand text. Only the server knows which texts may be empty in production. */
function errorOfBrand(name: string, text: string): string | undefined {
  if (text === "")
    return ["brand:name", "brand:tagline", "brand:supportEmail"].includes(name)
      ? settingTexts.settingRequired
      : undefined;
  if (name === "brand:supportEmail" && !EMAIL.test(text)) return settingTexts.supportEmailInvalid;
  return name === "brand:cnpj" && !isCnpj(text) ? settingTexts.cnpjInvalid : undefined;
}

function errorOfLimit(name: string, text: string): string | undefined {
  if (name.startsWith("limit:")) return RATE_TEXT.test(text) ? undefined : settingTexts.rateInvalid;
  const isNumber = /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 10_000;
  return isNumber ? undefined : settingTexts.numberInvalid;
}

/** The errors of the typed texts, by setting. */
export function validateTexts(typedTexts: Record<string, string>): FormErrors<Record<string, string>> {
  const entries = Object.entries(typedTexts).map(([name, text]) => {
    const error = name.startsWith("brand:") ? errorOfBrand(name, text.trim()) : errorOfLimit(name, text.trim());
    return [name, error];
  });
  return keepErrors(Object.fromEntries(entries));
}

/** Formats "10/900" as "10 em 15 minutos"; undefined for a text that is not a rate. */
export function describeRate(text: string): string | undefined {
  if (!RATE_TEXT.test(text)) return undefined;
  const [points = 0, seconds = 0] = text.split("/").map(Number);
  return rateText({ points, seconds });
}

/** The form values of a mail. Empty lines separate the paragraphs of `body`. */
export type MailForm = { subject: string; body: string; label: string; footnote: string };

export function toMailForm({ subject, paragraphs, label, footnote }: Omit<MailSetting, "name" | "source">): MailForm {
  return { subject, body: paragraphs.join("\n\n"), label: label ?? "", footnote };
}

export function toMailText(kind: MailKind, { subject, body, label, footnote }: MailForm): MailText {
  const paragraphs = body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
  const hasButton = mailTexts[kind].label !== null;
  return {
    subject: subject.trim(),
    paragraphs,
    label: hasButton ? label.trim() : null,
    footnote: footnote.replace(/\s+/g, " ").trim(),
  };
}

function errorOfLine(kind: MailKind, line: string, max: number): string | undefined {
  if (line === "") return settingTexts.settingRequired;
  if (line.length > max) return settingTexts.settingTooLong;
  const [unknown] = listUnknownPlaceholders(kind, { subject: line, paragraphs: [], label: null, footnote: "" });
  return unknown === undefined ? undefined : settingTexts.placeholderUnknown(unknown);
}

/** The errors of a mail's words, by field. */
export function validateMail(kind: MailKind, form: MailForm): FormErrors<MailForm> {
  const { subject, paragraphs, label, footnote } = toMailText(kind, form);
  const wrong = paragraphs.map((paragraph) => errorOfLine(kind, paragraph, MAIL_PARAGRAPH_MAX)).find(Boolean);
  const ofBody = paragraphs.length === 0 ? settingTexts.settingRequired : wrong;
  return keepErrors<MailForm>({
    subject: errorOfLine(kind, subject, MAIL_SUBJECT_MAX),
    body: paragraphs.length > MAIL_PARAGRAPHS_MAX ? `No máximo ${MAIL_PARAGRAPHS_MAX} parágrafos` : ofBody,
    label: label === null ? undefined : errorOfLine(kind, label, MAIL_LABEL_MAX),
    footnote: errorOfLine(kind, footnote, MAIL_PARAGRAPH_MAX),
  });
}

/** The placeholders of a mail, each with the example that the preview shows. */
export function listPlaceholders(kind: MailKind, brand: { marca: string; suporte: string }) {
  const examples: Record<string, string> = mailTexts[kind].examples;
  return [
    ...BRAND_PLACEHOLDERS.map((name) => ({ name, example: brand[name] })),
    ...Object.entries(examples).map(([name, example]) => ({ name, example })),
  ];
}

type Examples = { marca: string; suporte: string; origin: string };

/** The mail with examples for its placeholders, as a site at `origin` sends it. */
export function previewMail(kind: MailKind, form: MailForm, { origin, ...brand }: Examples): MailText {
  const values = { ...mailTexts[kind].examples, ...brand };
  const { subject, paragraphs, label, footnote } = toMailText(kind, form);
  const fill = (text: string) => fillText(text, values);
  return {
    subject: fill(subject),
    paragraphs: paragraphs.map(fill),
    label: label === null ? null : fill(label),
    footnote: [fill(footnote), footnoteUrlOf(kind, origin)].filter(Boolean).join(" "),
  };
}

export const providerNames: Record<string, string> = {
  sandbox: "Ambiente de testes (nada é cobrado)",
  pix: "Pix pelo seu banco",
  stripe: "Stripe",
  mercadopago: "Mercado Pago",
};
export const ageNames = {
  off: "Não é exigida",
  messaging: "Exigida para conversar",
  entry: "Exigida para entrar",
} as const;
/** Explains each choice to the operator, who reads it nowhere else. */
export const ageHints = {
  off: "Qualquer pessoa cadastrada vê, é vista e conversa. No Brasil, a lei pede mais desde março de 2026.",
  messaging: "Duas pessoas só conversam depois que a equipe aprovar os documentos das duas.",
  entry:
    "Todo perfil fica escondido, e seu dono só vê a própria conta, até a equipe aprovar seus documentos. Vale também para quem se cadastrou antes.",
} as const;
export const methodNames: Record<string, string> = { pix: "Pix", card: "cartão" };

/** The database in use, and its problems. */
export function databaseText({ database }: Pick<Providers, "database">): {
  version: string;
  advice: string | undefined;
} {
  const { isEmbedded, version } = database;
  const [number = ""] = version.split(" ");
  const newer = isOutdatedPostgres(number)
    ? ` Na saída desta versão do site já havia a ${NEWEST_POSTGRES}, mais segura.`
    : "";
  return {
    version: `PostgreSQL ${version}, ${isEmbedded ? "embutido" : "próprio"}`,
    advice: isEmbedded
      ? `O embutido é para testar e para sites pequenos.${newer} O manual de operação explica como usar um PostgreSQL próprio.`
      : undefined,
  };
}
