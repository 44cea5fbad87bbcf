import sharp from "sharp";
import type { PhotoRefusal } from "../platform/images/photo-file.ts";
import {
  addJpegSegments,
  addPngChunks,
  animateWebp,
  damage,
  makeBlankPng,
  makeBox,
  makeExif,
  makePngChunk,
  makeProfileBomb,
  makeRestartJpeg,
  makeTextBomb,
} from "./image-bytes.ts";

const PHOTO_FORMATS = ["jpeg", "png", "webp"] as const;
type PhotoFormat = (typeof PHOTO_FORMATS)[number];
type PhotoOrders = { format?: PhotoFormat; width?: number; height?: number; gps?: boolean };

/**
 * A file as a member, or an attacker, may send it, and the expected result. Its bytes are made when they are needed.
 */
export type SampleFile = { name: string; expected: "photo" | PhotoRefusal; bytes: () => Promise<Buffer> };

/** A text in everything that must not reach a stored photo: makers' names, comments, scripts, appended files. */
export const CANARY = "CANARY-d41d8c";

/** File names of uploads. None of them may change what happens to the file. */
export const HOSTILE_NAMES = [
  "../../etc/passwd",
  "..\\..\\boot.ini",
  "/etc/passwd",
  "foto\0.jpg",
  `${"a".repeat(296)}.jpg`,
  "foto\u202egpj.exe",
  "foto.php.jpg",
  "foto.jpg\r\nX-Injected: 1",
  "",
];

const LIMIT = 5_242_880;
const JPEG_KINDS = [
  ["", {}],
  ["progressive ", { progressive: true }],
  ["sharp ", { chromaSubsampling: "4:4:4" }],
] as const;
const SCRIPT = `<html><body><script>fetch("//${CANARY}")</script></body></html>`;
const MAKER = `${CANARY} GPS 3000`;
const SAO_PAULO = {
  GPSLatitudeRef: "S",
  GPSLatitude: "23/1 33/1 1/1",
  GPSLongitudeRef: "W",
  GPSLongitude: "46/1 38/1 0/1",
};
const QUARTERS = [
  [200, 20, 20],
  [20, 200, 20],
  [20, 20, 200],
  [200, 200, 20],
];
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${CANARY}"/></rdf:RDF></x:xmpmeta>`;
const ZIP = Buffer.concat([Buffer.from("PK\x03\x04\x14\0\0\0\0\0", "latin1"), Buffer.from(CANARY), Buffer.alloc(64)]);

/** A picture with a different colour in each quarter (red, green, blue, yellow from the top left, by rows) and some
 * texture; with `gps` it also carries what phones write: Exif with a position, XMP, a colour profile. */
export async function makePhoto({ format = "jpeg", width = 800, height = 600, gps = false }: PhotoOrders = {}) {
  const picture = drawPhoto(width, height).toFormat(format);
  if (!gps) return picture.toBuffer();
  return picture
    .withExif({ IFD0: { Make: MAKER }, IFD3: SAO_PAULO })
    .withXmp(XMP)
    .withIccProfile("p3")
    .toBuffer();
}

