import type { RandomPeople, RandomPerson, Sitter } from "../platform/context.ts";
import { openAbout } from "./people/about.ts";
import { namesOfMen, namesOfYoungWomen } from "./people/names.ts";
import { surnames } from "./people/surnames.ts";
import { QUICK_TOWNS } from "./people/towns.ts";
import { makeAlbum } from "./portraits/album.ts";
import type { Portrait } from "./portraits/portrait.ts";
import { noPortraitCache } from "./portraits/portrait-cache.ts";
import { openPortraitStudio, type PortraitStudio } from "./portraits/portrait-studio.ts";
import { openRandom } from "./random.ts";

const WOMEN = 0.6;
const AGES = { Feminino: [19, 28], Masculino: [18, 65] } as const;
const PHOTOS = [2, 3, 3, 4] as const;
const PHOTOS_MAX = 5;

/** Makes up people from the demo's names, texts and faces. The processes that draw start with the first picture. */
export function openRandomPeople(): RandomPeople {
  let studio: PortraitStudio | undefined;
  return {
    draw: drawPerson,
    async drawPhoto(sitter, at) {
      const portrait = albumOf(sitter)[at];
      if (!portrait) return undefined;
      studio ??= openPortraitStudio(noPortraitCache);
      return (await studio.develop(portrait)).sizes.large;
    },
    async close() {
      await studio?.close();
    },
  };
}

function albumOf({ face, accountType, age }: Sitter): Portrait[] {
  return makeAlbum(`quick/${face}`, { role: accountType, age }, PHOTOS_MAX);
}

function drawPerson(name: string): RandomPerson {
  const random = openRandom(`quick/${name}`);
  const gender = random.hasLuck(WOMEN) ? "Feminino" : "Masculino";
  const accountType = gender === "Feminino" ? "baby" : "daddy";
  const [youngest, oldest] = AGES[gender];
  const age = random.whole(youngest, oldest);
  const writeAbout = openAbout(random);
  const face = Array.from({ length: 16 }, () => random.whole(0, 15).toString(16)).join("");
  return {
    gender,
    accountType,
    age,
    face,
    name: `${random.pick(gender === "Feminino" ? namesOfYoungWomen : namesOfMen)} ${random.pick(surnames)}`,
    cityId: random.pick(QUICK_TOWNS),
    ...writeAbout({ role: accountType, age }),
    photos: random.pick(PHOTOS),
  };
}
