import { pluralWord } from "@caramelo/contract/formats/counts";
import { PHOTOS_MAX } from "@caramelo/contract/limits";
import { galleryTexts } from "@caramelo/contract/texts/gallery";

/** The progress of an upload. `share`: the uploaded part, from 0 to 1. */
export type Upload = { phase: "preparing" | "sending"; count: number; share: number };

const photosWord = (count: number) => pluralWord(count, "foto", "fotos");

/** The progress of an upload as text. */
export function describeUpload({ phase, count, share }: Upload): string {
  if (phase === "preparing") return `Preparando ${count} ${photosWord(count)}…`;
  if (share >= 1) return "Quase lá: tratando as fotos…";
  return `Enviando ${count} ${photosWord(count)}… ${percentOf(share)}%`;
}

/** The progress for screen readers, in quarters, because finer steps would be announced without a pause. */
export function announceUpload(upload: Upload): string {
  return describeUpload({ ...upload, share: Math.floor(upload.share * 4) / 4 });
}

export const percentOf = (share: number): number => Math.floor(Math.min(Math.max(share, 0), 1) * 100);

export type GalleryAction = "add" | "remove" | "setMain" | "arrange";

const failureTitles: Record<GalleryAction, string | undefined> = {
  add: galleryTexts.photoUploadFailed,
  remove: galleryTexts.photoRemoveFailed,
  setMain: galleryTexts.mainPhotoFailed,
  arrange: undefined,
};

/** The error of a gallery action: what failed, and why. */
export function describeGalleryFailure(action: GalleryAction, reason: string): readonly string[] {
  const title = failureTitles[action];
  return title === undefined ? [reason] : [title, reason];
}

/** The number of photos, such as "3 de 5". */
export const countText = (count: number): string => `${count} de ${PHOTOS_MAX}`;

/** The photos in the order of `ids`. Photos that are not in `ids` follow. */
export function arrange<Photo extends { id: string }>(photos: readonly Photo[], ids: readonly string[]): Photo[] {
  const positionOf = ({ id }: Photo) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return photos.toSorted((a, b) => positionOf(a) - positionOf(b));
}
