/** Builds image files byte by byte, including files that no encoder would write. */
import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const MEBIBYTE = 2 ** 20;
const ADLER_BASE = 65_521;

type PngShape = {
  width: number;
  height: number;
  bits?: 1 | 8 | 16;
  colour?: "gray" | "rgb";
  isInterlaced?: boolean;
  extra?: Buffer[];
};

/** Makes a black PNG of any size, quickly and as a small file. The `extra` chunks go before the pixels. */
export function makeBlankPng({ width, height, bits = 8, colour = "rgb", isInterlaced, extra = [] }: PngShape): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bits, 8);
  header.writeUInt8(colour === "rgb" ? 2 : 0, 9);
  header.writeUInt8(isInterlaced ? 1 : 0, 12);
  const rowBytes = (across: number) => 1 + Math.ceil((across * bits * (colour === "rgb" ? 3 : 1)) / 8);
  const passes = isInterlaced ? ADAM7.map((pass) => sidesOfPass(pass, width, height)) : [[width, height] as const];
  const pixelBytes = passes.reduce((sum, [across, down]) => sum + (across === 0 ? 0 : rowBytes(across) * down), 0);
  return Buffer.concat([
    PNG_SIGNATURE,
    makePngChunk("IHDR", header),
    ...extra,
    makePngChunk("IDAT", deflateZeros(pixelBytes)),
    makePngChunk("IEND"),
  ]);
}

/** The seven passes of an interlaced PNG: first column and row, and the steps between columns and rows. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function sidesOfPass([x, y, stepX, stepY]: (typeof ADAM7)[number], width: number, height: number) {
  return [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)] as const;
}

export function makePngChunk(name: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const namedContent = Buffer.concat([Buffer.from(name, "latin1"), content]);
  return Buffer.concat([uint32(content.length), namedContent, uint32(crc32(namedContent))]);
}

/** Puts chunks right after the header of a PNG. */
export function addPngChunks(png: Buffer, chunks: Buffer[]): Buffer {
  const afterHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
}

/**
 * Makes a zlib stream of `head` and then `count` zeros. It takes about a thousandth of that size, because it repeats
 * one compressed mebibyte.
 */
function deflateZeros(count: number, head: Buffer = Buffer.alloc(0)): Buffer {
  const repeatable = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
  const block = deflateRawSync(Buffer.alloc(MEBIBYTE), repeatable);
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    deflateRawSync(head, repeatable),
    ...Array.from({ length: Math.floor(count / MEBIBYTE) }, () => block),
    deflateRawSync(Buffer.alloc(count % MEBIBYTE)),
    uint32(sumZeros(head, count)),
  ]);
}

/** The Adler-32 checksum of `head` followed by `count` zeros. */
function sumZeros(head: Buffer, count: number): number {
  let [low, high] = [1, 0];
  for (const byte of head) {
    low = (low + byte) % ADLER_BASE;
    high = (high + low) % ADLER_BASE;
  }
  return ((high + (count % ADLER_BASE) * low) % ADLER_BASE) * 65_536 + low;
}

/** A PNG text chunk that unpacks to `size` zeros. */
export function makeTextBomb(size: number): Buffer {
  return makePngChunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0", "latin1"), deflateZeros(size)]));
}

/** A PNG colour profile with a believable header that unpacks to `size` bytes. */
export function makeProfileBomb(size: number): Buffer {
  const header = Buffer.alloc(132);
  header.writeUInt32BE(size, 0);
  header.writeUInt8(2, 8);
  header.write("mntrRGB XYZ ", 12, "latin1");
  header.write("acsp", 36, "latin1");
  // The D50 white point that every profile states.
  header.writeUInt32BE(0x0000f6d6, 68);
  header.writeUInt32BE(0x00010000, 72);
  header.writeUInt32BE(0x0000d32d, 76);
  const stream = deflateZeros(size - header.length, header);
  return makePngChunk("iCCP", Buffer.concat([Buffer.from("profile\0\0", "latin1"), stream]));
}

export function makeProfileChunk(profile: Buffer): Buffer {
  return makePngChunk("iCCP", Buffer.concat([Buffer.from("profile\0\0", "latin1"), deflateSync(profile)]));
}

type ProfileTag = [name: string, content: Buffer];

