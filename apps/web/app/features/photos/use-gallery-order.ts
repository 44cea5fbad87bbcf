import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "~/platform/api.ts";
import { arrange, type GalleryDeed } from "./gallery-rules.ts";
import { movePhoto } from "./rules.ts";
import type { GalleryStore, OwnPhoto } from "./use-gallery.ts";

const KEY = ["photos", "order"];

/** One change of the order: the whole of it, or one photo that becomes the first. */
type Change = { ids: readonly string[]; mainId?: string };

/**
 * The order of the photos: shown at once, taken back if the server refuses. Quick changes go one after the other, and
 * only the last one's answer counts.
 */
export function useGalleryOrder(
  photos: readonly OwnPhoto[],
  { keep, askAgain }: GalleryStore,
  onFailure: (deed: GalleryDeed, error: unknown) => void,
) {
  const client = useQueryClient();
  const [moved, setMoved] = useState<readonly string[]>();
  const shown = moved ? arrange(photos, moved) : photos;
  const ids = shown.map(({ id }) => id);
  const isLast = () => client.isMutating({ mutationKey: KEY }) === 1;

  const change = useMutation({
    mutationKey: KEY,
    scope: { id: KEY.join(" ") },
    mutationFn: (wanted: Change) =>
      wanted.mainId === undefined
        ? api.photos.arrange({ body: { ids: [...wanted.ids] } })
        : api.photos.setMain({ params: { id: wanted.mainId } }),
    onMutate: (wanted) => setMoved(wanted.ids),
    onSuccess: (answer) => {
      if (!isLast()) return;
      keep(answer.photos);
      setMoved(undefined);
    },
    onError: (error, wanted) => {
      onFailure(wanted.mainId === undefined ? "arrange" : "setMain", error);
      if (!isLast()) return;
      setMoved(undefined);
      void askAgain();
    },
  });

  return {
    shown,
    /** While a finger or mouse is on its way: nothing is sent yet. */
    preview: (from: number, to: number) => setMoved((before) => movePhoto(before ?? ids, from, to)),
    move: (from: number, to: number) => change.mutate({ ids: movePhoto(ids, from, to) }),
    setMain: (index: number) => {
      const mainId = ids[index];
      if (mainId !== undefined) change.mutate({ ids: movePhoto(ids, index, 0), mainId });
    },
  };
}
