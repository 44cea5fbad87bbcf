import sharp from "sharp";
import { renderCard } from "./card.ts";
import { drawFigure } from "./figure.ts";
import { findLight, lightFigure } from "./light.ts";
import type { Portrait } from "./portrait.ts";
import { drawScene, sceneBlur } from "./scene.ts";
import { HEIGHT, WIDTH } from "./shapes.ts";

const QUALITY = 90;

/** Renders one picture as a JPEG: the person, or a card with the person's face. */
export async function renderPortrait({ card, ...portrait }: Portrait): Promise<Buffer> {
  const picture = await renderPerson(portrait);
  return card ? renderCard(card, picture) : picture;
}

/** Renders the scene out of focus, the person, and one light with a little grain over both. */
async function renderPerson(portrait: Portrait): Promise<Buffer> {
  const { scene, pose, light } = portrait;
  const { data, info } = await sharp(Buffer.from(drawScene(scene)))
    .blur(sceneBlur[scene.place])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  // The light comes from the side that the person looks away from.
  const figure = await lightFigure(Buffer.from(drawFigure(portrait)), light, pose.isMirrored);
  return sharp(data, { raw: { width, height, channels } })
    .resize(WIDTH, HEIGHT, { kernel: "cubic" })
    .composite([figure, { ...(await findLight(light, pose.isMirrored)), blend: "soft-light" }])
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
