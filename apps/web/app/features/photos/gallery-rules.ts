import { errorCatalogue, memberMessages } from "@caramelo/contract/errors";
import { PHOTOS_MAX } from "@caramelo/contract/limits";

/** How far an upload has come; `share` is what has left the device, from 0 to 1. */
export type Upload = { phase: "preparing" | "sending"; count: number; share: number };

const photosWord = (count: number) => (count === 1 ? "foto" : "fotos");

/** The state of an upload in words, for the eye. */
export function describeUpload({ phase, count, share }: Upload): string {
  if (phase === "preparing") return `Preparando ${count} ${photosWord(count)}…`;
  if (share >= 1) return "Quase lá: tratando as fotos…";
  return `Enviando ${count} ${photosWord(count)}… ${percentOf(share)}%`;
}

/** The same for the ear: a quarter at a time, or nobody hears anything else. */
export function announceUpload(upload: Upload): string {
  return describeUpload({ ...upload, share: Math.floor(upload.share * 4) / 4 });
}

export const percentOf = (share: number): number => Math.floor(Math.min(Math.max(share, 0), 1) * 100);

export type GalleryDeed = "add" | "remove" | "setMain" | "arrange";

const deedTexts: Record<GalleryDeed, string | undefined> = {
  add: memberMessages.photoUploadFailed,
  remove: memberMessages.photoRemoveFailed,
  setMain: memberMessages.mainPhotoFailed,
  arrange: undefined,
};

/** What did not work, and why; a file that is no picture at all has the words of its code. */
export function describeGalleryFailure(deed: GalleryDeed, reason: string): readonly string[] {
  const title = deedTexts[deed];
  return title === undefined ? [reason] : [title, reason];
}

export const unreadableFile = errorCatalogue.FILE_INVALID_TYPE.text;

/** "3 de 5". */
export const countText = (count: number): string => `${count} de ${PHOTOS_MAX}`;

/** The photos in the order of these ids; those it does not name follow. */
export function arrange<Photo extends { id: string }>(photos: readonly Photo[], ids: readonly string[]): Photo[] {
  const placeOf = ({ id }: Photo) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return photos.toSorted((one, other) => placeOf(one) - placeOf(other));
}
