import { PHOTO_SIZE_NAMES, type PhotoSize } from "@caramelo/contract/limits";
import type { OwnPhoto, Photo } from "@caramelo/contract/profiles/calls";
import type { PhotoLinks } from "../../platform/storage/photo-links.ts";

// In this file an order is a list of photo ids; the first one is the profile photo.

/**
 * New photos go between the profile photo and the older ones (M7); the first of a first upload is the profile photo.
 */
export function orderWithNew(order: readonly string[], addedIds: readonly string[]): string[] {
  return [...order.slice(0, 1), ...addedIds, ...order.slice(1)];
}

/** One photo moves to the first position; the others keep their order. */
export function orderWithMain(order: readonly string[], id: string): string[] {
  return [id, ...orderWithout(order, id)];
}

export function orderWithout(order: readonly string[], id: string): string[] {
  return order.filter((photoId) => photoId !== id);
}

/** Whether a requested order contains exactly the present photos, each once. */
export function isSamePhotos(order: readonly string[], requestedOrder: readonly string[]): boolean {
  return (
    order.length === requestedOrder.length &&
    new Set(requestedOrder).size === requestedOrder.length &&
    order.every((id) => requestedOrder.includes(id))
  );
}

export type PhotoPresentation = { photoLinks: Pick<PhotoLinks, "linkTo">; now: Date };

export type PhotoFacts = { fileName: string; width: number; height: number; thumbhash: string };

/** The columns of a member's first photo; all null when the member has none. */
export type MainPhotoFacts = { [k in keyof PhotoFacts]: PhotoFacts[k] | null };

export function presentMainPhoto(
  { fileName, width, height, thumbhash }: MainPhotoFacts,
  presentation: PhotoPresentation,
): Photo | null {
  if (fileName === null || width === null || height === null || thumbhash === null) return null;
  return presentPhoto({ fileName, width, height, thumbhash }, presentation);
}

export function presentPhoto(
  { fileName, width, height, thumbhash }: PhotoFacts,
  { photoLinks, now }: PhotoPresentation,
): Photo {
  const links = PHOTO_SIZE_NAMES.map((size) => [size, photoLinks.linkTo(fileName, size, now)]);
  // There is one link for each size name.
  return { ...(Object.fromEntries(links) as Record<PhotoSize, string>), width, height, thumbhash };
}

export function presentOwnPhoto(photo: PhotoFacts & { id: string }, presentation: PhotoPresentation): OwnPhoto {
  return { id: photo.id, ...presentPhoto(photo, presentation) };
}
