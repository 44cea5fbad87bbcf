import {
  GALLERY_FILE_MAX_BYTES,
  PHOTO_MAX_BYTES,
  PHOTO_TYPES,
  PHOTOS_MAX,
  PHOTOS_MIN,
} from "@caramelo/contract/limits";
import { photoTexts } from "@caramelo/contract/texts/photos";

/** A picked file. `type` is derived from its first bytes. */
type OfferedFile = { type: string; size: number };

const SENT = { bytes: PHOTO_MAX_BYTES, text: photoTexts.tooLarge };
const MADE_SMALLER = { bytes: GALLERY_FILE_MAX_BYTES, text: photoTexts.galleryTooLarge };

/** The largest accepted file, and the text for a larger one. Files other than photos cannot be made smaller. */
export type SizeLimit = Record<"photo" | "other", { bytes: number; text: string }>;
/** For files sent unchanged. */
export const SENT_LIMIT: SizeLimit = { photo: SENT, other: SENT };
/** Sign-up and gallery accept larger files, because they compress them before sending. */
export const SIGN_UP_LIMIT: SizeLimit = { photo: MADE_SMALLER, other: SENT };
export const GALLERY_LIMIT: SizeLimit = { photo: MADE_SMALLER, other: MADE_SMALLER };

function listRefusals({ type, size }: OfferedFile, limit: SizeLimit): string[] {
  const isPhoto = (PHOTO_TYPES as readonly string[]).includes(type);
  const { bytes, text } = isPhoto ? limit.photo : limit.other;
  return [...(isPhoto ? [] : [photoTexts.wrongType]), ...(size > bytes ? [text] : [])];
}

/** Adds the allowed files in order, up to the maximum number of photos. `refusals` has each reason once. */
export function addPhotos<Photo extends OfferedFile>(
  keptPhotos: readonly Photo[],
  offered: readonly Photo[],
  limit: SizeLimit = SENT_LIMIT,
) {
  const accepted = offered.filter((file) => listRefusals(file, limit).length === 0);
  const free = PHOTOS_MAX - keptPhotos.length;
  const refusals = new Set(offered.flatMap((file) => listRefusals(file, limit)));
  if (accepted.length > free) refusals.add(photoTexts.tooMany);
  return { photos: [...keptPhotos, ...accepted.slice(0, free)], refusals: [...refusals] };
}

export function removePhoto<Photo>(photos: readonly Photo[], index: number): Photo[] {
  return photos.filter((_, at) => at !== index);
}

/** Moves one photo to another position; the first is the main photo. Ignores positions out of range. */
export function movePhoto<Photo>(photos: readonly Photo[], from: number, to: number): readonly Photo[] {
  const photo = photos[from];
  if (photo === undefined || to < 0 || to >= photos.length || from === to) return photos;
  return removePhoto(photos, from).toSpliced(to, 0, photo);
}

export function findCountError(count: number): string | undefined {
  if (count < PHOTOS_MIN) return photoTexts.tooFew;
  return count > PHOTOS_MAX ? photoTexts.tooMany : undefined;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The position to which a key moves a photo; undefined for keys that do not move it. */
export function findKeyTarget(key: string, from: number, count: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = steps[key];
  return step === undefined ? undefined : Math.min(Math.max(from + step, 0), count - 1);
}

/** The screen-reader text after a move; positions count from 1. */
export function describePosition(index: number, count: number): string {
  return index === 0 ? `Agora é a foto de perfil, 1 de ${count}` : `Movida para o lugar ${index + 1} de ${count}`;
}

export const describePhoto = (index: number) => (index === 0 ? "Foto 1, a de perfil" : `Foto ${index + 1}`);

/** The uploaded part of each photo, for photos of these sizes sent in sequence. */
export function photoShares(sizes: readonly number[], share: number): number[] {
  let remainingSize = share * sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size) => {
    const sentSize = Math.min(size, remainingSize);
    remainingSize -= sentSize;
    return share >= 1 || size === 0 ? 1 : sentSize / size;
  });
}
