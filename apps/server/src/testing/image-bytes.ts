/** Pieces of image files made by hand: what no honest encoder writes. */
import { constants, crc32, deflateRawSync } from "node:zlib";

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const MEBIBYTE = 2 ** 20;
const ADLER_BASE = 65_521;

type PngShape = { width: number; height: number; bits?: 1 | 8 | 16; colour?: "gray" | "rgb"; extra?: Buffer[] };

/** A black PNG of any size, small as a file and made in no time; `extra` chunks go before the pixels. */
export function makeBlankPng({ width, height, bits = 8, colour = "rgb", extra = [] }: PngShape): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bits, 8);
  header.writeUInt8(colour === "rgb" ? 2 : 0, 9);
  const rowBytes = 1 + Math.ceil((width * bits * (colour === "rgb" ? 3 : 1)) / 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    makePngChunk("IHDR", header),
    ...extra,
    makePngChunk("IDAT", deflateZeros(rowBytes * height)),
    makePngChunk("IEND"),
  ]);
}

export function makePngChunk(name: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  return Buffer.concat([uint32(content.length), named, uint32(crc32(named))]);
}

/** Puts chunks right after the header of a PNG. */
export function addPngChunks(png: Buffer, chunks: Buffer[]): Buffer {
  const afterHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
}

/** A zlib stream of `head` and then `count` zeros, a thousandth of that in size: one compressed mebibyte, repeated. */
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

/** Puts segments (marker and content) right after the start of a JPEG. */
export function addJpegSegments(jpeg: Buffer, segments: [marker: number, content: Buffer][]): Buffer {
  const made = segments.map(([marker, content]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...made, jpeg.subarray(2)]);
}

/** An Exif block as cameras write it: maker, GPS position (that of São Paulo) and the thumbnail picture. */
export function makeExif(maker: string, thumbnail: Buffer): Buffer {
  const makerBytes = Buffer.from(`${maker}\0`, "latin1");
  // Offsets count from the start of the TIFF header (8 bytes); a directory is 2 + 12 per entry + 4.
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

/** Turns a plain WebP into an animated one that shows its picture twice. */
export function animateWebp(webp: Buffer, side: number): Buffer {
  const picture = webp.subarray(12);
  const canvas = Buffer.alloc(10);
  canvas.writeUInt8(0x02, 0);
  canvas.writeUIntLE(side - 1, 4, 3);
  canvas.writeUIntLE(side - 1, 7, 3);
  const timing = Buffer.alloc(16);
  timing.writeUIntLE(side - 1, 6, 3);
  timing.writeUIntLE(side - 1, 9, 3);
  timing.writeUIntLE(100, 12, 3);
  const frame = makeRiffChunk("ANMF", Buffer.concat([timing, picture]));
  const content = [makeRiffChunk("VP8X", canvas), makeRiffChunk("ANIM", Buffer.alloc(6)), frame, frame];
  return makeRiffChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...content]));
}

function makeRiffChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** The start of a HEIC, MP4 or AVIF file and then nothing of worth. */
export function makeBox(brand: string, size: number): Buffer {
  return Buffer.concat([uint32(24), Buffer.from(`ftyp${brand}\0\0\0\0${brand}${brand}`), Buffer.alloc(size)]);
}

/** Spoils 64 bytes: in the middle, or right after the first place where `mark` stands. */
export function damage(bytes: Buffer, mark: string): Buffer {
  const spoiled = Buffer.from(bytes);
  const start = mark === "middle" ? bytes.length >> 1 : bytes.indexOf(mark, "latin1") + mark.length;
  for (const [at, byte] of bytes.subarray(start, start + 64).entries()) spoiled[start + at] = byte ^ 0x5a;
  return spoiled;
}

function makeDirectory(entries: Buffer[], next = 0): Buffer {
  const count = Buffer.from([0, entries.length]);
  return Buffer.concat([count, ...entries, uint32(next)]);
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
