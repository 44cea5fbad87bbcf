import { findFirstSqueeze, findNextSqueeze, type Squeeze, scaleTo } from "./compress-rules.ts";

/**
 * A JPEG of at most 1 MB and 1920 px, upright, without what the camera wrote into the file. Throws for what the browser
 * cannot read as a picture.
 */
export async function compressPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    let squeeze: Squeeze | undefined = findFirstSqueeze(picture.width, picture.height);
    for (;;) {
      const made = await drawJpeg(picture, squeeze);
      squeeze = findNextSqueeze(squeeze, made.size);
      if (!squeeze) return made;
    }
  } finally {
    picture.close();
  }
}

function drawJpeg(picture: ImageBitmap, { side, quality }: Squeeze): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const { width, height } = scaleTo(picture.width, picture.height, side);
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser cannot draw");
  // A JPEG has no transparency: what shows through is white, not black.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("no picture"))), "image/jpeg", quality);
  });
}
