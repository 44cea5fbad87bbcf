import { randomBytes } from "node:crypto";
import { PHOTO_SIZES } from "@caramelo/contract/limits";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openPhotoLinks } from "./photo-links.ts";

const DAY_MS = 86_400_000;
const links = openPhotoLinks(randomBytes(32));

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length });
const fileName = fc
  .tuple(fc.uuid(), fc.integer({ min: 1e12, max: 2e12 }), hex(32))
  .map(([member, time, suffix]) => `${member}/gallery/${time}-${suffix}.webp`);
const now = fc.date({ min: new Date("2026-01-01"), max: new Date("2036-01-01"), noInvalidDate: true });
const size = fc.constantFrom(...PHOTO_SIZES);
const later = (time: Date, ms: number) => new Date(time.getTime() + ms);
const signatureOf = (link: string) => new URL(link, "http://x").searchParams.get("s") ?? "";

describe("[T33][D3.29] a link to a photo", () => {
  test("[T33][D3.29] opens from now until at least a day later, and not two days later", () => {
    fc.assert(
      fc.property(fileName, size, now, fc.integer({ min: 0, max: DAY_MS }), (name, side, time, ms) => {
        const signature = signatureOf(links.linkTo(name, side, time));
        expect(links.isGood(name, side, signature, later(time, ms))).toBe(true);
        expect(links.isGood(name, side, signature, later(time, 2 * DAY_MS + ms))).toBe(false);
        expect(links.isGood(name, side, signature, later(time, -DAY_MS - ms))).toBe(false);
      }),
    );
  });

  test("[T33][D3.29] is the same all day and another the next, the change falling once in 24 hours", () => {
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

  test("[T33][D3.29] changes at another moment for each photo", () => {
    const noon = new Date("2026-11-21T12:00:00Z");
    const names = fc.sample(fileName, { numRuns: 50, seed: 1 });
    const changed = names.filter(
      (name) => links.linkTo(name, 320, noon) !== links.linkTo(name, 320, later(noon, DAY_MS / 2)),
    );
    expect(changed.length).toBeGreaterThan(5);
    expect(changed.length).toBeLessThan(45);
  });

  test("[T33] opens no other photo and no other size, and no other key made it", () => {
    const stranger = openPhotoLinks(randomBytes(32));
    fc.assert(
      fc.property(fileName, fileName, now, (name, other, time) => {
        fc.pre(name !== other);
        const signature = signatureOf(links.linkTo(name, 320, time));
        expect(links.isGood(other, 320, signature, time)).toBe(false);
        expect(links.isGood(name, 960, signature, time)).toBe(false);
        expect(stranger.isGood(name, 320, signature, time)).toBe(false);
      }),
    );
  });

  test("[T33] with a signature of the wrong length or letters is refused, without an error", () => {
    const [name = ""] = fc.sample(fileName, 1);
    const time = new Date();
    const right = signatureOf(links.linkTo(name, 320, time));
    for (const wrong of [
      "",
      "x",
      right.slice(1),
      `${right}A`,
      "é".repeat(11),
      "💛".repeat(11),
      right.toLowerCase() + right,
    ]) {
      expect(links.isGood(name, 320, wrong, time)).toBe(false);
    }
  });

  test("[M3.02][D3.29] tells neither the folder nor the ending of the file", () => {
    const [name = ""] = fc.sample(fileName, 1);
    const [member, , file] = name.split("/");
    const link = links.linkTo(name, 320, new Date());
    expect(link).toMatch(new RegExp(`^/api/photos/${member}/${file?.replace(".webp", "")}/320\\?s=[\\w-]{22}$`));
  });
});
