import { expect, test } from "vitest";
import { readPhotoHeader } from "./header.ts";

/** A WebP that says 500 × 500 pixels and has this many empty chunks of metadata after it. */
function makeWebp(chunks: number): Uint8Array {
  const bytes = Buffer.alloc(30 + 8 * chunks);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WEBPVP8X", 8);
  bytes.writeUInt32LE(10, 16);
  bytes.writeUIntLE(499, 24, 3);
  bytes.writeUIntLE(499, 27, 3);
  for (let at = 30; at < bytes.length; at += 8) bytes.write("EXIF", at);
  return bytes;
}

test("[T36] a WebP of half a million chunks is no picture, and one of a few is", () => {
  expect(readPhotoHeader(makeWebp(3))).toMatchObject({ width: 500, height: 500, isCut: false });
  expect(readPhotoHeader(makeWebp(655_000))).toBeUndefined();
});

test("a JPEG of fill bytes alone has no frame", () => {
  const bytes = new Uint8Array(1_000).fill(0xff);
  bytes[1] = 0xd8;
  expect(readPhotoHeader(bytes)).toBe("cut");
});
