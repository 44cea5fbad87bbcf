import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";

/**
 * The contrast (1 to 21) of a text with the brightest pixel behind it, as drawn on the screen. For light text on
 * photos.
 */
export async function contrastOf(page: Page, text: Locator): Promise<number> {
  const color = await text.evaluate((node) => {
    const shownColor = getComputedStyle(node).color;
    // The cast is safe, because the element belongs to the document of this page.
    (node as HTMLElement).style.color = "transparent";
    return shownColor;
  });
  const clip = await text.boundingBox();
  if (!clip) throw new Error("The text has no box");
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  let brightest = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    brightest = Math.max(brightest, luminance([data[at], data[at + 1], data[at + 2]]));
  }
  const own = luminance((color.match(/\d+/g) ?? []).slice(0, 3).map(Number));
  return (own + 0.05) / (brightest + 0.05);
}

/** The relative luminance of WCAG 2.2. */
function luminance(rgb: readonly (number | undefined)[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value = 0) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
