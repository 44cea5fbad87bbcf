import { createHmac, createSecretKey, hash, timingSafeEqual } from "node:crypto";
import { PHOTO_SIZES, type PhotoSize } from "@caramelo/contract/limits";
import { type PhotoName, photoNameOf } from "./photo-name-rules.ts";

const DAY_MS = 86_400_000;

/** Makes and checks the signed links at which photos are read. */
export type PhotoLinks = {
  /** Makes the link to one size of a stored photo. It is valid until the end of the photo's next day. */
  linkTo(fileName: string, size: PhotoSize, now: Date): string;
  isGood(photo: PhotoName, size: PhotoSize, signature: string, now: Date): boolean;
};

export function openPhotoLinks(secret: Uint8Array): PhotoLinks {
  // The key is made once: preparing it costs more than using it, and a page of the search has 72 links.
  const key = createSecretKey(secret);
  const sign = (path: string, size: PhotoSize, day: number) =>
    createHmac("sha256", key).update(`${path} ${PHOTO_SIZES[size]} ${day}`).digest("base64url").slice(0, 22);
  return {
    linkTo(fileName, size, now) {
      const path = pathOf(photoNameOf(fileName));
      return `/api/photos/${path}/${PHOTO_SIZES[size]}?s=${sign(path, size, dayOf(path, now))}`;
    },
    isGood(photo, size, signature, now) {
      const path = pathOf(photo);
      const today = dayOf(path, now);
      // A link of yesterday still opens, so that a page that was loaded before midnight keeps its photos.
      return [today, today - 1].some((day) => isSame(sign(path, size, day), signature));
    },
  };
}

const pathOf = ({ memberId, name }: PhotoName): string => `${memberId}/${name}`;

/** Each photo's day begins at a moment of its own, so that the links in a cache do not all expire at once. */
function dayOf(path: string, now: Date): number {
  const offset = Number.parseInt(hash("sha256", path).slice(0, 8), 16) % DAY_MS;
  return Math.floor((now.getTime() + offset) / DAY_MS);
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
