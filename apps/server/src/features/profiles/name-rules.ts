import { brand } from "@caramelo/contract/brand/brand";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { lookalikes } from "../../base/members/lookalike-rules.ts";

// Initials and titles come before a dot, too ("M.me", "Dr.Pro"), so a shorter text is a link only with a path.
const LINK =
  /@|:\/\/|\bwww\.|[\p{L}\p{N}][.。](?:com|net|org|br|app|me|io|ly|gg|tv|link|site|online|info|xyz|vip|club|top|pro|shop|dev)(?:(?<=[\p{L}\p{N}]{3}[.。]\p{L}+)\b|\/)/iu;
// A phone number without its area code has eight digits, a year of birth four; the limit lies between them.
const PHONE_DIGITS = 6;
// Yoruba names have letters with one mark that has no composed form. No Latin name has two such marks on a letter, and
// no name in another script has three.
const STACKED = /\p{Script=Latin}\p{Mn}{2}|\p{M}{3}/u;
const LATIN = /\p{Script=Latin}/u;
// People write Chinese, Japanese and Korean names next to Latin ones, and none of these letters looks like a Latin one.
const BESIDE_LATIN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const OTHER_LETTER = /(?!\p{Script=Latin})(?!\p{Script=Common})\p{L}/u;

// Digits and signs that look like letters in a name.
const LETTERS: Record<string, string> = {
  "0": "o",
  "1": "i",
  l: "i",
  "!": "i",
  "|": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  $: "s",
  "7": "t",
  "8": "b",
};

/** The letters that a name seems to be made of: without case, marks, width, blanks, and with look-alikes made equal. */
function skeletonOf(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const mapped = [...plain].map((letter) => LETTERS[letter] ?? lookalikes[letter] ?? letter).join("");
  return mapped
    .replace(/[^\p{L}]/gu, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

const STAFF = ["admin", "suporte", "support", "moderador", "moderacao", "moderator", "atendimento"].map(skeletonOf);
const STAFF_WORDS = new Set(["equipe", "staff", "oficial", "verificado", "verificada"].map(skeletonOf));
// The badge of a verified profile is a tick.
const TICK = /[\u2611\u2705\u2713\u2714]/u;

function seemsOfStaff(name: string): boolean {
  if (TICK.test(name)) return true;
  const words = [name, ...name.split(/[^\p{L}\p{N}\p{S}\p{M}]+/u)].map((word) =>
    skeletonOf(word.replace(/\p{Nd}+$/u, "")),
  );
  const parts = [...STAFF, skeletonOf(brand.name)];
  // Only at an end of a word: "Padmini" is a name.
  return words.some(
    (word) => STAFF_WORDS.has(word) || parts.some((part) => word.startsWith(part) || word.endsWith(part)),
  );
}

/** The error text of a name that a member may not have; undefined when they may. */
export function judgeName(name: string): string | undefined {
  const plain = name.normalize("NFKC");
  if (LINK.test(plain)) return fieldTexts.nameIsLink;
  if ((plain.match(/\p{Nd}/gu) ?? []).length >= PHONE_DIGITS) return fieldTexts.nameIsPhone;
  if (STACKED.test(name.normalize("NFC"))) return fieldTexts.nameIsStacked;
  if (seemsOfStaff(name)) return fieldTexts.nameIsReserved;
  const letters = plain.replace(BESIDE_LATIN, "");
  return LATIN.test(letters) && OTHER_LETTER.test(letters) ? fieldTexts.nameIsMixed : undefined;
}
