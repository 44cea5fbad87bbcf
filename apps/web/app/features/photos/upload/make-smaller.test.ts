// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { makePngFile } from "~/testing/photo-files.ts";
import { makeSmaller } from "./make-smaller.ts";

const { compressPhoto, sumPixels } = vi.hoisted(() => ({ compressPhoto: vi.fn(), sumPixels: vi.fn() }));
vi.mock("./compress-photo.ts", () => ({ compressPhoto, sumPixels }));

const SMALLER = new Blob(["smaller"]);
const INCOMPLETE = "A foto chegou incompleta. Escolha de novo.";
/** The header of a JPEG of 9,000 by 5,000 pixels in one scan, and no end. */
const jpegWithoutEnd = () =>
  new File(
    [
      Uint8Array.of(...[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0x13, 0x88, 0x23, 0x28, 1, 1, 0x11, 0]),
      Uint8Array.of(...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12]),
    ],
    "praia.jpg",
  );

beforeEach(() => {
  compressPhoto.mockReset().mockResolvedValue(SMALLER);
  sumPixels.mockReset().mockResolvedValue(1);
});

test.each([
  ["over 5 MB", { bytes: 5_242_881 }],
  ["over 40 megapixels", { width: 8_064, height: 6_048 }],
  ["over 12,000 pixels", { width: 12_001, height: 400 }],
])("[D2.29] a photo %s is made smaller", async (_, shape) => {
  expect(await makeSmaller(makePngFile(shape))).toBe(SMALLER);
});

test("[D2.29] any other photo is sent as it is", async () => {
  const file = makePngFile({ width: 8_000, height: 5_000, bytes: 5_242_880 });
  expect(await makeSmaller(file)).toBe(file);
  expect(compressPhoto).not.toHaveBeenCalled();
});

test("a photo that the browser cannot read is refused where the server would not take its bytes", async () => {
  compressPhoto.mockRejectedValue(new Error("unreadable"));
  await expect(makeSmaller(makePngFile({ bytes: 6_000_000 }))).rejects.toThrow(/Tipo de arquivo não suportado/);
  const large = makePngFile({ width: 9_000, height: 9_000 });
  expect(await makeSmaller(large)).toBe(large);
});

describe("[D2.66] a photo without its end", () => {
  test("is made smaller when no pixel is missing, which two endings show", async () => {
    expect(await makeSmaller(jpegWithoutEnd())).toBe(SMALLER);
    expect(sumPixels).toHaveBeenCalledTimes(2);
    const [[whole]] = compressPhoto.mock.calls as [[Blob]];
    expect([...new Uint8Array(await whole.arrayBuffer())].slice(-2)).toEqual([0xff, 0xd9]);
  });

  test("is refused when a decoder fills up what is missing", async () => {
    sumPixels.mockResolvedValueOnce(2);
    await expect(makeSmaller(jpegWithoutEnd())).rejects.toThrow(INCOMPLETE);
  });

  test("is refused when no decoder reads it", async () => {
    compressPhoto.mockRejectedValue(new Error("unreadable"));
    await expect(makeSmaller(makePngFile({ bytes: 6_000_000, isCut: true }))).rejects.toThrow(INCOMPLETE);
  });

  test("is refused when it ends within its header, or cannot be read from the device", async () => {
    await expect(makeSmaller(new File([Uint8Array.of(0xff, 0xd8, 0xff)], "1.jpg"))).rejects.toThrow(INCOMPLETE);
    const goneFile = Object.assign(makePngFile(), { arrayBuffer: () => Promise.reject(new Error("NotReadableError")) });
    await expect(makeSmaller(goneFile)).rejects.toThrow(INCOMPLETE);
  });
});
