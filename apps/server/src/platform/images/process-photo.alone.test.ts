import { spawnSync } from "node:child_process";
import { PHOTO_SIZE_NAMES, PHOTO_SIZES } from "@caramelo/contract/limits";
import sharp from "sharp";
import { thumbHashToRGBA } from "thumbhash";
import { describe, expect, test, vi } from "vitest";
import { eachKind } from "../../testing/each-kind.ts";
import { CANARY, makePhoto, type SampleFile, sampleFiles } from "../../testing/hostile-files.ts";
import {
  addPngChunks,
  makePngChunk,
  makeProfileChunk,
  makeProgramProfile,
  makeTableProfile,
} from "../../testing/image-bytes.ts";
import { type ProcessedPhoto, processPhoto } from "./process-photo.ts";

// The tests make and decode many pictures, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** What a stored photo must not contain: names of metadata blocks, the canary, payloads. */
const TRACES = [
  CANARY,
  "Exif",
  "EXIF",
  "GPS",
  "http://ns.adobe.com",
  "xmpmeta",
  "ICCP",
  "8BIM",
  "<script",
  "PK\x03\x04",
];

describe("[T34] [T35] [T36] [D2.66] the sample file", () => {
  const kindOf = ({ name, expected }: SampleFile) =>
    `${expected} ${/damage|the first|without|end|RIFF|scan|HTML|text|profile|as \.jpg|JPEG|PNG|WebP/.exec(name)}`;

  test.each(eachKind(sampleFiles, kindOf))("$name is processed as $expected", async ({ bytes, expected }) => {
    const result = await processPhoto(await bytes());

    expect(result.ok ? "photo" : result.code).toBe(expected);
    if (result.ok) await expectClean(result.photo);
  });
});

test("[T35] the samples contain the metadata whose absence the other tests check", async () => {
  const markedFiles = sampleFiles.filter(({ name }) => /position|thumbnail| in one|as its/.test(name));
  expect(markedFiles).toHaveLength(9);
  for (const { name, bytes } of markedFiles) expect((await bytes()).includes(CANARY), name).toBe(true);

  const camera = await sharp(await sampleNamed("a JPEG with thumbnail, IPTC and comment")).metadata();
  expect(camera.exif?.includes(CANARY) && camera.xmp?.includes(CANARY) && camera.iptc?.includes(CANARY)).toBe(true);
});

test("[T34] a photo that lies on its side is stored upright", async () => {
  const { sizes, width, height } = await getPhoto(await sampleNamed("a JPEG lying on its side"));

  expect([width, height]).toEqual([600, 800]);
  // Turned clockwise, the quarter at the bottom left (blue) comes to the top left.
  expect(await colourAt(sizes.medium, 0.25, 0.25)).toBe("blue");
  expect(await colourAt(sizes.medium, 0.75, 0.25)).toBe("red");
});

test("each size fits its longest side, keeps the shape, and is never larger than the original", async () => {
  const wide = await getPhoto(await makePhoto({ width: 2_400, height: 1_200 }));
  const small = await getPhoto(await makePhoto({ width: 300, height: 500 }));

  expect(await sidesOf(wide)).toEqual(["320x160", "960x480", "1920x960"]);
  expect([wide.width, wide.height]).toEqual([1_920, 960]);
  expect(await sidesOf(small)).toEqual(["192x320", "300x500", "300x500"]);
});

test("a stored photo keeps its colours from a wide profile, CMYK and 16 bits, and its transparent parts are white", async () => {
  for (const name of ["a JPEG with position, XMP and profile", "a CMYK JPEG", "a PNG of 16 bits"]) {
    const { sizes } = await getPhoto(await sampleNamed(name));
    const corners = [await colourAt(sizes.small, 0.25, 0.25), await colourAt(sizes.small, 0.75, 0.25)];
    expect(corners, name).toEqual(["red", "green"]);
  }
  const { sizes } = await getPhoto(
    await sharp(await makePhoto({ format: "png" }))
      .ensureAlpha(0)
      .png()
      .toBuffer(),
  );
  expect(await pixelAt(sizes.small, 0.5, 0.5)).toEqual([255, 255, 255]);
});

test("a wide colour profile is converted, not only removed", async () => {
  const plain = await getPhoto(await makePhoto({ format: "png" }));
  const wide = await getPhoto(await sampleNamed("a PNG with position, XMP and profile"));

  const [expectedPixel, foundPixel] = [
    await pixelAt(plain.sizes.medium, 0.75, 0.25),
    await pixelAt(wide.sizes.medium, 0.75, 0.25),
  ];

  // The texture is blurred away before comparing; left unconverted, this green would be off by more than 50.
  for (const [channel, value] of foundPixel.entries())
    expect(Math.abs(value - (expectedPixel[channel] ?? 0))).toBeLessThan(8);
});

test("[T65] no colour profile makes a picture expensive to decode", async () => {
  const makeRedPng = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: "#ff0000" } })
      .png()
      .toBuffer();
  const red = await makeRedPng(300);
  const table = makeProfileChunk(makeTableProfile());
  const withTable = addPngChunks(red, [table]);
  const largeWithTable = addPngChunks(await makeRedPng(4_001), [table]);
  const withProgram = addPngChunks(red, [makeProfileChunk(makeProgramProfile(3_000))]);

  const [tableRed = 0, tableGreen = 0] = await pixelAt((await getPhoto(withTable)).sizes.medium, 0.5, 0.5);
  expect(Math.abs(tableRed - tableGreen), "a small picture is converted by its table, which is grey").toBeLessThan(4);
  // The red that stays shows that the profile, which takes long to apply, was left out.
  for (const bytes of [largeWithTable, withProgram]) {
    const [keptRed, keptGreen] = await pixelAt((await getPhoto(bytes)).sizes.medium, 0.5, 0.5);
    expect(keptRed).toBeGreaterThan(200);
    expect(keptGreen).toBeLessThan(60);
  }
});

