import { useEffect, useRef } from "react";
import { findKeptPhotos, forgetKeptPhotos, keepPhotos } from "~/platform/photo-draft.ts";
import type { PickedPhotos } from "./use-picked-photos.ts";

/**
 * Keeps the picked photos for a reload of this tab, until the screen is left or `isOver`. After a reload they are
 * picked again, in their order.
 */
export function usePhotoDraft({ photos, replace }: PickedPhotos, isOver: boolean): void {
  const isRead = useRef(false);
  const firstReplace = useRef(replace);
  useEffect(() => {
    let isGone = false;
    void findKeptPhotos().then((files) => {
      isRead.current = true;
      if (files.length > 0 && !isGone) firstReplace.current(files);
    });
    return () => {
      isGone = true;
      forgetKeptPhotos();
    };
  }, []);
  useEffect(() => {
    if (isOver) forgetKeptPhotos();
    else if (isRead.current) keepPhotos(photos.map(({ file }) => file));
  }, [photos, isOver]);
}
