import type { Face } from "./facial-features.ts";

// The style's hair ends at the neck. Longer hair falls behind the shoulders, straight or in waves.
const FALLS = {
  straight:
    "M300 470C236 640 214 840 222 1060C232 1130 262 1150 300 1146L690 1140C722 1140 742 1112 742 1050C748 840 730 640 676 470Z",
  wavy: "M296 470C226 560 214 660 240 740C196 810 188 890 224 950C196 1010 204 1090 262 1130C300 1164 350 1150 380 1120L610 1120C650 1150 706 1152 736 1106C776 1060 770 1000 744 950C778 880 768 800 730 744C758 660 742 560 680 470Z",
} satisfies Record<Exclude<Face["fall"], "none">, string>;

/** Draws the hair behind the shoulders, in the coordinates of the head. */
export function drawLongHair({ fall }: Face): string {
  return fall === "none" ? "" : `<path d="${FALLS[fall]}" fill="url(#hb)"/>`;
}

/** The colours of long hair: darker behind the head, where less light falls. */
export function hairDefinitions({ hairColor }: Face): string {
  const stop = (offset: number, share: number) => `<stop offset="${offset}" stop-color="${shade(hairColor, share)}"/>`;
  return `<linearGradient id="hb" x1="0" y1="0" x2="0" y2="1">${stop(0.3, 0.62)}${stop(1, 0.95)}</linearGradient>`;
}

/** A colour with a share of its brightness. */
function shade(hex: string, share: number): string {
  const channels = [0, 2, 4].map((at) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
