import { photoTexts } from "@caramelo/contract/errors";
import {
  GALLERY_FILE_MAX_BYTES,
  PHOTO_MAX_BYTES,
  PHOTO_TYPES,
  PHOTOS_MAX,
  PHOTOS_MIN,
} from "@caramelo/contract/limits";

type Offered = { type: string; size: number };
type Verdict = "welcome" | "wrongType" | "tooLarge";

/** The largest file that is taken, and what to say of a larger one. */
type SizeLimit = { bytes: number; text: string };
const SIGN_UP_LIMIT: SizeLimit = { bytes: PHOTO_MAX_BYTES, text: photoTexts.tooLarge };
/** The gallery makes files smaller before it sends them. */
export const GALLERY_LIMIT: SizeLimit = { bytes: GALLERY_FILE_MAX_BYTES, text: photoTexts.galleryTooLarge };

function judgeFile({ type, size }: Offered, limit: SizeLimit): Verdict {
  // The browser says what it believes; the server looks at the bytes.
  if (!(PHOTO_TYPES as readonly string[]).includes(type)) return "wrongType";
  return size > limit.bytes ? "tooLarge" : "welcome";
}

/** Takes what may be taken, in order, until there are enough; `refusals` says each reason once. */
export function addPhotos<Photo extends Offered>(
  kept: readonly Photo[],
  offered: readonly Photo[],
  limit: SizeLimit = SIGN_UP_LIMIT,
) {
  const verdicts = offered.map((one) => judgeFile(one, limit));
  const welcome = offered.filter((_, index) => verdicts[index] === "welcome");
  const room = PHOTOS_MAX - kept.length;
  const refusals = new Set<string>();
  if (verdicts.includes("wrongType")) refusals.add(photoTexts.wrongType);
  if (verdicts.includes("tooLarge")) refusals.add(limit.text);
  if (welcome.length > room) refusals.add(photoTexts.tooMany);
  return { photos: [...kept, ...welcome.slice(0, room)], refusals: [...refusals] };
}

export function removePhoto<Photo>(photos: readonly Photo[], index: number): Photo[] {
  return photos.filter((_, at) => at !== index);
}

/** Moves one photo to another place; the first place is the main photo. Places beyond the ends change nothing. */
export function movePhoto<Photo>(photos: readonly Photo[], from: number, to: number): readonly Photo[] {
  const photo = photos[from];
  if (photo === undefined || to < 0 || to >= photos.length || from === to) return photos;
  return removePhoto(photos, from).toSpliced(to, 0, photo);
}

/** What keeps a number of photos from being sent. */
export function findCountFault(count: number): string | undefined {
  if (count < PHOTOS_MIN) return photoTexts.tooFew;
  return count > PHOTOS_MAX ? photoTexts.tooMany : undefined;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Where a key moves a photo to; undefined for keys that do not move. */
export function findKeyTarget(key: string, from: number, count: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = steps[key];
  return step === undefined ? undefined : Math.min(Math.max(from + step, 0), count - 1);
}

/** What is announced after a move; places count from 1. */
export function describePlace(index: number, count: number): string {
  return index === 0 ? `Agora é a foto principal, 1 de ${count}` : `Movida para o lugar ${index + 1} de ${count}`;
}

/** What a photo is called by those who hear the page. */
export const describePhoto = (index: number) => (index === 0 ? "Foto 1, a principal" : `Foto ${index + 1}`);
