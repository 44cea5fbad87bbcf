import { randomBytes } from "node:crypto";
import { PHOTO_SIZE_NAMES, PHOTO_SIZES } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { photoNameOf } from "./key-rules.ts";
import { openPhotoLinks } from "./photo-links.ts";

const DAY_MS = 86_400_000;
const links = openPhotoLinks(randomBytes(32));

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length });
const fileName = fc
  .tuple(fc.uuid(), fc.integer({ min: 1e12, max: 2e12 }), hex(32))
  .map(([member, time, suffix]) => `${member}/gallery/${time}-${suffix}.webp`);
const now = fc.date({ min: new Date("2026-01-01"), max: new Date("2036-01-01"), noInvalidDate: true });
const size = fc.constantFrom(...PHOTO_SIZE_NAMES);
const later = (time: Date, ms: number) => new Date(time.getTime() + ms);
const signatureOf = (link: string) => new URL(link, "http://x").searchParams.get("s") ?? "";

describe("[T33][D3.29] a link to a photo", () => {
  test("[T33][D3.29] opens from now until at least a day later, and not two days later", () => {
    fc.assert(
      fc.property(fileName, size, now, fc.integer({ min: 0, max: DAY_MS }), (name, side, time, ms) => {
        const signature = signatureOf(links.linkTo(name, side, time));
        expect(links.isGood(photoNameOf(name), side, signature, later(time, ms))).toBe(true);
        expect(links.isGood(photoNameOf(name), side, signature, later(time, 2 * DAY_MS + ms))).toBe(false);
        expect(links.isGood(photoNameOf(name), side, signature, later(time, -DAY_MS - ms))).toBe(false);
      }),
    );
  });

  test("[T33][D3.29] stays the same for a day and changes once in 24 hours", () => {
    fc.assert(
      fc.property(fileName, size, now, (name, side, time) => {
        const hours = Array.from({ length: 25 }, (_, hour) =>
          links.linkTo(name, side, later(time, (hour * DAY_MS) / 24)),
        );
        expect(new Set(hours).size).toBe(2);
        expect(hours[0]).not.toBe(hours[24]);
      }),
    );
  });

  test("[T33] is the same whether it was signed before or is signed again", () => {
    const secret = randomBytes(32);
    const remembering = openPhotoLinks(secret, 3);
    const requests = fc.tuple(fc.nat(5), size, fc.nat(3 * DAY_MS));
    fc.assert(
      fc.property(fc.array(fileName, { minLength: 6, maxLength: 6 }), fc.array(requests), (names, linkRequests) => {
        for (const [at, side, ms] of linkRequests) {
          const [name, time] = [names[at] ?? "", new Date(1_800_000_000_000 + ms)];
          expect(remembering.linkTo(name, side, time)).toBe(openPhotoLinks(secret).linkTo(name, side, time));
        }
      }),
      runs(1_000),
    );
  });

  test("[T33][D3.29] changes at another moment for each photo", () => {
    const noon = new Date("2026-11-21T12:00:00Z");
    const names = fc.sample(fileName, { numRuns: 50, seed: 1 });
    const changedNames = names.filter(
      (name) => links.linkTo(name, "small", noon) !== links.linkTo(name, "small", later(noon, DAY_MS / 2)),
    );
    expect(changedNames.length).toBeGreaterThan(5);
    expect(changedNames.length).toBeLessThan(45);
  });

  test("[T33] opens no other photo, no other size, and only with the key that signed it", () => {
    const otherKey = openPhotoLinks(randomBytes(32));
    fc.assert(
      fc.property(fileName, fileName, now, (name, otherName, time) => {
        fc.pre(name !== otherName);
        for (const side of PHOTO_SIZE_NAMES) {
          const signature = signatureOf(links.linkTo(name, side, time));
          const openedSizes = PHOTO_SIZE_NAMES.filter((size) => links.isGood(photoNameOf(name), size, signature, time));
          expect(openedSizes).toEqual([side]);
          expect(links.isGood(photoNameOf(otherName), side, signature, time)).toBe(false);
          expect(otherKey.isGood(photoNameOf(name), side, signature, time)).toBe(false);
        }
      }),
    );
  });

  test("[T33] is refused without an error when its signature has the wrong length or letters", () => {
    const [name = ""] = fc.sample(fileName, 1);
    const time = new Date();
    const right = signatureOf(links.linkTo(name, "small", time));
    for (const wrong of [
      "",
      "x",
      right.slice(1),
      `${right}A`,
      "é".repeat(11),
      "💛".repeat(11),
      right.toLowerCase() + right,
    ]) {
      expect(links.isGood(photoNameOf(name), "small", wrong, time)).toBe(false);
    }
  });

  test("[T69][M3.02][D3.29] reveals neither the time, the folder nor the ending of the file", () => {
    const [name = ""] = fc.sample(fileName, 1);
    const { memberId, name: random } = photoNameOf(name);
    expect(random).toMatch(/^[0-9a-f]{32}$/);
    for (const size of PHOTO_SIZE_NAMES) {
      const link = links.linkTo(name, size, new Date());
      expect(link).toMatch(new RegExp(`^/api/photos/${memberId}/${random}/${PHOTO_SIZES[size]}\\?s=[\\w-]{22}$`));
    }
  });
});
