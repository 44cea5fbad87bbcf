import { type Attempt, findFirstAttempt, findNextAttempt, scaleTo } from "./compress-rules.ts";

/**
 * A JPEG of at most 1 MB and 1920 px, upright, without what the camera wrote into the file. Throws when the browser
 * cannot read the file as a picture.
 */
export async function compressPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    let attempt: Attempt | undefined = findFirstAttempt(picture.width, picture.height);
    for (;;) {
      const made = await drawJpeg(picture, attempt);
      attempt = findNextAttempt(attempt, made.size);
      if (!attempt) return made;
    }
  } finally {
    picture.close();
  }
}

function drawJpeg(picture: ImageBitmap, { side, quality }: Attempt): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const { width, height } = scaleTo(picture.width, picture.height, side);
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw");
  // A JPEG has no transparency, so transparent parts become white instead of black.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (made) => (made ? resolve(made) : reject(new Error("The browser made no picture"))),
      "image/jpeg",
      quality,
    );
  });
}
