import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "~/platform/api.ts";
import { arrange, type GalleryAction } from "../gallery-rules.ts";
import { movePhoto } from "../rules.ts";
import type { GalleryStore, OwnPhoto } from "../types.ts";

const KEY = ["photos", "order"];

/** A change: the whole wanted order. With `mainId`, only that photo moves to the front. */
type Change = { ids: readonly string[]; mainId?: string };

/**
 * The order of the photos. A change is optimistic and undone if the server refuses it. Quick changes are sent in
 * sequence; only the last answer counts, because it contains the earlier ones, even failed ones.
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
    /** The order during a drag, before anything is sent. */
    preview: (from: number, to: number) => setMovedIds((before) => movePhoto(before ?? ids, from, to)),
    move: (from: number, to: number) => change.mutate({ ids: movePhoto(ids, from, to) }),
    setMain: (index: number) => {
      const mainId = ids[index];
      if (mainId === undefined) return;
      const wantedIds = movePhoto(ids, index, 0);
      // While an earlier change may still fail, send the whole order, which contains that change.
      change.mutate(countPending() > 0 ? { ids: wantedIds } : { ids: wantedIds, mainId });
    },
  };
}