test.each([
  ["of linear light", [55, 100_000], 128],
  ["of an old Mac", [109, 55_556], 128],
  ["of sRGB", [128, 45_455], 128],
  ["that counts for nothing", [128, 0], 128],
] as const)("[D2.66] a PNG keeps its light, which its gamma says: %s", async (_, [sample, gamma], light) => {
  const png = (channels: 3 | 4) =>
    sharp({ create: { width: 300, height: 300, channels, background: { r: sample, g: sample, b: sample, alpha: 1 } } })
      .png()
      .toBuffer();
  const chunk = Buffer.alloc(4);
  chunk.writeUInt32BE(gamma);
  const gammaChunk = makePngChunk("gAMA", chunk);
  for (const picture of [
    await png(3),
    await png(4),
    await sharp(await png(3))
      .toColourspace("b-w")
      .png()
      .toBuffer(),
  ]) {
    const [shownPixel = 0] = await pixelAt(
      (await getPhoto(addPngChunks(picture, [gammaChunk]))).sizes.medium,
      0.5,
      0.5,
    );
    expect(Math.abs(shownPixel - light)).toBeLessThan(4);
  }
  const colours = addPngChunks(await png(3), [gammaChunk, makePngChunk("sRGB", Buffer.from([0]))]);
  const [plain = 0] = await pixelAt((await getPhoto(colours)).sizes.medium, 0.5, 0.5);
  expect(Math.abs(plain - sample), "its own colour space counts more").toBeLessThan(4);
});

test("the thumbhash shows the picture", async () => {
  const { thumbhash } = await getPhoto(await makePhoto());

  const { w, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, "base64"));

  const [red = 0, green = 0, blue = 0, alpha] = rgba.subarray((w * 4 + 4) * 4);
  expect(red).toBeGreaterThan(Math.max(green, blue));
  expect(alpha).toBe(255);
  expect(Buffer.from(thumbhash, "base64").length).toBeLessThan(30);
});

test("[T36] a file that unpacks to gigabytes takes less than 200 MB", async () => {
  const bombs = sampleFiles.filter(({ name }) => /20,000|65,500| 1 GB|decoder's limit|hundred texts/.test(name));
  expect(bombs).toHaveLength(7);
  for (const { name, bytes } of eachKind(bombs, ({ expected }) => expected)) {
    expect(measureGrowth(await bytes()), name).toBeLessThan(200_000_000);
  }
});

test("[T36] the process has only the decoders of JPEG, PNG and WebP", async () => {
  for (const [format, bytes] of [
    ["svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["gif", await sampleNamed("GIF as .jpg")],
    ["tiff", await sampleNamed("TIFF as .jpg")],
    ["heif", await sampleNamed("AVIF as .jpg")],
  ] as const) {
    await expect(sharp(bytes).metadata(), format).rejects.toThrow("unsupported image format");
  }
});

/** Checks that metadata is absent by the decoder, by a search for its traces, and by structure: a WebP of one chunk. */
async function expectClean(photo: ProcessedPhoto): Promise<void> {
  for (const size of PHOTO_SIZE_NAMES) {
    const bytes = Buffer.from(photo.sizes[size]);
    const { format, width, height, ...rest } = await sharp(bytes).metadata();
    expect(format).toBe("webp");
    expect(Math.max(width, height)).toBeLessThanOrEqual(PHOTO_SIZES[size]);
    for (const block of ["exif", "icc", "xmp", "iptc", "comments", "orientation"])
      expect(rest).not.toHaveProperty(block);
    expect(TRACES.filter((trace) => bytes.includes(trace, 0, "latin1"))).toEqual([]);
    expect(bytes.toString("latin1", 8, 16)).toBe("WEBPVP8 ");
    expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length);
    expect(bytes.readUInt32LE(16) + 20).toBeGreaterThanOrEqual(bytes.length - 1);
  }
}

/** Returns by how many bytes one file raises the peak memory of a new process. */
function measureGrowth(bytes: Buffer): number {
  const probe = `
    import { readFileSync } from "node:fs";
    import { processPhoto } from ${JSON.stringify(new URL("./process-photo.ts", import.meta.url).href)};
    const peak = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024;
    const bytes = readFileSync(0);
    const before = peak();
    await processPhoto(bytes);
    process.stdout.write(String(peak() - before));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", probe], { input: bytes });
  expect(stdout.length).toBeGreaterThan(0);
  return Number(stdout.toString());
}

async function getPhoto(bytes: Uint8Array): Promise<ProcessedPhoto> {
  const result = await processPhoto(bytes);
  if (!result.ok) throw new Error(result.code);
  return result.photo;
}

async function sampleNamed(name: string): Promise<Buffer> {
  const sample = sampleFiles.find((file) => file.name === name);
  if (!sample) throw new Error(`No sample "${name}"`);
  return sample.bytes();
}

async function sidesOf({ sizes }: ProcessedPhoto): Promise<string[]> {
  const all = await Promise.all(PHOTO_SIZE_NAMES.map((size) => sharp(sizes[size]).metadata()));
  return all.map(({ width, height }) => `${width}x${height}`);
}

/** The colour around a point, which is given as fractions of width and height. */
async function pixelAt(webp: Uint8Array, across: number, down: number): Promise<number[]> {
  const { data, info } = await sharp(webp).blur(8).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

async function colourAt(webp: Uint8Array, across: number, down: number): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await pixelAt(webp, across, down);
  if (red > green + 30 && red > blue + 30) return "red";
  if (green > red + 30 && green > blue + 30) return "green";
  return blue > red + 30 ? "blue" : "another";
}
