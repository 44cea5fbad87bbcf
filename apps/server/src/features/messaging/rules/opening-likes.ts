import { listTopics } from "./opening-mentions.ts";
import { isNegative, type Sentence, type Word } from "./sentences.ts";
import { isUnfit } from "./unfit-words.ts";

/** What somebody says to like, as another one says it of them: "ama trilhas curtas". `words` are the liked thing. */
export type Like = { text: string; words: string[] };

type Verb = {
  /** The words by which it begins, in small letters without accents. */
  from: readonly string[];
  /** How another one says it; the last word of `from` where that is inflected by the writer. */
  to: string;
  /** Words of which one must follow. */
  joints?: readonly string[];
  /** It stands without a verb of the first person, so it may describe somebody else. */
  isBare?: true;
};

const OF = ["de", "do", "da", "dos", "das"];
const BY = ["por", "pelo", "pela", "pelos", "pelas"];
const VERBS: readonly Verb[] = [
  { from: ["amo"], to: "ama" },
  { from: ["adoro"], to: "adora" },
  { from: ["curto"], to: "curte" },
  { from: ["gosto"], to: "gosta", joints: OF },
  { from: ["sou", "fa"], to: "é fã", joints: OF },
  { from: ["nao", "dispenso"], to: "não dispensa" },
  { from: ["nao", "vivo", "sem"], to: "não vive sem" },
  ...["tenho", "confesso"].map((word) => ({ from: [word, "um", "fraco"], to: "tem um fraco", joints: BY })),
  { from: ["um", "fraco"], to: "tem um fraco", joints: BY, isBare: true },
  ...["apaixonada", "apaixonado", "louca", "louco", "doida", "doido"].flatMap((word) => [
    { from: ["sou", word], to: `é ${word}`, joints: BY },
    { from: [word], to: `é ${word}`, joints: BY, isBare: true as const },
  ]),
];

/** "muito" may stand between a verb and what is liked; it is left out. */
const DEGREES = new Set(["muito", "demais", "bastante", "mesmo", "tambem", "sempre", "tanto"]);
/** Words that may stand before a single word. Anything else makes it a noun: "o gosto de". */
const BEFORE = new Set("e mas eu tambem muito so sempre ainda que porque pois realmente simplesmente".split(" "));
/** What is liked ends before these words. */
const ENDS = new Set(
  (
    "e mas ou nem que quando porque pois porem onde como desde embora enquanto para pra pro so tambem se sem mais menos " +
    "principalmente acompanhado acompanhada entre ate apesar"
  ).split(" "),
);
/** A phrase does not end with one of these. */
const DANGLING = new Set(
  "o a os as um uma uns umas de do da dos das em no na nos nas com por pelo pela ao aos e muito bem mal bom boa meio".split(
    " ",
  ),
);

/** A liked thing begins with none of these, unless the verb asks for one: "curto na nuca" speaks of hair. */
const PREPOSITIONS = new Set("de do da dos das em no na nos nas com por pelo pela ao aos".split(" "));

const SEEKING = new Set("procuro busco quero espero desejo sonho encontrar conhecer".split(" "));
/** They are loved and described in profiles as people are. */
const PETS = new Set(
  "cachorro cachorra cachorros cao caes gato gata gatos gatas vira-lata vira-latas labrador poodle bicho pet".split(
    " ",
  ),
);

const WORDS_MAX = 5;
const LENGTH_MAX = 36;
const PLAIN = /^[a-zà-öø-ÿ]+(?:-[a-zà-öø-ÿ]+)*$/;

/** What the writer of a sentence says to like; nothing of what they deny, ask, or say of people and of themselves. */
export function readLikes({ words, isQuestion, isOfWriter }: Sentence): Like[] {
  if (isQuestion || isTakenBack(words)) return [];
  const isShouted = words.length > 1 && words.every(({ raw }) => raw === raw.toUpperCase());
  return words.flatMap((_, at) => {
    const verb = VERBS.find((candidate) => beginsAt(words, at, candidate));
    if (!verb || (verb.isBare && (!isOfWriter || isOfSomebody(words, at)))) return [];
    return readLike(words, at, verb, isShouted) ?? [];
  });
}

/** "adoro praia, só que não" */
const isTakenBack = (words: readonly Word[]) =>
  words.some(({ word }, at) => word === "so" && words[at + 1]?.word === "que" && words[at + 2]?.word === "nao");

function beginsAt(words: readonly Word[], at: number, { from, isBare }: Verb): boolean {
  const isThere = from.every(
    (word, index) => words[at + index]?.word === word && (index === 0 || !words[at + index]?.gap),
  );
  if (!isThere) return false;
  const [first, before] = [words[at], words[at - 1]];
  return first?.gap === true || before === undefined || BEFORE.has(before.word) || (from.length > 1 && !isBare);
}

/** Whether words before speak of somebody else: "procuro alguém gentil, apaixonado por vinho", "um gato, louco por sol". */
const isOfSomebody = (words: readonly Word[], at: number): boolean =>
  words.slice(Math.max(0, at - 12), at).some(({ word }) => SEEKING.has(word) || PETS.has(word) || isUnfit(word));

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

function readLike(
  words: readonly Word[],
  at: number,
  { from, to, joints }: Verb,
  isShouted: boolean,
): Like | undefined {
  if (isDenied(words, at)) return undefined;
  let next = at + from.length;
  while (DEGREES.has(words[next]?.word ?? "") && !words[next]?.gap) next += 1;
  const joint = words[next];
  if (joints && (joint === undefined || joint.gap || !joints.includes(joint.word))) return undefined;
  if (!joints && PREPOSITIONS.has(joint?.word ?? "")) return undefined;
  const phrase = readPhrase(words, joints ? next + 1 : next, isShouted);
  if (!phrase) return undefined;
  const joined = joints && joint ? [to, joint.raw.toLowerCase(), phrase.text] : [to, phrase.text];
  return { text: joined.join(" "), words: phrase.words };
}

/** The liked thing: a few plain words of small letters; undefined where it is longer, or fits no opening. */
function readPhrase(words: readonly Word[], from: number, isShouted: boolean): Like | undefined {
  const phrase: Word[] = [];
  for (let index = from; phrase.length <= WORDS_MAX; index += 1) {
    const word = words[index];
    if (!word || word.gap || ENDS.has(word.word)) break;
    phrase.push(word);
  }
  if (phrase.length > WORDS_MAX) return undefined;
  while (DANGLING.has(phrase.at(-1)?.word ?? "")) phrase.pop();
  const raws = phrase.map(({ raw }) => (isShouted ? raw.toLowerCase() : raw));
  const text = raws.join(" ");
  const folded = phrase.map(({ word }) => word);
  // "gosto de repartir": unless it is a topic, what somebody likes to do is rarely told by one word.
  if (folded.length === 1 && /[aei]r$/.test(text) && listTopics(folded).length === 0) return undefined;
  const isFit = raws.every((raw) => PLAIN.test(raw)) && !phrase.some(({ word }) => isUnfit(word));
  const isWhole = phrase.some(({ word }) => word.length > 2) && text.length <= LENGTH_MAX;
  return isFit && isWhole ? { text, words: folded } : undefined;
}
