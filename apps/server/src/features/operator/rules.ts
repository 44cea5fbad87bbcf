import { type BrandTexts, COMPANY_TEXTS } from "@caramelo/contract/brand/brand";
import { countCharacters, isCleanText } from "@caramelo/contract/call/characters";
import { leastAttempts, limitSetting, type RateLimitName } from "@caramelo/contract/call/rate-limits";
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

/** A setting by its group and its name in it. */
export type Setting =
  | { group: "brand"; name: BrandName }
  | { group: "limit"; name: RateLimitName }
  | { group: "profiles"; name: ProfilesName }
  | { group: "switch"; name: SwitchName }
  | { group: "mail"; name: MailKind };

/** "brand:name" in its two parts. */
export function splitName(name: SettingName): Setting {
  const at = name.indexOf(":");
  // SETTING_NAMES is made of these groups and their names.
  return { group: name.slice(0, at), name: name.slice(at + 1) } as Setting;
}

/** The environment's variable of a setting; undefined: the environment does not set it. */
export function variableOf(setting: Setting): string | undefined {
  if (setting.group === "brand") return brandSettings[setting.name].variable;
  if (setting.group === "limit") return limitSetting(setting.name);
  if (setting.group === "profiles") return profileSettings[setting.name].variable;
  return setting.group === "switch" ? switchSettings[setting.name].variable : undefined;
}

type JudgingMode = { isProduction: boolean };

/** Why a value is refused, in the words under its field; undefined when it is accepted. */
export function judgeValue(setting: Setting, value: unknown, { isProduction }: JudgingMode): string | undefined {
  if (setting.group === "switch") return typeof value === "boolean" ? undefined : settingTexts.settingInvalid;
  if (setting.group === "mail") return judgeMail(setting.name, value);
  if (typeof value !== "string") return settingTexts.settingInvalid;
  if (setting.group === "limit") return judgeRate(setting.name, value);
  if (setting.group === "profiles") return judgeNumber(value);
  return judgeBrand(setting.name, value, isProduction);
}

const DAY_SECONDS = 86_400;

/** A limit that nobody can keep would also close the screen that it is changed on. */
function judgeRate(name: RateLimitName, value: string): string | undefined {
  if (!RATE_TEXT.test(value)) return settingTexts.rateInvalid;
  const [points = 0, seconds = 0] = value.split("/").map(Number);
  if (seconds > DAY_SECONDS) return settingTexts.windowTooLong;
  const least = leastAttempts(name, seconds);
  return points < least ? settingTexts.rateTooLow(`${least}/${seconds}`) : undefined;
}

function judgeNumber(value: string): string | undefined {
  const isGood = /^[1-9]\d{0,4}$/.test(value) && Number(value) <= PROFILES_A_DAY_MAX;
  return isGood ? undefined : settingTexts.numberInvalid;
}

// Links to the address hold it as it is, so it has no sign that means something in an address of a page.
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

/** The contract has checked everything else of it. */
export function isMailText(value: unknown): value is MailText {
  return typeof value === "object" && value !== null && "paragraphs" in value && "label" in value;
}

export type SavedSettings = ReadonlyMap<string, unknown>;

/** The texts of the brand in force: the environment's, then those that were saved, then those of the file. */
export function brandInForce(preset: BrandTexts, saved: SavedSettings, fixed: ReadonlySet<string>): BrandTexts {
  const entries = Object.entries(preset).map(([name, text]) => {
    // The brand's texts and their settings have the same names.
    const { variable } = brandSettings[name as BrandName];
    const own = fixed.has(variable) ? undefined : saved.get(`brand:${name}`);
    return [name, typeof own === "string" ? own : text];
  });
  // Made of the same names.
  return Object.fromEntries(entries) as BrandTexts;
}

/** Where the value in force comes from. */
export function sourceOf(name: SettingName, saved: SavedSettings, fixed: ReadonlySet<string>) {
  const variable = variableOf(splitName(name));
  if (variable !== undefined && fixed.has(variable)) return "environment" as const;
  return saved.has(name) ? ("saved" as const) : ("preset" as const);
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

/** Whether saving a value would change nothing; undefined: nothing is saved. */
export function isSameValue(value: unknown, otherValue: unknown): boolean {
  return canonical(value) === canonical(otherValue);
}

/** The database keeps the keys of an object in an order of its own. */
function canonical(value: unknown): string {
  if (value === undefined) return "";
  return JSON.stringify(isMailText(value) ? [value.subject, value.paragraphs, value.label, value.footnote] : value);
}
