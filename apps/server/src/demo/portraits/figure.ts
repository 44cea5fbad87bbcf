import { drawFace, faceDefinitions } from "./face.ts";
import { drawLongHair, hairDefinitions } from "./long-hair.ts";
import { clothDefinitions, drawOutfit } from "./outfit.ts";
import { HEIGHT, type Portrait, WIDTH } from "./portrait.ts";
import { extendToHips, narrow } from "./torso.ts";

const BODY = extendToHips(
  "M-80 1240C-60 1040 60 1005 250 985C322 972 358 940 358 850L592 850C592 944 634 978 720 990C880 1012 960 1060 985 1240Z",
  true,
);
const NECK_LINES = `<path d="M357 848C359 936 324 970 252 984M594 848C594 942 634 976 714 989" fill="none" stroke="#2a1610" stroke-width="9" stroke-linecap="round"/>`;
// The middle of the neck, around which the head turns.
const NECK = { x: 482, y: 940 };
// How far from the top the eyes are: in the drawing of a head, and in the picture, at a third of its height.
const DRAWN_EYES = 562;
const EYES = 400;
const VIGNETTE = `<radialGradient id="v" cx=".5" cy=".42" r=".85"><stop offset=".6" stop-color="#1c0d08" stop-opacity="0"/><stop offset="1" stop-color="#1c0d08" stop-opacity=".22"/></radialGradient>`;

/** Draws the person without a background, and a vignette over the person. */
export function drawFigure({ face, outfit, pose }: Portrait): string {
  const { isMirrored, x, tilt, scale, breadth } = pose;
  const place = `translate(${x} ${EYES}) scale(${isMirrored ? -scale : scale} ${scale}) translate(${-NECK.x} ${-DRAWN_EYES})`;
  const turned = `transform="rotate(${tilt} ${NECK.x} ${NECK.y})"`;
  const head = `<g ${turned}><g transform="translate(0 95)" fill="none">${drawFace(face)}</g></g>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 900 1200">`,
    `<defs>${clothDefinitions}${hairDefinitions(face)}${faceDefinitions}${VIGNETTE}</defs>`,
    `<g transform="${place}"><g ${turned}>${drawLongHair(face)}</g>`,
    narrow(`<path d="${BODY}" fill="#${face.skin}"/>${NECK_LINES}`, breadth),
    `${head}${narrow(drawOutfit(outfit), breadth)}</g>`,
    `<rect width="900" height="1200" fill="url(#v)"/></svg>`,
  ].join("");
}
