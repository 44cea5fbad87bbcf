const ONES: Record<string, string> = {
  zero: "0",
  um: "1",
  uma: "1",
  dois: "2",
  duas: "2",
  tres: "3",
  quatro: "4",
  cinco: "5",
  seis: "6",
  meia: "6",
  sete: "7",
  oito: "8",
  nove: "9",
};
const TEENS: Record<string, string> = {
  dez: "10",
  onze: "11",
  doze: "12",
  treze: "13",
  quatorze: "14",
  catorze: "14",
  quinze: "15",
  dezesseis: "16",
  dezessete: "17",
  dezoito: "18",
  dezenove: "19",
};
const TENS: Record<string, string> = {
  vinte: "2",
  trinta: "3",
  quarenta: "4",
  cinquenta: "5",
  sessenta: "6",
  setenta: "7",
  oitenta: "8",
  noventa: "9",
};
// Words that may stand between the parts of a number that is dictated together with its area code.
const FILLERS = new Set(["ddd", "depois", "resto", "o", "e", "com", "antes", "numero", "xx"]);

/** A number as it was written or dictated: its digits in groups. */
export type DigitRun = { groups: string[]; digits: string };

type Token = { text: string; isGlued: boolean };

const TOKEN = /[a-z]+|\d+|[^a-z\d]+/g;
// The blanks and signs that may stand inside a number. Other signs, such as a colon, end the number.
const GAP = /^[\s().,*/_–—-]{1,4}$/;

/** The numbers in a text that went through `flattenText`, whether in digits, in words or in both. */
export function listDigitRuns(flat: string): DigitRun[] {
  const mayFill = /\bddd\b|0xx/.test(flat);
  const runs: DigitRun[] = [];
  let groups: string[] = [];
  const end = () => {
    if (groups.length > 0) runs.push({ groups, digits: groups.join("") });
    groups = [];
  };
  let tens: string | undefined;
  for (const { text, isGlued } of listTokens(flat)) {
    if (GAP.test(text)) continue;
    const ones = ONES[text];
    if (tens !== undefined && text === "e") continue;
    if (tens !== undefined) {
      groups.push(ones !== undefined && ones !== "0" ? tens + ones : `${tens}0`);
      tens = undefined;
      if (ones !== undefined && ones !== "0") continue;
    }
    const digits = isNumber(text) ? text : (ones ?? TEENS[text]);
    if (digits !== undefined) groups.push(digits);
    else if (TENS[text] !== undefined) tens = TENS[text];
    else if (isGlued && text === "s" && groups.length > 0) groups.push("5");
    else if (!(mayFill && FILLERS.has(text))) end();
  }
  if (tens !== undefined) groups.push(`${tens}0`);
  end();
  return runs;
}

/** The parts of a text; a part is glued when it follows a number without a gap. */
function listTokens(flat: string): Token[] {
  const texts = flat.replace(/(?<=\d)o(?=\d)|\bn0ve\b/g, (part) => (part === "o" ? "0" : "nove")).match(TOKEN) ?? [];
  return texts.map((text, at) => ({ text, isGlued: isNumber(texts[at - 1] ?? "") }));
}

/** Whether a token is a number. The first character tells, because no token mixes digits with other characters. */
const isNumber = (part: string): boolean => part >= "0" && part < ":";

/** The area codes of Brazil, by their first digit. */
const AREA_CODES = [
  "",
  "123456789",
  "12478",
  "1234578",
  "123456789",
  "1345",
  "123456789",
  "134579",
  "123456789",
  "123456789",
];

const hasAreaCode = (digits: string) => AREA_CODES[Number(digits[0])]?.includes(digits[1] ?? "-") === true;

// The lengths of the groups in which people write a number without its area code: "54" for 91234-5678.
const MOBILE_GROUPS = new Set(["9", "18", "144", "54", "333", "111111111", "234", "1233", "1224"]);
const LANDLINE_GROUPS = new Set(["10", "28", "244"]);

/** Whether a number is a phone number. `isAsked`: the words around the number speak of calling or of a number. */
export function isPhone({ groups, digits }: DigitRun, isAsked: boolean): boolean {
  const local = digits.replace(/^(?:0(?=\d{10,11}$)|55(?=\d{10,11}$))/, "");
  const shape = groups.map((group) => group.length).join("");
  if (local.length === 11)
    return (hasAreaCode(local) && local[2] === "9") || (isAsked && local[0] === "9" && hasAreaCode(local.slice(9)));
  if (local.length === 10)
    return hasAreaCode(local) && /^..[2-5]/.test(local) && (isAsked || LANDLINE_GROUPS.has(shape));
  if (local.length === 9) return local[0] === "9" && (isAsked || MOBILE_GROUPS.has(shape));
  return local.length === 8 && isAsked && ["8", "44"].includes(shape);
}

/** Whether a text of digits is a valid CPF: eleven digits, of which the last two are check digits of the others. */
export function isCpf(digits: string): boolean {
  if (digits.length !== 11 || /^(\d)\1*$/.test(digits)) return false;
  const checkOf = (length: number) => {
    let sum = 0;
    for (let at = 0; at < length; at += 1) sum += Number(digits[at]) * (length + 1 - at);
    return ((sum * 10) % 11) % 10;
  };
  return checkOf(9) === Number(digits[9]) && checkOf(10) === Number(digits[10]);
}