/**
 * Makes an RGB profile of ICC version 4 whose colours are a table with two entries a side: black, white and what lies
 * between.
 */
export function makeTableProfile(more: ProfileTag[] = []): Buffer {
  const tags: ProfileTag[] = [["wtpt", makeWhitePoint()], ["A2B0", makeTable()], ...more];
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x04300000, 8);
  header.write("scnrRGB Lab ", 12, "latin1");
  header.write("acsp", 36, "latin1");
  makeWhitePoint().copy(header, 68, 8);
  const entries = Buffer.alloc(4 + 12 * tags.length);
  entries.writeUInt32BE(tags.length);
  let from = header.length + entries.length;
  for (const [at, [name, content]] of tags.entries()) {
    entries.write(name, 4 + 12 * at, "latin1");
    entries.writeUInt32BE(from, 8 + 12 * at);
    entries.writeUInt32BE(content.length, 12 + 12 * at);
    from += content.length;
  }
  header.writeUInt32BE(from);
  return Buffer.concat([header, entries, ...tags.map(([, content]) => content)]);
}

/** Makes an ICC profile whose D2B0 tag multiplies by one matrix `steps` times; each step takes eight bytes. */
export function makeProgramProfile(steps: number): Buffer {
  const head = Buffer.alloc(16 + 8 * steps);
  head.write("mpet", "latin1");
  head.writeUInt32BE(0x0003_0003, 8);
  head.writeUInt32BE(steps, 12);
  const matrix = Buffer.alloc(60);
  matrix.write("matf", "latin1");
  matrix.writeUInt32BE(0x0003_0003, 8);
  for (const diagonal of [0, 4, 8]) matrix.writeFloatBE(1, 12 + 4 * diagonal);
  for (const offset of [9, 10, 11]) matrix.writeFloatBE(1e-6, 12 + 4 * offset);
  for (let step = 0; step < steps; step += 1) {
    head.writeUInt32BE(head.length, 16 + 8 * step);
    head.writeUInt32BE(matrix.length, 20 + 8 * step);
  }
  return makeTableProfile([["D2B0", Buffer.concat([head, matrix])]]);
}

function makeWhitePoint(): Buffer {
  return Buffer.concat([Buffer.from("XYZ \0\0\0\0", "latin1"), uint32(0xf6d6), uint32(0x10000), uint32(0xd32d)]);
}

/** Makes the content of a `lut16` tag (ICC): linear curves around a table of 2 × 2 × 2 grey tones. */
function makeTable(): Buffer {
  const head = Buffer.alloc(52);
  head.write("mft2", "latin1");
  head.set([3, 3, 2], 8);
  for (const diagonal of [0, 4, 8]) head.writeUInt32BE(0x10000, 12 + 4 * diagonal);
  head.writeUInt32BE(0x0002_0002, 48);
  const curves = [0, 65_535, 0, 65_535, 0, 65_535];
  const corners = Array.from({ length: 8 }, (_, at) => [...at.toString(2)].filter((bit) => bit === "1").length);
  const tones = corners.flatMap((lit) => [Math.round((lit * 65_280) / 3), 32_768, 32_768]);
  const values = Buffer.alloc(2 * (2 * curves.length + tones.length));
  for (const [at, value] of [...curves, ...tones, ...curves].entries()) values.writeUInt16BE(value, 2 * at);
  return Buffer.concat([head, values]);
}

/** Puts segments (marker and content) right after the start of a JPEG. */
export function addJpegSegments(jpeg: Buffer, segments: [marker: number, content: Buffer][]): Buffer {
  const madeSegments = segments.map(([marker, content]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...madeSegments, jpeg.subarray(2)]);
}

/**
 * Makes a grey JPEG of `side` by `side` pixels with a restart marker after each of its blocks. Its tables have one code
 * for the brightness of a block, of six bits, and one for the end of a block, so each block is one byte.
 */
export function makeRestartJpeg(side: number): Buffer {
  const segment = (marker: number, content: number[]) => [0xff, marker, 0, content.length + 2, ...content];
  const blocks = Math.ceil(side / 8) ** 2;
  const table = (kind: number, symbol: number) => segment(0xc4, [kind, 1, ...Array<number>(15).fill(0), symbol]);
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...Array<number>(64).fill(16)]),
    ...segment(0xc0, [8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0]),
    ...[...table(0x00, 6), ...table(0x10, 0)],
    ...segment(0xdd, [0, 1]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...Array.from({ length: blocks }, (_, at) => [(at % 64) << 1, 0xff, 0xd0 + (at % 8)])
      .flat()
      .slice(0, -2),
    ...[0xff, 0xd9],
  ]);
}

