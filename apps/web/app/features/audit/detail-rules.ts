import { formatCount } from "@caramelo/contract/formats/counts";
import { dayText, momentText } from "@caramelo/contract/formats/moments";
import { formatReais } from "@caramelo/contract/formats/money";
import { mailTexts } from "@caramelo/contract/mail/texts";
import { labelOfSetting } from "@caramelo/contract/operator/setting-labels";
import { mapAbout } from "@caramelo/contract/texts/about";
import { staffRoleNames } from "@caramelo/contract/texts/admin";
import { auditDetails, auditValues, editedFields } from "@caramelo/contract/texts/audit";
import { authorityNames, authorityOutcomes } from "@caramelo/contract/texts/transparency";
import { verificationReasons } from "@caramelo/contract/verification/reasons";
import type { Entry } from "./queries.ts";

const LABELS: Readonly<Record<string, string>> = auditDetails;
const VALUES: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = auditValues;
const ORDER = Object.keys(auditDetails);

/** The Portuguese words for code values. Typed text is shown as it is. */
const ROLES: Readonly<Record<string, string>> = staffRoleNames;
const MAILS: Readonly<Record<string, { title: string } | undefined>> = mailTexts;
const REASONS: Readonly<Record<string, { label: string } | undefined>> = verificationReasons;
const AUTHORITIES: Readonly<Record<string, string>> = authorityNames;
const OUTCOMES: Readonly<Record<string, string>> = authorityOutcomes;
const ABOUT = mapAbout(({ staff }) => staff.label.toLowerCase());
const FIELDS: Readonly<Record<string, string>> = { ...editedFields, ...ABOUT };

/** The words for a missing value, for details whose absence has a meaning. */
const WITHOUT: Readonly<Record<string, string>> = {
  until: "sem prazo",
  before: "o padrão",
  after: "o padrão",
  broken: "nenhum",
};

const momentOf = (text: string) => momentText(text.replace(" ", "T"));

const WRITE: Readonly<Record<string, ((value: string) => string) | undefined>> = {
  from: (value) => ROLES[value] ?? value,
  to: (value) => ROLES[value] ?? value,
  reason: (value) => REASONS[value]?.label ?? value,
  authority: (value) => AUTHORITIES[value] ?? value,
  outcome: (value) => OUTCOMES[value] ?? value,
  setting: labelOfSetting,
  kind: (value) => MAILS[value.replace(/^test /, "")]?.title ?? value,
  until: momentOf,
  slot: momentOf,
  day: dayText,
};

function valueText(key: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "sim" : "não";
  if (typeof value === "number") return key === "centavos" ? formatReais(value) : formatCount(value);
  if (typeof value === "string") return VALUES[key]?.[value] ?? WRITE[key]?.(value) ?? value;
  if (key === "fields" && Array.isArray(value)) return value.map((name) => FIELDS[name] ?? name).join(", ");
  return JSON.stringify(value);
}

/** The position of a known key. Keys of an older version come last. */
const placeOf = (key: string) => (key in LABELS ? ORDER.indexOf(key) : ORDER.length);

/**
 * The details of an entry, one line each. Leaves out empty ones unless `WITHOUT` has words for them. Sorts them,
 * because the database does not keep the order of the keys.
 */
export function detailLines(details: Entry["details"]): { key: string; text: string }[] {
  const lines = Object.entries(details).map(([key, value]) => {
    const isEmpty = value === null || value === undefined || value === "";
    return { key, text: isEmpty ? WITHOUT[key] : valueText(key, value) };
  });
  return lines
    .flatMap(({ key, text }) => (text === undefined ? [] : [{ key, text: `${LABELS[key] ?? key}: ${text}` }]))
    .sort((a, b) => placeOf(a.key) - placeOf(b.key));
}
