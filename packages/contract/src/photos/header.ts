import { findPhotoType, type PhotoType } from "./type.ts";

/**
 * Facts from a picture's header and structure, without decoding. `cost`: roughly the bytes that a decoder handles, i.e.
 * pixels × channels × bytes per sample × passes, with measured weights for expensive features of a format. `isCut`: the
 * file lacks its format's end; only a decoder can tell whether pixels are missing (`listEndings`). `gamma`: of a PNG
 * whose light differs from sRGB.
 */
export type PhotoHeader = {
  type: PhotoType;
  width: number;
  height: number;
  cost: number;
  isCut: boolean;
  gamma?: number | undefined;
};

/** A file, or its first bytes, with a view for reading numbers. */
type PhotoFile = { bytes: Uint8Array; view: DataView };

const PNG_HEADER = chunkName("IHDR");
const PNG_END = chunkName("IEND");
const PNG_ANIMATION = chunkName("acTL");
const PNG_GAMMA = chunkName("gAMA");
// Chunks that define the colours, so that gamma is ignored.
const PNG_COLOURS = ["iCCP", "sRGB", "cICP"].map(chunkName);
const PNG_COMPRESSED = ["iCCP", "zTXt", "iTXt"].map(chunkName);
/** The channels per PNG colour type; a palette becomes three. */
const PNG_CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
// An interlaced picture is read in seven passes over all rows.
const PNG_PASSES = 7;
// A 16-bit sample takes twice the bytes, and processing wider numbers twice the time per byte.
const WIDE_SAMPLE = 4;
// The maximum compression ratio of deflate, and the maximum that libpng unpacks per chunk.
const DEFLATE_RATIO = 1_032;
const PNG_CHUNK_MAX = 8_000_000;
/** The unit of `gAMA`, and the value that means sRGB. */
const GAMMA_UNITS = 100_000;
const GAMMA_OF_SRGB = 45_455;
const WEBP_FRAME = chunkName("ANMF");
const WEBP_EXTENDED = chunkName("VP8X");
const WEBP_LOSSY = chunkName("VP8 ");
const WEBP_LOSSLESS = chunkName("VP8L");
const WEBP_CHUNKS = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP "].map(chunkName);
/** A still picture has at most one of each, and long animations have fewer frames. */
const WEBP_CHUNKS_MAX = 10_000;
const WEBP_CHANNELS = 4;
// Each scan of a progressive JPEG refines only part of every pixel: six scans take about as long as one full pass.
const JPEG_SCANS_A_PASS = 6;
// Converting CMYK to RGB takes longer than decoding it.
const CMYK_WEIGHT = 16;
/** The frame markers: all of C0 to CF except DHT, JPG and DAC. */
const JPEG_FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const JPEG_SCAN = 0xda;
const JPEG_END = 0xd9;
/** Each JPEG block has this many coefficients, which scans may deliver in parts and bit by bit. */
const JPEG_COEFFICIENTS = 64;

/**
 * Parses a header in milliseconds, even of the worst 5 MB file. Returns undefined for anything but a still JPEG, PNG or
 * WebP, and "cut" for one that ends before a decoder could show all of it.
 */
export function readPhotoHeader(bytes: Uint8Array): PhotoHeader | "cut" | undefined {
  const file = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  const type = findPhotoType(bytes);
  if (type === "image/jpeg") return readJpeg(file);
  if (type === "image/png") return readPng(file);
  return type && readWebp(file);
}

function readPng({ bytes, view }: PhotoFile): PhotoHeader | "cut" | undefined {
  if (bytes.length < 33) return "cut";
  if (view.getUint32(12) !== PNG_HEADER) return undefined;
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [bits, colour, interlaced] = [view.getUint8(24), view.getUint8(25), view.getUint8(28)];
  const sample = bits === 16 ? WIDE_SAMPLE : 1;
  let cost = width * height * (PNG_CHANNELS[colour] ?? 4) * sample * (interlaced === 0 ? 1 : PNG_PASSES);
  let [isCut, saysColours, gamma] = [true, false, 0];
  for (let at = 33; isCut && at + 12 <= bytes.length; ) {
    const [length, name] = [view.getUint32(at), view.getUint32(at + 4)];
    // Only still pictures are accepted. For an animation of one frame, decoders show the default picture.
    if (name === PNG_ANIMATION && view.getUint32(at + 8) > 1) return undefined;
    if (PNG_COMPRESSED.includes(name)) cost += Math.min(length * DEFLATE_RATIO, PNG_CHUNK_MAX);
    if (name === PNG_GAMMA) gamma = view.getUint32(at + 8);
    saysColours ||= PNG_COLOURS.includes(name);
    isCut = name !== PNG_END;
    at += 12 + length;
  }
  const isOther = gamma > 0 && gamma !== GAMMA_OF_SRGB && !saysColours;
  return { type: "image/png", width, height, cost, isCut, gamma: isOther ? gamma / GAMMA_UNITS : undefined };
}

