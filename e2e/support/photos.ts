import { randomBytes } from "node:crypto";
import sharp from "sharp";

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

export const jpegOf = (buffer: Buffer): FilePayload => ({ name: "a.jpg", mimeType: "image/jpeg", buffer });

/** A JPEG of about 8 MB as a camera held upright writes it. It contains noise, because noise does not compress. */
export async function drawLargePhoto(): Promise<FilePayload> {
  const [width, height] = [3600, 2700];
  const raw = { width, height, channels: 3 as const };
  const image = sharp(randomBytes(width * height * 3), { raw }).jpeg({ quality: 92 });
  const buffer = await image.withMetadata({ orientation: 6 }).toBuffer();
  if (buffer.length <= 5_242_880) throw new Error("the photo is too small for these journeys");
  return { name: "grande.jpg", mimeType: "image/jpeg", buffer };
}

/** A photo of few bytes and more pixels than the server decodes, as some phones declare it. */
export async function draw48Megapixels(): Promise<FilePayload> {
  const create = { width: 8064, height: 6048, channels: 3, background: "#c86" } as const;
  return { name: "48mp.jpg", mimeType: "image/jpg", buffer: await sharp({ create }).jpeg().toBuffer() };
}
