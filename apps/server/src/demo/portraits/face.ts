import { createAvatar } from "@dicebear/core";
import * as lorelei from "@dicebear/lorelei";
import { type Expression, shapeOf } from "./expressions.ts";
import type { Beard, Face } from "./portrait.ts";

// The beards fit the jaw, ear and mouth that the drawing style (Lorelei) gives its heads 2 to 4; men get no other head.
const FULL =
  "M306 556C316 596 330 640 352 700C388 752 452 778 556 797C630 776 676 748 699 712C706 676 706 640 704 596C694 630 672 662 638 676C622 652 590 636 548 634C508 636 474 650 456 674C420 688 372 664 344 612C332 590 324 572 322 552Z";
const CHIN =
  "M450 672C452 736 486 784 556 796C612 786 640 738 640 680C622 652 590 636 548 634C508 636 470 650 450 672Z";
const LIP = "M446 684C462 648 506 628 552 630C598 630 634 650 648 684C620 668 586 662 552 664C512 664 474 670 446 684Z";
const MOUTH_GAP = "M466 668C496 656 590 660 622 686C604 716 500 712 466 668Z";

const shapes: Record<Exclude<Beard, "none">, { path: string; opacity: number; hasGap: boolean }> = {
  stubble: { path: FULL, opacity: 0.3, hasGap: true },
  short: { path: FULL, opacity: 0.92, hasGap: true },
  goatee: { path: CHIN, opacity: 0.9, hasGap: true },
  moustache: { path: LIP, opacity: 0.92, hasGap: false },
};

function drawBeard({ beard, hairColor, skin }: Face): string {
  if (beard === "none") return "";
  const { path, opacity, hasGap } = shapes[beard];
  const gap = hasGap ? `<path d="${MOUTH_GAP}" fill="#${skin}"/>` : "";
  return `<path d="${path}" fill="#${hairColor}" opacity="${opacity}"/>${gap}`;
}

const line = (path: string, opacity: number, width = 6) =>
  `<path d="${path}" stroke="#3a160c" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linecap="round"/>`;

/** Draws the blush of the cheeks and the wrinkles: around the eyes, from nose to mouth, on the forehead. */
function drawYears({ years, hasBlush }: Face): string {
  const blush = hasBlush
    ? `<ellipse cx="416" cy="628" rx="52" ry="34" fill="#c2452f" opacity=".14"/><ellipse cx="664" cy="620" rx="34" ry="30" fill="#c2452f" opacity=".12"/>`
    : "";
  const some = line("M428 572C446 584 470 588 492 582", 0.3, 5) + line("M536 634C508 640 478 652 460 676", 0.26);
  const more =
    line("M378 520C368 516 358 514 350 516M380 534C370 536 362 540 356 546", 0.34, 5) +
    line("M640 640C650 652 654 664 654 678", 0.24) +
    line("M470 404C510 394 560 394 604 404M488 380C520 373 556 373 586 379", 0.2, 5);
  return blush + (years >= 1 ? some : "") + (years >= 2 ? more : "");
}

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
  const drawnFace = createAvatar(lorelei, { seed: "", ...styleOptions({ ...face, eyes, brows }) })
    .toString()
    .replace(/#000000|#000\b/g, `#${INK}`);
  const inside = /<g mask[\s\S]*<\/g>/.exec(drawnFace)?.[0].replace(/ mask="[^"]*"/, "");
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
