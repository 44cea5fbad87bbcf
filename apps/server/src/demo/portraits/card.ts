import sharp from "sharp";
import { drawWords } from "./lettering.ts";
import { box, times } from "./shapes.ts";

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
      times(4, (at) => box(326, 176 + at * 52, 390 - at * 48, 16, LINE, 1))
    : times(6, (at) => box(72, 96 + at * 48, 656 - (at % 3) * 96, 16, LINE, 1));
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
