import { createAvatar } from "@dicebear/core";
import * as lorelei from "@dicebear/lorelei";
import { type Expression, shapeOf } from "./expressions.ts";
import { drawBeard, drawYears } from "./face-lines.ts";
import type { Face } from "./portrait.ts";

const INK = "2a1610";
// The beards of the drawing style (Lorelei) look like a disguise. The style draws one in every face, and our own beard,
// or none, takes the place of it: over the skin, but under the mouth and the front hair.
const BEARD_OF_STYLE = /<path d="M719 585[^>]*>/;
// The mouth `happy01` of the style, which is replaced by the mouth of the expression.
const MOUTH_OF_STYLE = /<path d="m636 651-7 7c[^>]*>/;

// The style's head ends in shoulders, which ours replace: the head is cut off below `top`, the hair behind it only
// between `left` and `right`, where the neck is. The numbers are coordinates of the style.
const NECK = { top: 820, left: 344, right: 584 };
// The hair behind the head, then the head's outline, skin and lines.
const HEAD_OF_STYLE = new RegExp(
  `^(<g>\\s*<g [^>]*>)([\\s\\S]*?)(<path d="[^"]*" fill="#${INK}"/><path d="[^"]*" fill="#[0-9a-f]{6}"/><path d="[^"]*" fill="#${INK}"/>)`,
);

const variant = (number: number) => `variant${String(number).padStart(2, "0")}`;

/** Draws head, hair and neck as the inside of an SVG of 980 by 980. Throws when the style's drawing has changed. */
export function drawFace(face: Face, expression: Expression): string {
  const { eyes = face.eyes, brows = face.brows, drawMouth } = shapeOf(expression);
  const drawn = createAvatar(lorelei, { seed: "", ...styleOptions({ ...face, eyes, brows }) })
    .toString()
    .replace(/#000000|#000\b/g, `#${INK}`);
  const inside = /<g mask[\s\S]*<\/g>/.exec(drawn)?.[0].replace(/ mask="[^"]*"/, "");
  const parts = [BEARD_OF_STYLE, MOUTH_OF_STYLE, HEAD_OF_STYLE];
  if (inside === undefined || !parts.every((part) => part.test(inside)))
    throw new Error("The drawing style has changed");
  return inside
    .replace(BEARD_OF_STYLE, drawYears(face) + drawBeard(face))
    .replace(MOUTH_OF_STYLE, drawMouth(face.lipColor))
    .replace(HEAD_OF_STYLE, `$1<g clip-path="url(#nh)">$2</g><g clip-path="url(#n)">$3</g>`);
}

/** The definitions (`defs`) that a drawing by `drawFace` needs. */
export const faceDefinitions = [
  `<clipPath id="n"><path d="M-300 -300H1300V${NECK.top}H-300Z"/></clipPath>`,
  `<clipPath id="nh"><path d="M-300 -300H1300V1300H${NECK.right}V${NECK.top - 12}H${NECK.left}V1300H-300Z"/></clipPath>`,
].join("");

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
    mouth: ["happy01"],
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
  // The cast is safe: the style leaves out a variant whose name it does not know, and a test draws every figure.
  return options as lorelei.Options;
}
