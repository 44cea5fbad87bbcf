import { openRandom, type Random } from "../random.ts";
import { drawLook, EYES, isLost, type Sitter, SMILES } from "./looks.ts";
import type { Portrait, Pose } from "./portrait.ts";
import { paletteNames, places } from "./scene.ts";
import { openWardrobe } from "./wardrobe.ts";

/** Portraits of one person: the same skin, hair colour and features, in other clothes, places and moods. The name decides all. */
export function makeAlbum(name: string, sitter: Sitter, count: number): Portrait[] {
  const random = openRandom(name);
  const isMan = sitter.role === "daddy";
  const { face, styles } = drawLook(random, sitter);
  const outfitOf = openWardrobe(random, sitter);
  const palettes = random.shuffle(paletteNames).filter((name) => !isLost(face.skin, name));
  const settings = random.shuffle(places);
  const isMirrored = random.hasLuck(0.5);
  const spareEyes = random.pick(EYES);
  const ownSmile = random.pick(SMILES);
  return Array.from({ length: count }, (_, at) => ({
    face: {
      ...face,
      hair: styles[at % styles.length] ?? face.hair,
      eyes: at % 3 === 1 ? spareEyes : face.eyes,
      mouth: at === 0 ? ownSmile : random.pick(SMILES),
      glasses: face.glasses !== undefined && (at === 0 || random.hasLuck(0.6)) ? face.glasses : undefined,
      hasFlower: !isMan && sitter.age < 40 && at > 0 && random.hasLuck(0.07),
    },
    outfit: outfitOf(at),
    scene: {
      place: settings[at % settings.length] ?? "bokeh",
      palette: palettes[at % palettes.length] ?? "dusk",
      name: `${name}/${at}`,
    },
    pose: strikePose(random, at, isMirrored),
  }));
}

function strikePose(random: Random, at: number, isMirrored: boolean): Pose {
  return {
    isMirrored: at % 2 === 1 ? !isMirrored : isMirrored,
    shift: random.whole(-26, 26),
    tilt: random.whole(-3, 4),
    // The first is the card's: the face large.
    scale: at === 0 ? 0.96 + random.next() * 0.06 : 0.86 + random.next() * 0.16,
  };
}
