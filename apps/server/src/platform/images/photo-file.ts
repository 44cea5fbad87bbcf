import { PHOTO_MAX_BYTES } from "@caramelo/contract/limits";

/** Catalogue codes: over 5 MB, or anything that is not one whole still JPEG, PNG or WebP within the pixel limits. */
export type PhotoRefusal = "FILE_TOO_LARGE" | "FILE_INVALID_TYPE";

const PNG_SIGNATURE = "\x89PNG\r\n\x1a\n";
const PNG_END = chunkName("IEND");
// The chunks that only animated PNGs have. The decoder would show their first frame; we take still pictures only.
const PNG_ANIMATION = ["acTL", "fcTL", "fdAT"].map(chunkName);
const WEBP_ANIMATION = ["ANIM", "ANMF"].map(chunkName);
const WEBP_EXTENDED = chunkName("VP8X");
const WEBP_ANIMATION_FLAG = 0x02;

/** What can be told from size and bytes alone, in microseconds, before any decoder sees the file. The name and the
 * announced type of an upload play no part. `undefined`: worth decoding. */
export function findFileFault(bytes: Uint8Array): PhotoRefusal | undefined {
  if (bytes.byteLength > PHOTO_MAX_BYTES) return "FILE_TOO_LARGE";
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isJpeg(file) || isStillPng(file) || isStillWebp(file) ? undefined : "FILE_INVALID_TYPE";
}

function isJpeg(file: Buffer): boolean {
  return readText(file, 0, 3) === "\xff\xd8\xff";
}

function isStillPng(file: Buffer): boolean {
  if (readText(file, 0, 8) !== PNG_SIGNATURE) return false;
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const name = file.readUInt32BE(at + 4);
    if (name === PNG_END) return true;
    if (PNG_ANIMATION.includes(name)) return false;
  }
  return false;
}

function isStillWebp(file: Buffer): boolean {
  if (readText(file, 0, 4) !== "RIFF" || readText(file, 8, 4) !== "WEBP") return false;
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) return false;
  // Chunks are padded to even lengths.
  for (let at = 12; at + 8 < end; at += 8 + 2 * Math.ceil(file.readUInt32LE(at + 4) / 2)) {
    const name = file.readUInt32BE(at);
    if (WEBP_ANIMATION.includes(name)) return false;
    if (name === WEBP_EXTENDED && (file.readUInt8(at + 8) & WEBP_ANIMATION_FLAG) !== 0) return false;
  }
  return true;
}

function readText(file: Buffer, at: number, length: number): string {
  return file.toString("latin1", at, at + length);
}

/** Chunk names as numbers: a file of 5 MB can hold half a million chunks. */
function chunkName(name: string): number {
  return Buffer.from(name, "latin1").readUInt32BE();
}
