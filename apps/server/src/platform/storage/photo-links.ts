import { createHmac, createSecretKey, hash, timingSafeEqual } from "node:crypto";
import { PHOTO_SIZE_NAMES, PHOTO_SIZES, type PhotoSize } from "@caramelo/contract/limits";
import { LRUCache } from "lru-cache";
import { type PhotoName, photoNameOf } from "./key-rules.ts";

const DAY_MS = 86_400_000;

/** Makes and checks the signed links at which photos are read. */
export type PhotoLinks = {
  /** Returns the link to one size of a stored photo. It is valid until the end of the photo's next day. */
  linkTo(fileName: string, size: PhotoSize, now: Date): string;
  isGood(photo: PhotoName, size: PhotoSize, signature: string, now: Date): boolean;
};

/** The links of one photo on its day, which begins at `from`, in milliseconds. */
type SignedLink = { path: string; from: number; signatures: string; links: Partial<Record<PhotoSize, string>> };

/** The length of a signature, in characters of six bits. */
const LENGTH = 22;
// Each entry takes about 900 bytes: 18 MB in all.
const KEPT_MAX = 20_000;

/**
 * Opens the maker of links. It signs a photo's links once a day, as long as the photo is among the last ones shown.
 */
export function openPhotoLinks(secret: Uint8Array, keptMax = KEPT_MAX): PhotoLinks {
  // The key is made once, because preparing it costs more than using it, and a page of the search has 72 links.
  const key = createSecretKey(secret);
  // One hash signs all sizes: each size has its own part of it, from which the other parts cannot be derived.
  const sign = (path: string, day: number) => createHmac("sha512", key).update(`${path} ${day}`).digest("base64url");
  const keptLinks = new LRUCache<string, SignedLink>({ max: keptMax });

  function findSigned(fileName: string, now: Date): SignedLink {
    const time = now.getTime();
    const keptLink = keptLinks.get(fileName);
    if (keptLink && time >= keptLink.from && time < keptLink.from + DAY_MS) return keptLink;
    const path = pathOf(photoNameOf(fileName));
    const day = dayOf(path, now);
    const signedLink = { path, from: day * DAY_MS - offsetOf(path), signatures: sign(path, day), links: {} };
    keptLinks.set(fileName, signedLink);
    return signedLink;
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
      // A link of the photo's previous day is still valid, so that a page that was loaded then keeps its photos.
      return [today, today - 1].some((day) => isSame(partFor(size, sign(path, day)), signature));
    },
  };
}

function partFor(size: PhotoSize, signatures: string): string {
  const start = PHOTO_SIZE_NAMES.indexOf(size) * LENGTH;
  return signatures.slice(start, start + LENGTH);
}

const pathOf = ({ memberId, name }: PhotoName): string => `${memberId}/${name}`;

/**
 * Returns the day of a photo. Each photo's day begins at a different moment, so that cached links do not all expire at
 * once.
 */
function dayOf(path: string, now: Date): number {
  return Math.floor((now.getTime() + offsetOf(path)) / DAY_MS);
}

const offsetOf = (path: string) => Number.parseInt(hash("sha256", path).slice(0, 8), 16) % DAY_MS;

function isSame(a: string, b: string): boolean {
  const [firstBytes, otherBytes] = [Buffer.from(a), Buffer.from(b)];
  return firstBytes.length === otherBytes.length && timingSafeEqual(firstBytes, otherBytes);
}
