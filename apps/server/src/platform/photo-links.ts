import { createHmac, createSecretKey, hash, timingSafeEqual } from "node:crypto";
import type { PhotoSize } from "@caramelo/contract/limits";

const DAY_MS = 86_400_000;

/** Makes and checks the signed links at which photos are read. */
export type PhotoLinks = {
  /** The link of one size of a stored photo, good until the end of its next day. */
  linkTo(fileName: string, size: PhotoSize, now: Date): string;
  isGood(fileName: string, size: number, signature: string, now: Date): boolean;
};

export function openPhotoLinks(secret: Uint8Array): PhotoLinks {
  // Made once: preparing the key costs more than using it, and a page of the search has 72 links.
  const key = createSecretKey(secret);
  const sign = (fileName: string, size: number, day: number) =>
    createHmac("sha256", key).update(`${fileName} ${size} ${day}`).digest("base64url").slice(0, 22);
  return {
    linkTo(fileName, size, now) {
      const path = fileName.replace("/gallery/", "/").replace(/\.webp$/, "");
      return `/api/photos/${path}/${size}?s=${sign(fileName, size, dayOf(fileName, now))}`;
    },
    isGood(fileName, size, signature, now) {
      const today = dayOf(fileName, now);
      // Yesterday's still opens, so that what a browser holds does not break at midnight.
      return [today, today - 1].some((day) => isSame(sign(fileName, size, day), signature));
    },
  };
}

/** Days change at another moment for each photo: a cache is never emptied all at once. */
function dayOf(fileName: string, now: Date): number {
  const offset = Number.parseInt(hash("sha256", fileName).slice(0, 8), 16) % DAY_MS;
  return Math.floor((now.getTime() + offset) / DAY_MS);
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
