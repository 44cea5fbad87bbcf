import { createAvatar } from "@dicebear/core";
import * as lorelei from "@dicebear/lorelei";
import { drawBeard, drawYears } from "./face-lines.ts";

export type Beard = "none" | "stubble" | "short" | "goatee" | "moustache";

/** What makes a person that person, with the look of one moment. Numbers name the variants of the style; colours are hex without `#`. */
export type Face = {
  skin: string;
  hair: string;
  hairColor: string;
  brows: number;
  browColor: string;
  eyes: number;
  nose: number;
  head: number;
  mouth: number;
  lipColor: string;
  /** Undefined: none. */
  glasses: number | undefined;
  earrings: number | undefined;
  hasFreckles: boolean;
  hasFlower: boolean;
  hasBlush: boolean;
  beard: Beard;
  /** Lines of the years: 0 none, 1 some, 2 more. */
  years: number;
};

const INK = "2a1610";
// The style's own beards are a disguise; ours take the place of one, between skin and mouth, below the front hair.
const BEARD_OF_STYLE = /<path d="M719 585[^>]*>/;

const variant = (number: number) => `variant${String(number).padStart(2, "0")}`;

/** Head, hair and neck as the inside of an SVG of 980 by 980. Throws when the style no longer draws as we know it. */
export function drawFace(face: Face): string {
  const drawn = createAvatar(lorelei, { seed: "", ...styleOptions(face) })
    .toString()
    .replace(/#000000|#000\b/g, `#${INK}`);
  const inside = /<g mask[\s\S]*<\/g>/.exec(drawn)?.[0].replace(/ mask="[^"]*"/, "");
  if (inside === undefined || !BEARD_OF_STYLE.test(inside)) throw new Error("The drawing style has changed");
  return inside.replace(BEARD_OF_STYLE, drawYears(face) + drawBeard(face));
}

function styleOptions(face: Face): lorelei.Options {
  const options = {
    skinColor: [face.skin],
    hair: [face.hair],
    hairColor: [face.hairColor],
    head: [variant(face.head)],
    eyes: [variant(face.eyes)],
    eyesColor: [INK],
    eyebrows: [variant(face.brows)],
    eyebrowsColor: [face.browColor],
    nose: [variant(face.nose)],
    mouth: [`happy${String(face.mouth).padStart(2, "0")}`],
    mouthColor: [face.lipColor],
    beard: ["variant01"],
    beardProbability: 100,
    glasses: [variant(face.glasses ?? 1)],
    glassesProbability: face.glasses === undefined ? 0 : 100,
    earrings: [variant(face.earrings ?? 1)],
    earringsProbability: face.earrings === undefined ? 0 : 100,
    earringsColor: ["f1cf7c"],
    frecklesProbability: face.hasFreckles ? 100 : 0,
    frecklesColor: ["8a4b2e"],
    hairAccessories: ["flowers"],
    hairAccessoriesProbability: face.hasFlower ? 100 : 0,
    hairAccessoriesColor: ["f3d9c0"],
  };
  // The names that our numbers make are the style's own; it leaves out what it does not know, and a test draws them all.
  return options as lorelei.Options;
}
