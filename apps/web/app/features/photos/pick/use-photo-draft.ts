import { useEffect, useRef } from "react";
import { findKeptPhotos, keepPhotos } from "~/platform/photo-draft.ts";
import type { PickedPhotos } from "./use-picked-photos.ts";

/**
 * Keeps the picked photos for a reload of this tab, after which they are picked again, in their order. The sign-up
 * forgets them when it is over or left.
 */
export function usePhotoDraft({ photos, restore }: PickedPhotos): void {
  const isRead = useRef(false);
  const firstRestore = useRef(restore);
  useEffect(() => {
    firstRestore.current(async () => {
      const files = await findKeptPhotos();
      isRead.current = true;
      return files;
    });
  }, []);
  useEffect(() => {
    if (isRead.current) keepPhotos(photos.map(({ file }) => file));
  }, [photos]);
}
