import { MESSAGE_WARNINGS, type MessageWarning } from "@caramelo/contract/messaging/warnings";
import { type DigitRun, isCpf, isPhone, listDigitRuns } from "./digit-runs.ts";
import { hasForeignLink } from "./foreign-links.ts";
import { flattenText, readWords } from "./plain-text.ts";
import { CALLING, PATTERNS, PAYING, RANDOM_KEY } from "./warning-patterns.ts";

/** In a message about paying, a phone number, a CPF or an e-mail address is a Pix key, too. */
const PIX_KEYS: readonly MessageWarning[] = ["phone", "cpf", "email"];

/**
 * The warnings of a text, in the order of MESSAGE_WARNINGS. The patterns know spellings, not intentions, so any
 * decision that follows from a warning must be left to a person.
 */
export function findWarnings(text: string): MessageWarning[] {
  const flat = flattenText(text);
  const addressText = readAddresses(flat);
  const words = readWords(addressText);
  const foundWarnings = new Set<MessageWarning>();
  for (const [warning, patterns] of ENTRIES)
    if (patterns.some((pattern) => pattern.test(words))) foundWarnings.add(warning);
  if (RANDOM_KEY.test(flat)) foundWarnings.add("pix_key");
  if (hasForeignLink(addressText)) foundWarnings.add("link");
  addNumbers(foundWarnings, flat, words);
  if (PAYING.test(words) && PIX_KEYS.some((key) => foundWarnings.has(key))) foundWarnings.add("pix_key");
  return MESSAGE_WARNINGS.filter((warning) => foundWarnings.has(warning));
}

/** Finds the warnings of a text at the first call and keeps them, because a send may be judged more than once. */
export function findWarningsOnce(text: string): () => MessageWarning[] {
  let warnings: MessageWarning[] | undefined;
  return () => {
    warnings ??= findWarnings(text);
    return warnings;
  };
}

// All keys of `PATTERNS` are warnings, which the type of `Object.entries` does not say.
const ENTRIES = Object.entries(PATTERNS) as [MessageWarning, readonly RegExp[]][];

function addNumbers(foundWarnings: Set<MessageWarning>, flat: string, words: string): void {
  const isAsked = CALLING.test(words);
  const isPaying = PAYING.test(words);
  const saysCpf = /\bcpf\b/.test(words);
  for (const run of listDigitRuns(flat)) {
    if (isWrittenCpf(run, saysCpf)) foundWarnings.add("cpf");
    else if (isPhone(run, isAsked || isPaying)) foundWarnings.add("phone");
    if (isPaying && run.digits.length >= 8 && (run.digits.length === 14 || isCpf(run.digits)))
      foundWarnings.add("pix_key");
  }
  if (/\+\d{1,3}[ (]{0,2}\d[\d ().-]{6,14}\d/.test(flat)) foundWarnings.add("phone");
}

/**
 * Whether a run is a CPF: any eleven digits where the text says "CPF", otherwise eleven with valid check digits.
 * Eleven ungrouped digits whose third is 9 count as a mobile number, though a few are valid CPFs, too.
 */
function isWrittenCpf({ groups, digits }: DigitRun, saysCpf: boolean): boolean {
  if (digits.length !== 11) return false;
  const isGrouped = groups.map((group) => group.length).join("") === "3332";
  return saysCpf || (isCpf(digits) && (isGrouped || (groups.length === 1 && digits[2] !== "9")));
}

/** Puts signs into dictated addresses, such as "maria arroba gmail ponto com". */
function readAddresses(flat: string): string {
  return flat
    .replace(
      /\s{0,5}[([]\s{0,5}(?:arroba|at)\s{0,5}[)\]]\s{0,5}|\s{1,5}arr[o0]ba\s{1,5}|\s{1,5}@\s{1,5}(?=(?:gmail|hotmail|outlook|yahoo|icloud|proton|uol|bol)\b)/g,
      "@",
    )
    .replace(
      /\s{0,5}[([]\s{0,5}ponto\s{0,5}[)\]]\s{0,5}|(?<=@\S{2,20})\s{1,5}(?:ponto|\.)\s{1,5}(?=c[o0]m\b|br\b|net\b)/g,
      ".",
    );
}
