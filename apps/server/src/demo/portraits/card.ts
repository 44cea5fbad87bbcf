import sharp from "sharp";
import { box, repeatShape, round } from "./shapes.ts";

/** The lines of the letters that the demonstration card needs, four wide and six high: a machine may have no fonts. */
const A = "M0 6L2 0L4 6M.8 4H3.2";
const LETTERS: Readonly<Record<string, string>> = {
  A,
  Ã: `${A}M1-.9C1.5-1.7 2.5-.3 3-1.1`,
  Ç: "M4 1C3.4.3 2.8 0 2 0C.8 0 0 1.2 0 3S.8 6 2 6C2.8 6 3.4 5.7 4 5M2 6L2.3 6.8L1.5 7.4",
  D: "M0 0V6H1.6C3.2 6 4 4.8 4 3S3.2 0 1.6 0Z",
  E: "M4 0H0V6H4M0 3H3",
  I: "M2 0V6",
  M: "M0 6V0L2 3.4L4 0V6",
  N: "M0 6V0L4 6V0",
  O: "M2 0C.8 0 0 1.2 0 3S.8 6 2 6S4 4.8 4 3S3.2 0 2 0Z",
  R: "M0 6V0H2.2C3.4 0 4 .6 4 1.6S3.4 3.2 2.2 3.2H0M2.2 3.2L4 6",
  S: "M3.8.9C3.2.3 2.6 0 2 0C.9 0 .2.6.2 1.5C.2 3.6 3.9 2.5 3.9 4.5C3.9 5.4 3.2 6 2 6C1.2 6 .6 5.7 0 5.1",
  T: "M0 0H4M2 0V6",
  V: "M0 0L2 6L4 0",
};
const ADVANCE = 5.6;

/** Draws words in capitals whose upper left corner is at `x` and `y` and that are `height` high. */
function drawWords(words: string, x: number, y: number, height: number, colour: string): string {
  const letters = [...words].map((letter, at) => {
    const path = LETTERS[letter];
    return path ? `<path transform="translate(${round(at * ADVANCE)} 0)" d="${path}"/>` : "";
  });
  return `<g transform="translate(${x} ${y}) scale(${round(height / 6)})" fill="none" stroke="${colour}" stroke-width="0.9" stroke-linecap="round" stroke-linejoin="round">${letters.join("")}</g>`;
}

/** Pixels of a card. */
const [WIDTH, HEIGHT] = [800, 520];
const FACE = { left: 72, top: 96, width: 210, height: 280 };
const [INK, LINE] = ["#5a463c", "#cdbfb3"];

/**
 * Renders a side of a card that stands in for a document, as a JPEG. It says that it is a demonstration and looks like
 * no real document. The front has the face.
 */
export async function renderCard(side: "front" | "back", portrait: Buffer): Promise<Buffer> {
  const isFront = side === "front";
  const lines = isFront
    ? drawWords("NOME INVENTADO", 326, 112, 24, INK) +
      repeatShape(4, (at) => box(326, 176 + at * 52, 390 - at * 48, 16, LINE, 1))
    : repeatShape(6, (at) => box(72, 96 + at * 48, 656 - (at % 3) * 96, 16, LINE, 1));
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#e9dfd5"/>
    <rect x="32" y="32" width="${WIDTH - 64}" height="${HEIGHT - 64}" rx="28" fill="#fffaf4" stroke="${LINE}" stroke-width="3"/>
    ${lines}${drawWords("DEMONSTRAÇÃO", 72, 418, 40, "#a8481f")}</svg>`;
  const { left, top, width, height } = FACE;
  const face = isFront && { input: await sharp(portrait).resize(width, height).png().toBuffer(), left, top };
  return sharp(Buffer.from(card))
    .flatten()
    .composite(face ? [face] : [])
    .jpeg({ quality: 90 })
    .toBuffer();
}