/** Files for the photo pipeline, those that it accepts first. */
export const sampleFiles: SampleFile[] = [
  photo("a JPEG", () => makePhoto()),
  photo("a PNG", () => makePhoto({ format: "png" })),
  photo("a WebP", () => makePhoto({ format: "webp" })),
  photo("a progressive JPEG", () => drawPhoto().jpeg({ progressive: true }).toBuffer()),
  photo("a JPEG with position, XMP and profile", () => makePhoto({ gps: true })),
  photo("a PNG with position, XMP and profile", () => makePhoto({ format: "png", gps: true })),
  photo("a WebP with position, XMP and profile", () => makePhoto({ format: "webp", gps: true })),
  photo("a JPEG with thumbnail, IPTC and comment", makeCameraJpeg),
  photo("a JPEG lying on its side", () => drawPhoto().withMetadata({ orientation: 6 }).jpeg().toBuffer()),
  photo("a CMYK JPEG", () => drawPhoto().toColourspace("cmyk").jpeg().toBuffer()),
  photo("a gray JPEG", () => drawPhoto().grayscale().jpeg().toBuffer()),
  photo("a PNG of 16 bits", () => drawPhoto().toColourspace("rgb16").png().toBuffer()),
  photo("a PNG with a palette", () => drawPhoto().png({ palette: true }).toBuffer()),
  photo("an interlaced PNG", () => drawPhoto().png({ progressive: true }).toBuffer()),
  photo("a PNG with transparency", () => drawPhoto().ensureAlpha(0.5).png().toBuffer()),
  photo("a WebP with transparency", () => drawPhoto().ensureAlpha(0.5).webp().toBuffer()),
  photo("a picture of 200 by 200 pixels", () => makePhoto({ format: "png", width: 200, height: 200 })),
  photo("a picture as wide as allowed", () => makeBlankPng({ width: 12_000, height: 1_250 })),
  photo("a picture of 40 megapixels", () => makeBlankPng({ width: 8_000, height: 5_000, bits: 1, colour: "gray" })),
  photo("a JPEG of 5 MB", () => jpegOfSize(LIMIT)),
  photo("a JPEG of 5 MB less a byte", () => jpegOfSize(LIMIT - 1)),
  // JPEG and lossy WebP have no checksums: a damaged picture is still a picture.
  photo("a JPEG with damage in the picture", async () => damage(await makePhoto(), "middle")),
  photo("a PNG with an animation of one frame", makeStillApng),
  photo("a PNG with an animation of one frame whose pixels are not those of the picture", async () =>
    addPngChunks(await makeStillApng(), [makePngChunk("fdAT", Buffer.alloc(8))]),
  ),
  photo("a WebP with an animation of one frame", async () => animateWebp(await makePhoto({ format: "webp" }), 1)),
  ...listUnendedPhotos(),

  photo("JPEG and HTML in one", async () => append(await makePhoto(), SCRIPT)),
  photo("JPEG with HTML as its comment", async () => addJpegSegments(await makePhoto(), [[0xfe, Buffer.from(SCRIPT)]])),
  photo("PNG and JavaScript in one", async () => append(await makePhoto({ format: "png" }), `;alert("${CANARY}")//`)),
  photo("PNG with HTML as its text", () => pngWith(makePngChunk("tEXt", Buffer.from(`Comment\0${SCRIPT}`)))),
  photo("WebP and ZIP in one", async () => append(await makePhoto({ format: "webp" }), ZIP)),
  photo("JPEG and a film, as phones save moments", async () => append(await makePhoto(), makeBox("mp42", 4_096))),
  photo("a PNG with a colour profile of 1 GB", () => pngWith(makeProfileBomb(1e9))),
  photo("a PNG with a colour profile just under the decoder's limit", () => pngWith(makeProfileBomb(7_900_000))),
  photo("a PNG with a text of 1 GB", () => pngWith(makeTextBomb(1e9))),

  refusedFile("FILE_TOO_COMPLEX", "a PNG with a hundred texts of 7.5 MB", () =>
    pngWith(...Array(100).fill(makeTextBomb(7_500_000))),
  ),
  refusedFile("FILE_TOO_COMPLEX", "a PNG of 6,300 by 6,300, 16 bits, interlaced", () =>
    makeBlankPng({ width: 6_300, height: 6_300, bits: 16, isInterlaced: true }),
  ),
  refusedFile("PHOTO_TOO_SMALL", "a picture of one pixel", () => makePhoto({ format: "png", width: 1, height: 1 })),
  refusedFile("PHOTO_TOO_SMALL", "a picture of 199 by 800", () => makePhoto({ width: 199, height: 800 })),

  tooLarge("a JPEG of 5 MB and a byte", () => jpegOfSize(LIMIT + 1)),
  tooLarge("6 MB of nothing", () => Buffer.alloc(6_000_000)),

  noPhoto("an empty file", () => Buffer.alloc(0)),
  noPhoto("SVG as .jpg", () =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`),
  ),
  noPhoto("HTML as .jpg", () => Buffer.from(`<!doctype html>${SCRIPT}`)),
  noPhoto("JavaScript as .jpg", () => Buffer.from(`alert("${CANARY}")`)),
  noPhoto("PDF as .jpg", () => Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF")),
  noPhoto("GIF as .jpg", () => drawPhoto(64, 64).gif().toBuffer()),
  noPhoto("TIFF as .jpg", () => drawPhoto(64, 64).tiff().toBuffer()),
  noPhoto("AVIF as .jpg", () => drawPhoto(64, 64).avif().toBuffer()),
  noPhoto("HEIC as .jpg", () => makeBox("heic", 1_024)),
  noPhoto("MP4 as .jpg", () => makeBox("mp42", 1_024)),
  noPhoto("ZIP as .jpg", () => ZIP),
  cut("only the first bytes of a JPEG, then HTML", () =>
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(SCRIPT)]),
  ),

  tooWide("a PNG of 20,000 by 20,000", () => makeBlankPng({ width: 20_000, height: 20_000 })),
  tooWide("a PNG just over 40 megapixels", () =>
    makeBlankPng({ width: 8_000, height: 5_001, bits: 1, colour: "gray" }),
  ),
  tooWide("a PNG 65,500 pixels wide", () => makeBlankPng({ width: 65_500, height: 10 })),
  tooWide("a JPEG 65,500 pixels wide", () => makePhoto({ width: 65_500, height: 8 })),
  tooWide("a PNG 12,001 pixels high", () => makeBlankPng({ width: 1, height: 12_001 })),
  refusedFile("PHOTO_TOO_SMALL", "a picture that is too narrow once it is stored", () =>
    makeBlankPng({ width: 12_000, height: 200 }),
  ),
  noPhoto("a PNG that says it has no pixels", () => makeBlankPng({ width: 0, height: 0 })),
  noPhoto("an animated PNG", () => pngWith(makePngChunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])))),
  noPhoto("an animated WebP", async () => animateWebp(await makePhoto({ format: "webp" }), 2)),

  noPhoto("a PNG with damage in the picture", async () => damage(await makePhoto({ format: "png" }), "middle")),
  noPhoto("a JPEG with damage in its tables", async () => damage(await makePhoto(), "\xff\xc4")),
  noPhoto("a WebP with damage in its header", async () => damage(await makePhoto({ format: "webp" }), "VP8 ")),
  ...PHOTO_FORMATS.flatMap((format) =>
    [0.001, 0.1, 0.5, 0.9, 0.99].map((part) =>
      cut(`the first ${part * 100} % of a ${format}`, async () => {
        const whole = await makePhoto({ format });
        return whole.subarray(0, Math.ceil(whole.length * part));
      }),
    ),
  ),
  ...listCutPhotos(),
];

/** Pictures whose pixels are whole, in files that do not end as their format wants. */
function listUnendedPhotos(): SampleFile[] {
  return [
    ...JPEG_KINDS.flatMap(([kind, options]) => [
      photo(`a ${kind}JPEG without its end marker`, () => cutEnd(drawPhoto().jpeg(options).toBuffer(), 2)),
      photo(`a ${kind}JPEG with half its end marker`, () => cutEnd(drawPhoto().jpeg(options).toBuffer(), 1)),
    ]),
    photo("a JPEG with restart markers and no end marker", () => makeRestartJpeg(400).subarray(0, -2)),
    photo("a PNG without IEND", () => cutEnd(makePhoto({ format: "png" }), 12)),
    photo("a PNG that ends within IEND", () => cutEnd(makePhoto({ format: "png" }), 5)),
    photo("a PNG that ends within the checksum of its pixels", () => cutEnd(makePhoto({ format: "png" }), 14)),
    photo("a PNG that ends within a text behind its pixels", async () =>
      Buffer.concat([
        await cutEnd(makePhoto({ format: "png" }), 12),
        makePngChunk("tEXt", Buffer.from("Comment\0x")).subarray(0, 12),
      ]),
    ),
    ...["VP8", "VP8L", "VP8X"].flatMap((kind) =>
      [-1_000, -1, 1, 2, 1_000_000].map((error) =>
        photo(`a ${kind} WebP whose RIFF size is wrong by ${error}`, async () => {
          const file = await makeWebp(kind);
          file.writeUInt32LE(file.readUInt32LE(4) + error, 4);
          return file;
        }),
      ),
    ),
    photo("a WebP whose RIFF size is zero", async () => {
      const file = await makeWebp("VP8");
      file.writeUInt32LE(0, 4);
      return file;
    }),
    photo("a WebP that ends within its Exif", () => cutEnd(makeWebp("VP8X"), 10)),
  ];
}

/** Pictures without some of their last pixels, which a decoder may show as grey or as less sharp. */
function listCutPhotos(): SampleFile[] {
  return [
    ...JPEG_KINDS.flatMap(([kind, options]) =>
      [10, 64, 5_000].map((bytes) =>
        cut(`a ${kind}JPEG without its last ${bytes} bytes`, () => cutEnd(drawPhoto().jpeg(options).toBuffer(), bytes)),
      ),
    ),
    cut("a JPEG with restart markers that ends before one", () => {
      const whole = makeRestartJpeg(400);
      return whole.subarray(0, whole.lastIndexOf(Buffer.from([0xff, 0xd3])));
    }),
    cut("a progressive JPEG without its last scan", async () => {
      const whole = await drawPhoto().jpeg({ progressive: true }).toBuffer();
      return whole.subarray(0, whole.lastIndexOf(Buffer.from([0xff, 0xda])));
    }),
    cut("a JPEG whose second half never arrived and is zeros", async () => {
      const whole = await makePhoto();
      return Buffer.concat([whole.subarray(0, whole.length >> 1), Buffer.alloc(whole.length >> 1)]);
    }),
    cut("a PNG without its last 64 bytes", () => cutEnd(makePhoto({ format: "png" }), 64)),
    ...["VP8", "VP8L", "VP8X"].map((kind) =>
      cut(`a ${kind} WebP without half of its pixels`, async () =>
        cutEnd(makeWebp(kind), (await makeWebp(kind)).length >> 1),
      ),
    ),
  ];
}

async function cutEnd(whole: Promise<Buffer>, bytes: number): Promise<Buffer> {
  return (await whole).subarray(0, -bytes);
}

async function makeWebp(kind: string): Promise<Buffer> {
  if (kind === "VP8X") return makePhoto({ format: "webp", gps: true });
  return drawPhoto()
    .webp({ lossless: kind === "VP8L" })
    .toBuffer();
}

async function makeStillApng(): Promise<Buffer> {
  return pngWith(makePngChunk("acTL", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])));
}

/** Deterministic pixels: four coloured quarters under a fine texture. */
function drawPhoto(width = 800, height = 600) {
  const data = Buffer.alloc(width * height * 3);
  let texture = 1;
  for (let at = 0; at < data.length; at += 1) {
    const pixel = Math.floor(at / 3);
    const quarter = (pixel % width < width / 2 ? 0 : 1) + (pixel < (width * height) / 2 ? 0 : 2);
    // A small linear congruential generator makes the same picture every time.
    texture = (texture * 1_103_515_245 + 12_345) % 2_147_483_648;
    data[at] = (QUARTERS[quarter]?.[at % 3] ?? 0) + ((texture >> 16) % 40);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Makes a JPEG as some cameras write it, with segments that reveal something about its owner. */
async function makeCameraJpeg(): Promise<Buffer> {
  const thumbnail = addJpegSegments(await makePhoto({ width: 160, height: 120 }), [[0xfe, Buffer.from(CANARY)]]);
  return addJpegSegments(await makePhoto(), [
    [0xe1, makeExif(MAKER, thumbnail)],
    [0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${XMP}`)],
    [0xed, Buffer.from(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\x12\x1c\x02\x50\0\x0d${CANARY}`, "latin1")],
    [0xfe, Buffer.from(CANARY)],
  ]);
}

/** Makes a good JPEG of exactly `size` bytes, padded after its end. */
async function jpegOfSize(size: number): Promise<Buffer> {
  const jpeg = await makePhoto();
  return Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
}

async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  return addPngChunks(await makePhoto({ format: "png", width: 200, height: 200 }), chunks);
}

function append(bytes: Buffer, payload: string | Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.from(payload)]);
}

/** Makes the bytes when they are needed first, because many tests of a process send the same file. */
function once(make: () => Buffer | Promise<Buffer>): () => Promise<Buffer> {
  let bytes: Promise<Buffer> | undefined;
  return () => {
    bytes ??= Promise.resolve(make());
    return bytes;
  };
}

function photo(name: string, make: () => Buffer | Promise<Buffer>): SampleFile {
  return { name, expected: "photo", bytes: once(make) };
}

function refusedFile(expectedRefusal: PhotoRefusal, name: string, make: () => Buffer | Promise<Buffer>): SampleFile {
  return { name, expected: expectedRefusal, bytes: once(make) };
}

function tooLarge(name: string, make: () => Buffer | Promise<Buffer>): SampleFile {
  return refusedFile("FILE_TOO_LARGE", name, make);
}

function tooWide(name: string, make: () => Buffer | Promise<Buffer>): SampleFile {
  return refusedFile("PHOTO_TOO_LARGE", name, make);
}

function cut(name: string, make: () => Buffer | Promise<Buffer>): SampleFile {
  return refusedFile("FILE_INCOMPLETE", name, make);
}

function noPhoto(name: string, make: () => Buffer | Promise<Buffer>): SampleFile {
  return refusedFile("FILE_INVALID_TYPE", name, make);
}
