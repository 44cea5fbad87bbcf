import { type BrandTexts, COMPANY_TEXTS } from "@caramelo/contract/brand/brand";
import { isCleanText } from "@caramelo/contract/call/characters";
import {
  ceilingOf,
  isOverCeiling,
  leastAttempts,
  limitSetting,
  type RateLimitName,
} from "@caramelo/contract/call/rate-limits";
import { countCharacters } from "@caramelo/contract/formats/graphemes";
import { rateText } from "@caramelo/contract/formats/spans";
import { listUnknownPlaceholders, type MailKind, type MailText, mailTexts } from "@caramelo/contract/mail/texts";
import type { SettingName } from "@caramelo/contract/operator/calls";
import {
  type BrandName,
  brandSettings,
  isCnpj,
  isUnreachable,
  PROFILES_A_DAY_MAX,
  type ProfilesName,
  profileSettings,
  RATE_TEXT,
  type SwitchName,
  switchSettings,
} from "@caramelo/contract/operator/site-settings";
import { settingTexts } from "@caramelo/contract/texts/operator";

export type Setting =
  | { group: "brand"; name: BrandName }
  | { group: "limit"; name: RateLimitName }
  | { group: "profiles"; name: ProfilesName }
  | { group: "switch"; name: SwitchName }
  | { group: "mail"; name: MailKind };

/** "brand:name" in its two parts. */
export function splitName(name: SettingName): Setting {
  const at = name.indexOf(":");
  // Every name in SETTING_NAMES consists of a group, a colon and a name of that group.
  return { group: name.slice(0, at), name: name.slice(at + 1) } as Setting;
}

/** The environment variable of a setting; undefined for a setting without one. */
export function variableOf(setting: Setting): string | undefined {
  if (setting.group === "brand") return brandSettings[setting.name].variable;
  if (setting.group === "limit") return limitSetting(setting.name);
  if (setting.group === "profiles") return profileSettings[setting.name].variable;
  return setting.group === "switch" ? switchSettings[setting.name].variable : undefined;
}

type JudgingMode = { isProduction: boolean };

/** The error text under the field of a refused value; undefined when the value is accepted. */
export function judgeValue(setting: Setting, value: unknown, { isProduction }: JudgingMode): string | undefined {
  if (setting.group === "switch") return typeof value === "boolean" ? undefined : settingTexts.settingInvalid;
  if (setting.group === "mail") return judgeMail(setting.name, value);
  if (typeof value !== "string") return settingTexts.settingInvalid;
  if (setting.group === "limit") return judgeRate(setting.name, value);
  if (setting.group === "profiles") return judgeNumber(value);
  return judgeBrand(setting.name, value, isProduction);
}

const DAY_SECONDS = 86_400;

/**
 * Refuses limits below their floor, because such a limit would also close the screen on which it is changed, and those
 * above their ceiling, because they limit nothing.
 */
function judgeRate(name: RateLimitName, value: string): string | undefined {
  if (!RATE_TEXT.test(value)) return settingTexts.rateInvalid;
  const [points = 0, seconds = 0] = value.split("/").map(Number);
  if (seconds > DAY_SECONDS) return settingTexts.windowTooLong;
  const least = leastAttempts(name, seconds);
  if (points < least) return settingTexts.rateTooLow(rateText({ points: least, seconds }));
  const ceiling = ceilingOf(name);
  const isTooHigh = isOverCeiling(name, { points, seconds });
  return isTooHigh ? settingTexts.rateTooHigh(rateText(ceiling)) : undefined;
}

function judgeNumber(value: string): string | undefined {
  const isGood = /^[1-9]\d{0,4}$/.test(value) && Number(value) <= PROFILES_A_DAY_MAX;
  return isGood ? undefined : settingTexts.numberInvalid;
}

// The address is put into links unescaped, so it may not have characters with a meaning in a URL.
const EMAIL = /^[\w.'+-]+@(?:[A-Za-z\d-]+\.)+[A-Za-z]{2,}$/;
const isCompanyText = (name: BrandName) => COMPANY_TEXTS.some((setting) => setting === name);

function judgeBrand(name: BrandName, value: string, isProduction: boolean): string | undefined {
  if (/[\p{Cc}\p{Co}]/u.test(value) || !isCleanText(value)) return settingTexts.settingInvalid;
  if (countCharacters(value) > brandSettings[name].max) return settingTexts.settingTooLong;
  if (value === "") {
    if (!isCompanyText(name)) return settingTexts.settingRequired;
    return isProduction ? settingTexts.neededInProduction : undefined;
  }
  if (name === "supportEmail" && !EMAIL.test(value)) return settingTexts.supportEmailInvalid;
  if (name === "supportEmail" && isProduction && isUnreachable(value)) return settingTexts.unreachable;
  if (name === "cnpj" && !isCnpj(value)) return settingTexts.cnpjInvalid;
  return undefined;
}

function judgeMail(kind: MailKind, value: unknown): string | undefined {
  if (!isMailText(value)) return settingTexts.settingInvalid;
  if ((value.label === null) !== (mailTexts[kind].label === null)) return settingTexts.settingInvalid;
  const [unknown] = listUnknownPlaceholders(kind, value);
  return unknown === undefined ? undefined : settingTexts.placeholderUnknown(unknown);
}

/** Whether a setting's value is a mail text. The contract has already checked the rest of its shape. */
export function isMailText(value: unknown): value is MailText {
  return typeof value === "object" && value !== null && "paragraphs" in value && "label" in value;
}

export type SavedSettings = ReadonlyMap<string, unknown>;

/** The brand in force: each text comes from the environment, else from the saved settings, else from the file. */
export function brandInForce(preset: BrandTexts, savedSettings: SavedSettings, fixed: ReadonlySet<string>): BrandTexts {
  const entries = Object.entries(preset).map(([name, text]) => {
    // The texts of the brand have the same names as their settings.
    const { variable } = brandSettings[name as BrandName];
    const own = fixed.has(variable) ? undefined : savedSettings.get(`brand:${name}`);
    return [name, typeof own === "string" ? own : text];
  });
  // The entries were made from the names of `preset`.
  return Object.fromEntries(entries) as BrandTexts;
}

/** Whether the value in force comes from the environment, was saved, or is the preset. */
export function sourceOf(name: SettingName, savedSettings: SavedSettings, fixed: ReadonlySet<string>) {
  const variable = variableOf(splitName(name));
  if (variable !== undefined && fixed.has(variable)) return "environment" as const;
  return savedSettings.has(name) ? ("saved" as const) : ("preset" as const);
}

/** A saved value as people read it in the history. */
export function describeValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? settingTexts.on : settingTexts.off;
  if (!isMailText(value)) return String(value);
  return [value.subject, ...value.paragraphs, value.label ?? "", value.footnote].filter(Boolean).join("\n");
}

/** The address of a mail server without the user and the password in it. */
export function withoutSecrets(smtpUrl: string): string {
  const { protocol, host } = new URL(smtpUrl);
  return `${protocol}//${host}`;
}

/** Whether two values of a setting are the same; undefined stands for no saved value. */
export function isSameValue(value: unknown, otherValue: unknown): boolean {
  return canonical(value) === canonical(otherValue);
}

/** The value as comparable text. Fields are listed one by one, because the database returns keys in another order. */
function canonical(value: unknown): string {
  if (value === undefined) return "";
  return JSON.stringify(isMailText(value) ? [value.subject, value.paragraphs, value.label, value.footnote] : value);
}
