import { useEffect, useEffectEvent, useRef } from "react";
import { findKeptPhotos, forgetKeptPhotos, keepPhotos } from "~/platform/photo-draft.ts";
import type { PickedPhotos } from "./use-picked-photos.ts";

/**
 * Stores the picked photos for a reload of this tab, until the screen is left or `isOver`. After a reload they are
 * picked again, in order.
 */
export function usePhotoDraft({ photos, restore }: PickedPhotos, isOver: boolean): void {
  const isRead = useRef(false);
  const restoreFirst = useEffectEvent(restore);
  useEffect(() => {
    restoreFirst(async () => {
      const files = await findKeptPhotos();
      isRead.current = true;
      return files;
    });
    return forgetKeptPhotos;
  }, []);
  useEffect(() => {
    if (isOver) forgetKeptPhotos();
    else if (isRead.current) keepPhotos(photos.map(({ file }) => file));
  }, [photos, isOver]);
}
