/**
 * The site settings, which an owner may change at /admin/configuracoes. Environment settings take precedence. No
 * imports, so that a screen loads nothing else with this file.
 */

/** The environment variable of each brand text, and its maximum length. */
export const brandSettings = {
  name: { variable: "BRAND_NAME", max: 40 },
  tagline: { variable: "BRAND_TAGLINE", max: 120 },
  supportEmail: { variable: "SUPPORT_EMAIL", max: 254 },
  companyName: { variable: "COMPANY_NAME", max: 120 },
  cnpj: { variable: "COMPANY_CNPJ", max: 18 },
  address: { variable: "COMPANY_ADDRESS", max: 200 },
  dpoContact: { variable: "DPO_CONTACT", max: 254 },
} as const;
export type BrandName = keyof typeof brandSettings;

/** Switches that can change at run time. The environment cannot set a switch without a variable. */
export const switchSettings = {
  takesSignUps: { variable: undefined },
  /** Whether members may buy. */
  sells: { variable: undefined },
  sendsPush: { variable: undefined },
  /** Whether new accounts and changed addresses need a confirmation by a mailed link. */
  confirmsEmails: { variable: "EMAIL_CONFIRMATION" },
} as const;
export type SwitchName = keyof typeof switchSettings;

/** How many different profiles a member sees per day. `fresh`: for accounts younger than three days. */
export const profileSettings = {
  ordinary: { variable: "PROFILES_A_DAY" },
  premium: { variable: "PROFILES_A_DAY_PREMIUM" },
  fresh: { variable: "PROFILES_A_DAY_NEW" },
} as const;
export type ProfilesName = keyof typeof profileSettings;
export const PROFILES_A_DAY_MAX = 10_000;

export const BRAND_NAMES = Object.keys(brandSettings) as BrandName[]; // The record has no other keys.
export const SWITCH_NAMES = Object.keys(switchSettings) as SwitchName[]; // The record has no other keys.
export const PROFILES_NAMES = Object.keys(profileSettings) as ProfilesName[]; // The record has no other keys.

/** Whether an address is unreachable: `.invalid` is reserved for such addresses. */
export const isUnreachable = (address: string): boolean => /\.invalid$/i.test(address);

/** A number of attempts and of seconds, such as 10/900. */
export const RATE_TEXT = /^[1-9]\d{0,6}\/[1-9]\d{0,6}$/;

const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** Whether a text is a CNPJ with valid check digits, with or without punctuation. Since 2026 it may contain letters. */
export function isCnpj(text: string): boolean {
  const plain = text.replace(/[.\-/\s]/g, "").toUpperCase();
  if (!/^[\dA-Z]{12}\d{2}$/.test(plain) || /^(.)\1+$/.test(plain)) return false;
  const digit = (part: string) => {
    const weights = CNPJ_WEIGHTS.slice(-part.length);
    const sum = [...part].reduce((total, digit, at) => total + (digit.charCodeAt(0) - 48) * (weights[at] ?? 0), 0);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const [base, first] = [plain.slice(0, 12), plain.slice(0, 13)];
  return digit(base) === Number(plain[12]) && digit(first) === Number(plain[13]);
}
