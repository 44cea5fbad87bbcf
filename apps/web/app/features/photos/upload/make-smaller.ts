import { PHOTO_MAX_BYTES } from "@caramelo/contract/limits";
import { listEndings } from "@caramelo/contract/photos/endings";
import { type PhotoHeader, readPhotoHeader } from "@caramelo/contract/photos/header";
import { photoErrors } from "@caramelo/contract/texts/photos";
import { ApiError } from "~/platform/api.ts";
import { compressPhoto, sumPixels } from "./compress-photo.ts";
import { needsCompression } from "./compress-rules.ts";

/** Returns a picture small enough to send, compressed if necessary. */
export async function makeSmaller(file: File): Promise<Blob> {
  const bytes = await readBytes(file);
  const header = readPhotoHeader(bytes);
  if (header === "cut") throw refusal("FILE_INCOMPLETE");
  if (header && !needsCompression(file, header)) return file;
  try {
    const whole = header?.isCut ? await addEnd(bytes, header) : file;
    if (whole) return await compressPhoto(whole);
  } catch {
    // The server also refuses a picture that the browser cannot decode, and says why.
    if (!header?.isCut && file.size <= PHOTO_MAX_BYTES) return file;
    if (!header?.isCut) throw refusal("FILE_INVALID_TYPE");
  }
  throw refusal("FILE_INCOMPLETE");
}

async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // The file is in a cloud that does not respond, or was removed.
    throw refusal("FILE_INCOMPLETE");
  }
}

/** The file with an end marker; undefined when pixels are missing. Some browsers show grey instead. */
async function addEnd(bytes: Uint8Array<ArrayBuffer>, header: PhotoHeader): Promise<Blob | undefined> {
  const [whole, ...others] = listEndings(bytes, header).map((ending) => new Blob([ending]));
  for (const other of others) if (!whole || (await sumPixels(other)) !== (await sumPixels(whole))) return undefined;
  return whole;
}

const refusal = (code: "FILE_INCOMPLETE" | "FILE_INVALID_TYPE") => new ApiError(code, photoErrors[code]);
