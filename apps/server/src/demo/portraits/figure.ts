import { drawCompanion } from "./companions.ts";
import { drawFace, faceDefinitions } from "./face.ts";
import { drawLongHair, hairDefinitions } from "./long-hair.ts";
import { clothDefinitions, drawOutfit } from "./outfit.ts";
import type { Portrait } from "./portrait.ts";
import { HEIGHT, WIDTH } from "./shapes.ts";
import { extendToHips, narrow } from "./torso.ts";

const BODY = extendToHips(
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
