import { PHOTO_SIZE_NAMES, PHOTO_SIZES } from "@caramelo/contract/limits";
import { expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { findPhotoSize, photoFileName, photoKey, photoNameOf } from "./key-rules.ts";

const member = "0197c1de-0000-7000-8000-000000000001";
const suffix = "0123456789abcdef0123456789abcdef";

test("[M3.02] a photo's path consists of its member's folder, gallery, the time and a suffix", () => {
  const name = photoFileName(member, new Date(1_795_000_000_000), suffix);
  expect(name).toBe(`${member}/gallery/1795000000000-${suffix}.webp`);
  expect(name).toMatch(/^[^/]+\/gallery\/\d+-\w+\.webp$/);
});

test("[D3.28] each size of a photo has its own key in the same folder", () => {
  const time = fc.date({ min: new Date("2001-10-01"), max: new Date("2200-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(fc.uuid(), time, (id, now) => {
      const keys = PHOTO_SIZE_NAMES.map((size) => photoKey(photoFileName(id, now, suffix), size));
      expect(new Set(keys).size).toBe(PHOTO_SIZE_NAMES.length);
      for (const key of keys)
        expect(key).toMatch(new RegExp(`^${id}/gallery/\\d{13}-[0-9a-f]{32}\\.(320|960|1920)\\.webp$`));
    }),
  );
});

test("[T69] a link names a photo by its member and suffix, whatever its time", () => {
  for (const time of [1_795_000_000_000, 1])
    expect(photoNameOf(photoFileName(member, new Date(time), suffix))).toEqual({ memberId: member, name: suffix });
});

test("[D3.28] a link names a size by its pixels, and no other number names one", () => {
  expect(PHOTO_SIZE_NAMES.map((size) => findPhotoSize(PHOTO_SIZES[size]))).toEqual(PHOTO_SIZE_NAMES);
  expect([0, 321].map(findPhotoSize)).toEqual([undefined, undefined]);
});

test("[T69] a file that is no photo of a gallery loses nothing of its name", () => {
  expect(photoNameOf("ana/gallery/x1-y.webp.old")).toEqual({ memberId: "ana", name: "x1-y.webp.old" });
  expect(photoKey("ana/gallery/x1-y.webp.old", "small")).toBe("ana/gallery/x1-y.webp.old");
});