function readWebp(file: PhotoFile): PhotoHeader | "cut" | undefined {
  const { bytes, view } = file;
  if (bytes.length < 30) return "cut";
  const riffEnd = 8 + view.getUint32(4, true);
  const chunks = listWebpChunks(file);
  if (chunks.length > WEBP_CHUNKS_MAX || chunks.filter(({ name }) => name === WEBP_FRAME).length > 1) return undefined;
  const end = Math.max(...chunks.map((chunk) => chunk.end));
  const sides = readWebpSides(view);
  const isCut = Math.max(end, riffEnd) > bytes.length || end > riffEnd;
  return sides && { type: "image/webp", ...sides, cost: sides.width * sides.height * WEBP_CHANNELS, isCut };
}

/** The chunks of a WebP known to its decoder, even beyond the end given by a wrong RIFF size. */
export function listWebpChunks({ bytes, view }: PhotoFile) {
  const chunks: { name: number; start: number; end: number }[] = [];
  const riffEnd = 8 + view.getUint32(4, true);
  for (let at = 12; at + 8 <= bytes.length && chunks.length <= WEBP_CHUNKS_MAX; ) {
    const [name, length] = [view.getUint32(at), view.getUint32(at + 4, true)];
    const isKnown = WEBP_CHUNKS.includes(name);
    // Data after the picture is not part of it.
    if (!isKnown && at >= riffEnd) break;
    // Chunks are padded to even lengths.
    const end = at + 8 + 2 * Math.ceil(length / 2);
    if (isKnown) chunks.push({ name, start: at, end });
    at = end;
  }
  return chunks;
}

/** Reads the width and height from the first chunk of a WebP. */
function readWebpSides(view: DataView) {
  const name = view.getUint32(12);
  const read24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (name === WEBP_EXTENDED) return { width: 1 + read24(24), height: 1 + read24(27) };
  if (name === WEBP_LOSSY && read24(23) === 0x2a019d)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (name !== WEBP_LOSSLESS || view.getUint8(20) !== 0x2f) return undefined;
  const bits = view.getUint32(21, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

/** Iterates over the segments and counts the scans. Within scan data, 0xff starts a marker unless a zero follows. */
function readJpeg({ bytes, view }: PhotoFile): PhotoHeader | "cut" | undefined {
  let frame: { width: number; height: number; channels: number } | undefined;
  let [scans, isCut] = [0, true];
  const finishedCoefficients = new Uint8Array(256 * JPEG_COEFFICIENTS);
  for (let at = findMarker(bytes, 2); isCut && at + 2 <= bytes.length; at = findMarker(bytes, at)) {
    const marker = view.getUint8(at + 1);
    const length = at + 4 <= bytes.length ? view.getUint16(at + 2) : 2;
    if (marker === JPEG_SCAN) {
      scans += 1;
      markFinished(finishedCoefficients, view, at);
    }
    if (!frame && JPEG_FRAMES.includes(marker) && at + 10 <= bytes.length)
      frame = { height: view.getUint16(at + 5), width: view.getUint16(at + 7), channels: view.getUint8(at + 9) };
    // A segment cannot be shorter than its length field; decoders stop there as well.
    isCut = marker !== JPEG_END && length >= 2;
    at += 2 + length;
  }
  if (!frame) return isCut ? "cut" : undefined;
  const { width, height, channels } = frame;
  // If a scan is missing, the others decode without an error.
  if (isCut && finishedCoefficients.filter(Boolean).length < channels * JPEG_COEFFICIENTS) return "cut";
  const weight = channels === 4 ? CMYK_WEIGHT : channels;
  // A file without an end is decoded twice.
  const passes = Math.max(1, scans / JPEG_SCANS_A_PASS) * (isCut ? 2 : 1);
  return { type: "image/jpeg", width, height, cost: width * height * weight * passes, isCut };
}

/** Marks the coefficients of each component that a scan completes to their last bit. */
function markFinished(finishedCoefficients: Uint8Array, view: DataView, at: number): void {
  const components = at + 5 <= view.byteLength ? view.getUint8(at + 4) : 0;
  const spectrum = at + 5 + 2 * components;
  if (components > 4 || spectrum + 3 > view.byteLength || (view.getUint8(spectrum + 2) & 0x0f) !== 0) return;
  const [first, last] = [view.getUint8(spectrum), Math.min(view.getUint8(spectrum + 1), JPEG_COEFFICIENTS - 1)];
  for (let index = 0; index < components; index += 1) {
    const of = view.getUint8(at + 5 + 2 * index) * JPEG_COEFFICIENTS;
    finishedCoefficients.fill(1, of + first, of + last + 1);
  }
}

/** Returns the position of the next marker that has a segment or ends the picture. */
function findMarker(bytes: Uint8Array, from: number): number {
  // Calling `indexOf` for each 0xff would be ten times slower in a file full of them.
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    // Stuffed zeros, restart markers and fill bytes belong to the data.
    if (next > 1 && next !== 0xff && (next < 0xd0 || next > 0xd8)) return at;
  }
  return bytes.length;
}

/** Compares chunk names as numbers, because a 5 MB file can contain half a million chunks. */
function chunkName(name: string): number {
  return [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
}
