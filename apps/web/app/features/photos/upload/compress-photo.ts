import { type Attempt, findFirstAttempt, findNextAttempt, scaleTo } from "./compress-rules.ts";

/**
 * Compresses to an upright JPEG of at most 1 MB and 1920 px, without the camera's metadata. Throws when the browser
 * cannot decode the file.
 */
export async function compressPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  try {
    if (isBlank(picture)) throw new Error("The browser decoded nothing");
    let attempt: Attempt | undefined = findFirstAttempt(picture.width, picture.height);
    for (;;) {
      const jpeg = await drawJpeg(picture, attempt);
      attempt = findNextAttempt(attempt, jpeg.size);
      if (!attempt) return jpeg;
    }
  } finally {
    picture.close();
  }
}

/** Rows read per step: a canvas of the whole picture would be too large for phones. */
const ROWS = 256;
const PROBE_SIDE = 16;

/** A checksum of all pixels. Throws when the browser cannot decode the file. */
export async function sumPixels(file: Blob): Promise<number> {
  const picture = await createImageBitmap(file);
  const context = openCanvas(picture.width, ROWS);
  let sum = 0;
  for (let row = 0; row < picture.height; row += ROWS) {
    context.drawImage(picture, 0, -row);
    const { data } = context.getImageData(0, 0, picture.width, Math.min(ROWS, picture.height - row));
    for (const pixel of new Uint32Array(data.buffer)) sum = Math.imul(sum ^ pixel, 16_777_619);
  }
  picture.close();
  return sum;
}

/** WebKit draws nothing, without an error, when it cannot decode a file. */
function isBlank(picture: ImageBitmap): boolean {
  const context = openCanvas(PROBE_SIDE, PROBE_SIDE);
  context.drawImage(picture, 0, 0, PROBE_SIDE, PROBE_SIDE);
  return context.getImageData(0, 0, PROBE_SIDE, PROBE_SIDE).data.every((sample) => sample === 0);
}

function openCanvas(width: number, height: number): CanvasRenderingContext2D {
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  if (!context) throw new Error("This browser cannot draw");
  return context;
}

function drawJpeg(picture: ImageBitmap, { side, quality }: Attempt): Promise<Blob> {
  const { width, height } = scaleTo(picture.width, picture.height, side);
  const context = openCanvas(width, height);
  // A JPEG has no transparency, so transparent parts become white instead of black.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    context.canvas.toBlob(
      (jpeg) => (jpeg ? resolve(jpeg) : reject(new Error("The browser made no picture"))),
      "image/jpeg",
      quality,
    );
  });
}
