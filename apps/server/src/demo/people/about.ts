import type { Random } from "../random.ts";
import type { Texts } from "./texts.ts";
import { babyTexts } from "./texts-baby.ts";
import { daddyTexts } from "./texts-daddy.ts";
import { mommyTexts } from "./texts-mommy.ts";

const textsOf = { baby: babyTexts, daddy: daddyTexts, mommy: mommyTexts };

/** Writes what members say about themselves; no two ever say the same. */
export function openAbout(random: Random) {
  const said = new Set<string>();

  function sayOnce(make: () => string): string {
    const text = make();
    // There are tens of thousands of texts and a few hundred people.
    if (said.has(text)) return sayOnce(make);
    said.add(text);
    return text;
  }
  return {
    bio: (role: keyof typeof textsOf) => sayOnce(() => makeBio(random, textsOf[role])),
    lookingFor: (role: keyof typeof textsOf) => sayOnce(() => makeLookingFor(random, textsOf[role])),
  };
}

function makeBio(random: Random, { work, tastes, manner, detail }: Texts): string {
  const [first = "", second = "", third = ""] = random.shuffle(tastes);
  const likes = random.pick([
    `Gosto de ${first}, ${second} e ${third}.`,
    `${capital(first)}, ${second} e ${third}: quase tudo de que preciso.`,
    `Não dispenso ${first} nem ${second}.`,
    `Nas folgas, ${first} e ${second}.`,
    `Se for para escolher: ${first}, ${second} ou ${third}.`,
    `Confesso um fraco por ${first} e outro por ${second}.`,
    `Meus prazeres são simples: ${first}, ${second}, ${third}.`,
  ]);
  const parts = random.pick([
    [random.pick(work), likes, random.pick(manner)],
    [random.pick(work), random.pick(manner), likes, random.pick(detail)],
    [random.pick(manner), random.pick(work), random.pick(detail)],
    [random.pick(work), likes, random.pick(detail)],
    [random.pick(detail), likes, random.pick(work)],
  ]);
  // Some begin a new paragraph in the middle.
  return random.hasLuck(0.2) ? `${parts.slice(0, 2).join(" ")}\n\n${parts.slice(2).join(" ")}` : parts.join(" ");
}

function makeLookingFor(random: Random, { seek, matter, begin }: Texts): string {
  const wish = random.pick(seek);
  const [one = "", two = ""] = random.shuffle(matter);
  return random.pick([
    `${capital(wish)}. ${one} ${random.pick(begin)}`,
    `Procuro ${wish}. ${one} ${two}`,
    `${one} Procuro ${wish}.`,
    `Gostaria de encontrar ${wish}. ${random.pick(begin)}`,
    `Busco ${wish}. ${one} ${two} ${random.pick(begin)}`,
    `${one} ${two} ${random.pick(begin)}`,
  ]);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
