import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "~/platform/api.ts";
import { arrange, type GalleryAction } from "../gallery-rules.ts";
import { movePhoto } from "../rules.ts";
import type { GalleryStore, OwnPhoto } from "../types.ts";

const KEY = ["photos", "order"];

/** One change: the whole wanted order. With `mainId`, only that photo becomes the first. */
type Change = { ids: readonly string[]; mainId?: string };

/**
 * The order of the photos. A change shows at once and is undone if the server refuses it. Quick changes are sent one
 * after the other, and only the last answer counts: it contains what the earlier ones wanted, even if one of them failed.
 */
export function useGalleryOrder(
  photos: readonly OwnPhoto[],
  { keep, reload }: GalleryStore,
  onFailure: (action: GalleryAction, error: unknown) => void,
) {
  const client = useQueryClient();
  const [movedIds, setMovedIds] = useState<readonly string[]>();
  const shownPhotos = movedIds ? arrange(photos, movedIds) : photos;
  const ids = shownPhotos.map(({ id }) => id);
  const countPending = () => client.isMutating({ mutationKey: KEY });
  const isLast = () => countPending() === 1;

  const change = useMutation({
    mutationKey: KEY,
    scope: { id: KEY.join(" ") },
    mutationFn: (wantedChange: Change) =>
      wantedChange.mainId === undefined
        ? api.photos.arrange({ body: { ids: [...wantedChange.ids] } })
        : api.photos.setMain({ params: { id: wantedChange.mainId } }),
    onMutate: (wantedChange) => setMovedIds(wantedChange.ids),
    onSuccess: (answer) => {
      if (!isLast()) return;
      keep(answer.photos);
      setMovedIds(undefined);
    },
    onError: (error, wantedChange) => {
      if (!isLast()) return;
      onFailure(wantedChange.mainId === undefined ? "arrange" : "setMain", error);
      setMovedIds(undefined);
      void reload();
    },
  });

  return {
    shown: shownPhotos,
    /** The order while a photo is being dragged, before anything is sent. */
    preview: (from: number, to: number) => setMovedIds((before) => movePhoto(before ?? ids, from, to)),
    move: (from: number, to: number) => change.mutate({ ids: movePhoto(ids, from, to) }),
    setMain: (index: number) => {
      const mainId = ids[index];
      if (mainId === undefined) return;
      const wantedIds = movePhoto(ids, index, 0);
      // While an earlier change may still fail, this one sends the whole order, so that it contains the earlier one.
      change.mutate(countPending() > 0 ? { ids: wantedIds } : { ids: wantedIds, mainId });
    },
  };
}
