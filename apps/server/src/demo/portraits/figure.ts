import { drawCompanion } from "./companions.ts";
import { drawFace, faceDefinitions } from "./face.ts";
import { clothDefinitions, drawOutfit } from "./outfit.ts";
import type { Face, Portrait } from "./portrait.ts";
import { HEIGHT, WIDTH } from "./shapes.ts";
import { extendTorsoToHips, narrow } from "./torso.ts";

// The style's hair ends at the neck. Longer hair falls behind the shoulders, straight or in waves.
const FALLS = {
  straight:
    "M300 470C236 640 214 840 222 1060C232 1130 262 1150 300 1146L690 1140C722 1140 742 1112 742 1050C748 840 730 640 676 470Z",
  wavy: "M296 470C226 560 214 660 240 740C196 810 188 890 224 950C196 1010 204 1090 262 1130C300 1164 350 1150 380 1120L610 1120C650 1150 706 1152 736 1106C776 1060 770 1000 744 950C778 880 768 800 730 744C758 660 742 560 680 470Z",
} satisfies Record<Exclude<Face["fall"], "none">, string>;

/** Draws the hair behind the shoulders, in the coordinates of the head. */
function drawLongHair({ fall }: Face): string {
  return fall === "none" ? "" : `<path d="${FALLS[fall]}" fill="url(#hb)"/>`;
}

/** The colours of long hair: darker behind the head, where less light falls. */
function hairDefinitions({ hairColor }: Face): string {
  const stop = (offset: number, share: number) => `<stop offset="${offset}" stop-color="${shade(hairColor, share)}"/>`;
  return `<linearGradient id="hb" x1="0" y1="0" x2="0" y2="1">${stop(0.3, 0.62)}${stop(1, 0.95)}</linearGradient>`;
}

/** A colour with a share of its brightness. */
function shade(hex: string, share: number): string {
  const channels = [0, 2, 4].map((at) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

const BODY = extendTorsoToHips(
  "M-80 1240C-60 1040 60 1005 250 985C322 972 358 940 358 830L592 830C592 944 634 978 720 990C880 1012 960 1060 985 1240Z",
  true,
);
const NECK_LINES = `<path d="M357 848C359 936 324 970 252 984M594 848C594 942 634 976 714 989" fill="none" stroke="#2a1610" stroke-width="9" stroke-linecap="round"/>`;
// The middle of the neck where head and body meet, around which the head turns.
const NECK = { x: 482, y: 852 };
// How far from the top the eyes are: in the drawing of a head, and in the picture, at a third of its height.
const DRAWN_EYES = 562;
const EYES = 400;
/** Draws the person, and what belongs to the place in front of the person, without a background. */
export function drawFigure({ face, expression, outfit, scene, pose }: Portrait): string {
  const { isMirrored, x, tilt, lean, scale, breadth } = pose;
  const place = `translate(${x} ${EYES}) scale(${isMirrored ? -scale : scale} ${scale}) translate(${-NECK.x} ${-DRAWN_EYES}) rotate(${lean} ${NECK.x} ${DRAWN_EYES})`;
  const turned = `transform="rotate(${tilt} ${NECK.x} ${NECK.y})"`;
  const head = `<g ${turned}><g transform="translate(0 95)" fill="none">${drawFace(face, expression)}</g></g>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 900 1200">`,
    `<defs>${clothDefinitions}${hairDefinitions(face)}${faceDefinitions}</defs>`,
    `<g transform="${place}"><g ${turned}>${drawLongHair(face)}</g>`,
    narrow(`<path d="${BODY}" fill="#${face.skin}"/>${NECK_LINES}`, breadth),
    `${head}${narrow(drawOutfit(outfit), breadth)}</g>`,
    `${drawCompanion(scene.place, isMirrored)}</svg>`,
  ].join("");
}
