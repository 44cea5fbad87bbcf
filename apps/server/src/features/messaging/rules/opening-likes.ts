import { listTopics, type Topic } from "./opening-mentions.ts";
import { isNegative, type Sentence, type Word } from "./sentences.ts";

/** The verbs by which members say what they like, in small letters without accents. */
const VERBS: readonly (readonly string[])[] = [
  ["amo"],
  ["adoro"],
  ["curto"],
  ["gosto"],
  ["sou", "fa"],
  ["nao", "dispenso"],
  ["nao", "vivo", "sem"],
  ...["tenho", "confesso"].map((word) => [word, "um", "fraco"]),
  ...["apaixonada", "apaixonado", "louca", "louco", "doida", "doido"].map((word) => ["sou", word]),
];

/** Words that may come before a single verb. Anything else makes it a noun: "o gosto de". */
const BEFORE = new Set("e mas eu tambem muito so sempre ainda que porque pois realmente simplesmente".split(" "));
/** Words that may come between a verb and its object. "curto na nuca" speaks of hair. */
const BETWEEN = new Set(
  (
    "muito demais bastante mesmo tambem sempre tanto de do da dos das por pelo pela pelos pelas o a os as um uma uns umas " +
    "bom boa bons boas"
  ).split(" "),
);

/**
 * The topics that the writer of a sentence says they like, without anything denied or asked. Only topics of the
 * catalogue count, because an opening repeats no words of the writer.
 */
export function readLikes({ words, isQuestion }: Sentence): Topic[] {
  if (isQuestion || isTakenBack(words)) return [];
  return words.flatMap((_, at) => {
    const verb = VERBS.find((candidate) => beginsAt(words, at, candidate));
    return verb && !isDenied(words, at) ? readLiked(words, at + verb.length) : [];
  });
}

/** "adoro praia, só que não" */
const isTakenBack = (words: readonly Word[]) =>
  words.some(({ word }, at) => word === "so" && words[at + 1]?.word === "que" && words[at + 2]?.word === "nao");

function beginsAt(words: readonly Word[], at: number, verb: readonly string[]): boolean {
  const isThere = verb.every(
    (word, index) => words[at + index]?.word === word && (index === 0 || !words[at + index]?.gap),
  );
  const before = words[at - 1];
  return isThere && (verb.length > 1 || words[at]?.gap === true || before === undefined || BEFORE.has(before.word));
}

/** Whether the clause denies what follows: "não finjo que gosto de futebol". */
function isDenied(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= 0 && index > at - 8; index -= 1) {
    const word = words[index];
    if (!word) return false;
    if (isNegative(word)) return true;
    if (words[index + 1]?.gap || word.word === "e" || word.word === "mas") return false;
  }
  return false;
}

/** The topic that directly follows a verb. A later one may only say where or when something is liked. */
function readLiked(words: readonly Word[], from: number): Topic[] {
  let next = from;
  while (BETWEEN.has(words[next]?.word ?? "") && !words[next]?.gap) next += 1;
  const liked = words[next];
  return liked && !liked.gap ? listTopics([liked.word]) : [];
}
