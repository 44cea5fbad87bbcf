import { drawFace } from "./face.ts";
import { clothDefinitions, drawOutfit } from "./outfit.ts";
import { HEIGHT, type Portrait, WIDTH } from "./portrait.ts";

const BODY =
  "M-80 1240C-60 1040 60 1005 250 985C330 975 372 960 380 900L575 900C585 960 640 978 720 990C880 1012 960 1060 985 1240Z";
// The middle of the neck, where a head turns.
const NECK = "482 940";
const VIGNETTE = `<radialGradient id="v" cx=".5" cy=".42" r=".8"><stop offset=".55" stop-color="#1c0d08" stop-opacity="0"/><stop offset="1" stop-color="#1c0d08" stop-opacity=".45"/></radialGradient>`;

/** The person, on nothing but the vignette. */
export function drawFigure({ face, outfit, pose }: Portrait): string {
  const { isMirrored, shift, tilt, scale } = pose;
  const place = `translate(${450 + shift} 1200) scale(${isMirrored ? -scale : scale} ${scale}) translate(-482 -1200)`;
  const head = `<g transform="rotate(${tilt} ${NECK}) translate(0 95)" fill="none">${drawFace(face)}</g>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 900 1200">`,
    `<defs>${clothDefinitions}${VIGNETTE}</defs>`,
    `<g transform="${place}"><path d="${BODY}" fill="#${face.skin}"/>${head}${drawOutfit(outfit)}</g>`,
    `<rect width="900" height="1200" fill="url(#v)"/></svg>`,
  ].join("");
}
