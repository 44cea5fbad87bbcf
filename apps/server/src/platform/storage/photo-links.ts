import { createHmac, createSecretKey, hash, timingSafeEqual } from "node:crypto";
import { PHOTO_SIZE_NAMES, PHOTO_SIZES, type PhotoSize } from "@caramelo/contract/limits";
import { LRUCache } from "lru-cache";
import { type PhotoName, photoNameOf } from "./photo-name-rules.ts";

const DAY_MS = 86_400_000;

/** Makes and checks the signed links at which photos are read. */
export type PhotoLinks = {
  /** Makes the link to one size of a stored photo. It is valid until the end of the photo's next day. */
  linkTo(fileName: string, size: PhotoSize, now: Date): string;
  isGood(photo: PhotoName, size: PhotoSize, signature: string, now: Date): boolean;
};

/** The links of one photo on its day, which begins at `from` in milliseconds. */
type SignedLink = { path: string; from: number; signatures: string; links: Partial<Record<PhotoSize, string>> };

/** Of a signature, in characters of six bits. */
const LENGTH = 22;
// Some 900 bytes each: 18 MB.
const KEPT_MAX = 20_000;

/** A photo's links are signed once a day, as long as it is among the last that were shown. */
export function openPhotoLinks(secret: Uint8Array, keptMax = KEPT_MAX): PhotoLinks {
  // The key is made once: preparing it costs more than using it, and a page of the search has 72 links.
  const key = createSecretKey(secret);
  // All sizes at once: each has a part of its own, from which the others cannot be told.
  const sign = (path: string, day: number) => createHmac("sha512", key).update(`${path} ${day}`).digest("base64url");
  const keptLinks = new LRUCache<string, SignedLink>({ max: keptMax });

  function findSigned(fileName: string, now: Date): SignedLink {
    const time = now.getTime();
    const keptLink = keptLinks.get(fileName);
    if (keptLink && time >= keptLink.from && time < keptLink.from + DAY_MS) return keptLink;
    const path = pathOf(photoNameOf(fileName));
    const day = dayOf(path, now);
    const signed = { path, from: day * DAY_MS - offsetOf(path), signatures: sign(path, day), links: {} };
    keptLinks.set(fileName, signed);
    return signed;
  }

  return {
    linkTo(fileName, size, now) {
      const { path, signatures, links } = findSigned(fileName, now);
      links[size] ??= `/api/photos/${path}/${PHOTO_SIZES[size]}?s=${partFor(size, signatures)}`;
      return links[size];
    },
    isGood(photo, size, signature, now) {
      const path = pathOf(photo);
      const today = dayOf(path, now);
      // A link of yesterday still opens, so that a page that was loaded before midnight keeps its photos.
      return [today, today - 1].some((day) => isSame(partFor(size, sign(path, day)), signature));
    },
  };
}

function partFor(size: PhotoSize, signatures: string): string {
  const start = PHOTO_SIZE_NAMES.indexOf(size) * LENGTH;
  return signatures.slice(start, start + LENGTH);
}

const pathOf = ({ memberId, name }: PhotoName): string => `${memberId}/${name}`;

/** Each photo's day begins at a moment of its own, so that the links in a cache do not all expire at once. */
function dayOf(path: string, now: Date): number {
  return Math.floor((now.getTime() + offsetOf(path)) / DAY_MS);
}

const offsetOf = (path: string) => Number.parseInt(hash("sha256", path).slice(0, 8), 16) % DAY_MS;

function isSame(a: string, b: string): boolean {
  const [firstBytes, otherBytes] = [Buffer.from(a), Buffer.from(b)];
  return firstBytes.length === otherBytes.length && timingSafeEqual(firstBytes, otherBytes);
}
