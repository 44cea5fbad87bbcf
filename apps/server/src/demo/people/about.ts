import { type AboutName, mapAbout } from "@caramelo/contract/texts/about";
import type { Random } from "../random.ts";
import { openDeck } from "./deck.ts";
import { babySelf } from "./texts/baby-self.ts";
import { babyWishes } from "./texts/baby-wishes.ts";
import { daddySelf } from "./texts/daddy-self.ts";
import { daddyWishes } from "./texts/daddy-wishes.ts";
import { mommySelf } from "./texts/mommy-self.ts";
import { mommyWishes } from "./texts/mommy-wishes.ts";
import type { Line, Texts } from "./texts/texts.ts";

export const textsOf = {
  baby: { ...babySelf, ...babyWishes },
  daddy: { ...daddySelf, ...daddyWishes },
  mommy: { ...mommySelf, ...mommyWishes },
} satisfies Record<string, Texts>;

type Author = { role: keyof typeof textsOf; age: number };
/** Draws a sentence for a position of the text that suits the age of its author. */
type Draw = (part: keyof Texts) => string;

type Write = (random: Random, draw: Draw) => string;

const WRITERS: Record<AboutName, Write> = { bio: makeBio, lookingFor: makeLookingFor };

/**
 * Writes the texts about demo members. A sentence comes again only when no unused one fits the author; no two texts are
 * equal.
 */
export function openAbout(random: Random) {
  const decks = {
    baby: openDecks(random, "baby"),
    daddy: openDecks(random, "daddy"),
    mommy: openDecks(random, "mommy"),
  };
  const writtenTexts = new Set<string>();

  function writeOnce(write: Write, { role, age }: Author): string {
    const text = write(random, (part) => decks[role](part, age));
    // The recursion ends, because there are tens of thousands of possible texts and a few hundred people.
    if (writtenTexts.has(text)) return writeOnce(write, { role, age });
    writtenTexts.add(text);
    return text;
  }
  return (author: Author) => mapAbout(({ name }) => writeOnce(WRITERS[name], author));
}

function openDecks(random: Random, role: keyof typeof textsOf) {
  const { work, manner, detail, tastes, seek, matter, begin } = textsOf[role];
  const deck = (lines: Texts["work"]) => openDeck(random, lines);
  const decks = {
    work: deck(work),
    manner: deck(manner),
    detail: deck(detail),
    tastes: deck(tastes),
    seek: deck(seek),
    matter: deck(matter),
    begin: deck(begin),
  };
  return (part: keyof Texts, age: number): string => {
    const line = decks[part]((line) => isFor(line, age));
    return typeof line === "string" ? line : line.text;
  };
}

function isFor(line: Line, age: number): boolean {
  return typeof line === "string" || (line.from <= age && age <= line.until);
}

function makeBio(random: Random, draw: Draw): string {
  const [one, two, three] = [() => draw("work"), () => draw("manner"), () => draw("detail")];
  const likes = () => makeLikes(random, draw);
  const parts = random
    .pick([
      [one, likes, two],
      [one, two, likes, three],
      [two, one, three],
      [one, likes, three],
      [three, likes, one],
      [one, two],
    ])
    .map((write) => write());
  return random.hasLuck(0.2) ? `${parts.slice(0, 2).join(" ")}\n\n${parts.slice(2).join(" ")}`.trim() : parts.join(" ");
}

function makeLikes(random: Random, draw: Draw): string {
  const [first, second, third] = [draw("tastes"), draw("tastes"), draw("tastes")];
  return random.pick([
    `Gosto de ${first}, ${second} e ${third}.`,
    `${capital(first)}, ${second} e ${third}: quase tudo de que preciso.`,
    `Não dispenso ${first} nem ${second}.`,
    `Nas folgas, ${first} e ${second}.`,
    `Se for para escolher: ${first}, ${second} ou ${third}.`,
    `Confesso um fraco por ${first} e outro por ${second}.`,
    `Meus prazeres são simples: ${first}, ${second}, ${third}.`,
    `Fim de semana bom tem ${first} e ${second}.`,
    `Entre as coisas boas da vida: ${first}, ${second} e ${third}.`,
  ]);
}

function makeLookingFor(random: Random, draw: Draw): string {
  const [seek, matter, begin] = [() => draw("seek"), () => draw("matter"), () => draw("begin")];
  const make = random.pick([
    () => `${capital(seek())}. ${matter()} ${begin()}`,
    () => `Procuro ${seek()}. ${matter()}`,
    () => `${matter()} Procuro ${seek()}.`,
    () => `Gostaria de encontrar ${seek()}. ${begin()}`,
    () => `Busco ${seek()}. ${matter()} ${begin()}`,
    () => `${capital(seek())}. ${begin()}`,
    () => `Procuro ${seek()}. ${begin()}`,
  ]);
  return make();
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
