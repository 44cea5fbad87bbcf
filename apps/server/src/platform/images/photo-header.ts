/**
 * What a picture's header says before anything is decoded. `cost` is roughly the bytes that a decoder handles: pixels ×
 * channels × bytes per sample × passes. The expensive features of a format have weights from measurements.
 */
export type PhotoHeader = { width: number; height: number; cost: number };

const PNG_SIGNATURE = "\x89PNG\r\n\x1a\n";
const PNG_HEADER = chunkName("IHDR");
const PNG_END = chunkName("IEND");
// Only animated PNGs have these chunks. The decoder would use the first frame, but only still pictures are accepted.
const PNG_ANIMATION = ["acTL", "fcTL", "fdAT"].map(chunkName);
const PNG_COMPRESSED = ["iCCP", "zTXt", "iTXt"].map(chunkName);
/** The channels for each colour type of a PNG; a palette becomes three. */
const PNG_CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
// An interlaced picture is read in seven passes over all its rows.
const PNG_PASSES = 7;
// A sample of 16 bits takes twice the bytes, and processing wider numbers takes twice the time for each byte.
const WIDE_SAMPLE = 4;
// The best possible compression of deflate, and the most that libpng unpacks of one chunk.
const DEFLATE_RATIO = 1_032;
const PNG_CHUNK_MAX = 8_000_000;
const WEBP_ANIMATION = ["ANIM", "ANMF"].map(chunkName);
const WEBP_EXTENDED = chunkName("VP8X");
const WEBP_LOSSY = chunkName("VP8 ");
const WEBP_LOSSLESS = chunkName("VP8L");
const WEBP_ANIMATION_FLAG = 0x02;
const WEBP_CHANNELS = 4;
// Each scan of a progressive JPEG refines only part of every pixel: six scans take about as long as one full pass.
const JPEG_SCANS_A_PASS = 6;
// Converting CMYK to RGB takes longer than decoding it.
const CMYK_WEIGHT = 16;
/** The markers of frames: all of C0 to CF except DHT, JPG and DAC. */
const JPEG_FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];

/**
 * Reads a header in milliseconds, even from the worst file of 5 MB. Returns undefined for anything but a still JPEG,
 * PNG or WebP.
 */
export function readPhotoHeader(file: Buffer): PhotoHeader | undefined {
  if (readText(file, 0, 3) === "\xff\xd8\xff") return readJpeg(file);
  if (readText(file, 0, 8) === PNG_SIGNATURE) return readPng(file);
  if (readText(file, 0, 4) === "RIFF" && readText(file, 8, 4) === "WEBP") return readWebp(file);
  return undefined;
}

/** Reads a PNG, which must be complete to its last chunk. */
function readPng(file: Buffer): PhotoHeader | undefined {
  if (file.length < 33 || file.readUInt32BE(12) !== PNG_HEADER) return undefined;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const [bits, colour, interlaced] = [file.readUInt8(24), file.readUInt8(25), file.readUInt8(28)];
  const sample = bits === 16 ? WIDE_SAMPLE : 1;
  let cost = width * height * (PNG_CHANNELS[colour] ?? 4) * sample * (interlaced === 0 ? 1 : PNG_PASSES);
  for (let at = 33; at + 12 <= file.length; ) {
    const [length, name] = [file.readUInt32BE(at), file.readUInt32BE(at + 4)];
    if (name === PNG_END) return { width, height, cost };
    if (PNG_ANIMATION.includes(name)) return undefined;
    if (PNG_COMPRESSED.includes(name)) cost += Math.min(length * DEFLATE_RATIO, PNG_CHUNK_MAX);
    at += 12 + length;
  }
  return undefined;
}

function readWebp(file: Buffer): PhotoHeader | undefined {
  if (file.length < 30) return undefined;
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) return undefined;
  // Chunks are padded to even lengths.
  for (let at = 12; at + 8 < end; at += 8 + 2 * Math.ceil(file.readUInt32LE(at + 4) / 2)) {
    const name = file.readUInt32BE(at);
    if (WEBP_ANIMATION.includes(name)) return undefined;
    if (name === WEBP_EXTENDED && (file.readUInt8(at + 8) & WEBP_ANIMATION_FLAG) !== 0) return undefined;
  }
  const sides = readWebpSides(file, file.readUInt32BE(12));
  return sides && { ...sides, cost: sides.width * sides.height * WEBP_CHANNELS };
}

/** Reads the width and height from the first chunk of a WebP. */
function readWebpSides(file: Buffer, name: number) {
  if (name === WEBP_EXTENDED) return { width: 1 + file.readUIntLE(24, 3), height: 1 + file.readUIntLE(27, 3) };
  if (name === WEBP_LOSSY && file.readUIntBE(23, 3) === 0x9d012a)
    return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  if (name !== WEBP_LOSSLESS || file.readUInt8(20) !== 0x2f) return undefined;
  const bits = file.readUInt32LE(21);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

/**
 * Walks from segment to segment and counts the scans. Within a scan's data, 0xff begins a marker unless a zero follows.
 */
function readJpeg(file: Buffer): PhotoHeader | undefined {
  let frame: { width: number; height: number; channels: number } | undefined;
  let scans = 0;
  for (let at = findMarker(file, 2); at + 4 <= file.length; at = findMarker(file, at)) {
    const marker = file.readUInt8(at + 1);
    if (marker === 0xd9) break;
    if (marker === 0xda) scans += 1;
    if (!frame && JPEG_FRAMES.includes(marker) && at + 10 <= file.length)
      frame = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7), channels: file.readUInt8(at + 9) };
    const length = file.readUInt16BE(at + 2);
    // A segment cannot be shorter than its own length field; decoders stop there as well.
    if (length < 2) break;
    at += 2 + length;
  }
  if (!frame) return undefined;
  const { width, height, channels } = frame;
  const weight = channels === 4 ? CMYK_WEIGHT : channels;
  return { width, height, cost: width * height * weight * Math.max(1, scans / JPEG_SCANS_A_PASS) };
}

/** Returns the position of the next marker that has a segment or ends the picture. */
function findMarker(file: Buffer, from: number): number {
  for (let at = from; at + 1 < file.length; at += 1) {
    const next = file[at + 1] ?? 0;
    // Stuffed zeros, restart markers and fill bytes belong to the data.
    if (file[at] === 0xff && next > 1 && next !== 0xff && (next < 0xd0 || next > 0xd8)) return at;
  }
  return file.length;
}

function readText(file: Buffer, at: number, length: number): string {
  return file.toString("latin1", at, at + length);
}

/** Chunk names are compared as numbers, because a file of 5 MB can hold half a million chunks. */
function chunkName(name: string): number {
  return Buffer.from(name, "latin1").readUInt32BE();
}
