import { FIRST_NAMES } from "./first-names.ts";
import { foldWord } from "./sentences.ts";

/** A first name as people write it. */
const PLAIN_NAME = /^\p{Lu}\p{Ll}{1,14}(?:['’-]\p{Lu}?\p{Ll}{1,14})?$/u;

/** First names that often have a second half, in small letters without accents. */
const FIRST_HALVES = new Set(
  (
    "maria ana joao jose luiz luis luiza antonio carlos pedro marco marcos paulo francisco jorge sergio vera rosa regina " +
    "carla julio mario rita"
  ).split(" "),
);
/** Usual second halves. Any other word may be a surname. */
const SECOND_HALVES = new Set(
  (
    "alice aparecida beatriz carolina catarina cecilia celia clara cristina eduarda elisa fernanda flavia gabriela helena " +
    "ines isabel julia laura leticia lucia luisa luiza mariana paula rafaela rita sofia teresa tereza " +
    "valentina vitoria maria adriano alberto alexandre andre antonio arthur artur augusto caio carlos cesar " +
    "daniel eduardo emanuel felipe filipe fernando francisco gabriel guilherme gustavo heitor henrique joao jose " +
    "leonardo lucas luis luiz marcelo marcos miguel otavio paulo pedro rafael ricardo roberto rodrigo sergio " +
    "victor vinicius vitor"
  ).split(" "),
);

/** How a greeting names a member: "Helena", or "Maria Cristina"; undefined where they wrote no usual name. */
export function greetedName(name: string): string | undefined {
  const [first = "", second = ""] = name.normalize("NFC").trim().split(/\s+/, 2);
  const parts = foldWord(first).split(/['’-]/);
  if (!PLAIN_NAME.test(first) || !parts.every((part) => FIRST_NAMES.has(part))) return undefined;
  const isCompound =
    PLAIN_NAME.test(second) && FIRST_HALVES.has(foldWord(first)) && SECOND_HALVES.has(foldWord(second));
  return isCompound ? `${first} ${second}` : first;
}