/** Repeats the last scan of a progressive JPEG `count` times. */
export function makeManyScans(jpeg: Buffer, count: number): Buffer {
  const [start, end] = [jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), jpeg.length - 2];
  const scan = jpeg.subarray(start, end);
  return Buffer.concat([jpeg.subarray(0, end), ...Array<Buffer>(count).fill(scan), jpeg.subarray(end)]);
}

/** An Exif block as cameras write it: maker, GPS position (that of São Paulo) and the thumbnail picture. */
export function makeExif(maker: string, thumbnail: Buffer): Buffer {
  const makerBytes = Buffer.from(`${maker}\0`, "latin1");
  // Offsets are counted from the start of the TIFF header (8 bytes). A directory has 2 + 12 per entry + 4 bytes.
  const gps = 8 + 2 + 2 * 12 + 4;
  const second = gps + 2 + 4 * 12 + 4;
  const makerAt = second + 2 + 2 * 12 + 4;
  const latitude = makerAt + makerBytes.length;
  const picture = latitude + 48;
  const first = makeDirectory([tag(0x010f, 2, makerBytes.length, makerAt), tag(0x8825, 4, 1, gps)], second);
  const position = makeDirectory([
    tag(1, 2, 2, 0x53000000),
    tag(2, 5, 3, latitude),
    tag(3, 2, 2, 0x57000000),
    tag(4, 5, 3, latitude + 24),
  ]);
  const preview = makeDirectory([tag(0x0201, 4, 1, picture), tag(0x0202, 4, 1, thumbnail.length)]);
  const degrees = [23, 33, 1, 46, 38, 0].flatMap((part) => [uint32(part), uint32(1)]);
  const tiff = Buffer.from("MM\0\x2a\0\0\0\x08", "latin1");
  return Buffer.concat([Buffer.from("Exif\0\0"), tiff, first, position, preview, makerBytes, ...degrees, thumbnail]);
}

/** Turns a plain lossy WebP into an animated one that shows its picture in that number of frames. */
export function animateWebp(webp: Buffer, frames: number): Buffer {
  const [width, height] = [webp.readUInt16LE(26), webp.readUInt16LE(28)];
  const picture = webp.subarray(12);
  const canvas = Buffer.alloc(10);
  canvas.writeUInt8(0x02, 0);
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const timing = Buffer.alloc(16);
  timing.writeUIntLE(width - 1, 6, 3);
  timing.writeUIntLE(height - 1, 9, 3);
  timing.writeUIntLE(100, 12, 3);
  const frame = makeRiffChunk("ANMF", Buffer.concat([timing, picture]));
  const content = [makeRiffChunk("VP8X", canvas), makeRiffChunk("ANIM", Buffer.alloc(6))];
  return makeRiffChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...content, ...Array<Buffer>(frames).fill(frame)]));
}

function makeRiffChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** Makes the start of a HEIC, MP4 or AVIF file, followed by `size` zeros. */
export function makeBox(brand: string, size: number): Buffer {
  return Buffer.concat([uint32(24), Buffer.from(`ftyp${brand}\0\0\0\0${brand}${brand}`), Buffer.alloc(size)]);
}

/** Returns a copy with 64 spoiled bytes: from the middle on, or right after the first occurrence of `marker`. */
export function damage(bytes: Buffer, marker: string): Buffer {
  const spoiled = Buffer.from(bytes);
  const start = marker === "middle" ? bytes.length >> 1 : bytes.indexOf(marker, "latin1") + marker.length;
  for (const [at, byte] of bytes.subarray(start, start + 64).entries()) spoiled[start + at] = byte ^ 0x5a;
  return spoiled;
}

function makeDirectory(entries: Buffer[], nextOffset = 0): Buffer {
  const count = Buffer.from([0, entries.length]);
  return Buffer.concat([count, ...entries, uint32(nextOffset)]);
}

function tag(id: number, type: number, count: number, value: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(id, 0);
  head.writeUInt16BE(type, 2);
  return Buffer.concat([head, uint32(count), uint32(value)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
