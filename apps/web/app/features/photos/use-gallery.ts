import type { AnswerOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { memberMessages } from "@caramelo/contract/errors";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { describeGalleryFailure, type GalleryDeed } from "./gallery-rules.ts";
import { addPhotos, GALLERY_LIMIT } from "./rules.ts";
import { useGalleryOrder } from "./use-gallery-order.ts";
import { useUpload } from "./use-upload.ts";

export type OwnPhoto = AnswerOf<Contract["profiles"]["mine"]>["photos"][number];

/** Where the photos live: with the profile, which belongs to another feature. */
export type GalleryStore = {
  /** Takes over the photos as they are after a change. */
  keep: (photos: OwnPhoto[]) => void;
  /** Asks for them anew: here and there they may differ. False when they did not come. */
  askAgain: () => Promise<boolean>;
};

/** Everything one does with one's own photos. */
export function useGallery(photos: readonly OwnPhoto[], { keep, askAgain }: GalleryStore) {
  const [faults, setFaults] = useState<readonly string[]>([]);
  const store = {
    keep,
    askAgain: async () => {
      const isHere = await askAgain();
      if (!isHere) setFaults((before) => [...before, memberMessages.photosLoadFailed]);
      return isHere;
    },
  };
  const fail = (deed: GalleryDeed, error: unknown) => setFaults(describeGalleryFailure(deed, messageOf(error)));
  const { upload, send, cancel } = useUpload(store, fail);
  const order = useGalleryOrder(photos, store, fail);
  const removal = useMutation({
    mutationFn: (id: string) => api.photos.remove({ params: { id } }),
    onSuccess: (answer) => store.keep(answer.photos),
    onError: (error) => {
      fail("remove", error);
      void store.askAgain();
    },
  });

  function add(files: readonly File[]) {
    const offered = addPhotos<{ type: string; size: number }>(photos.map(asCounted), files, GALLERY_LIMIT);
    setFaults(offered.refusals);
    // Behind those that are there come the files of which all is welcome.
    send(offered.photos.slice(photos.length).filter((one) => one instanceof File));
  }
  const cleanly =
    <Input extends unknown[]>(deed: (...input: Input) => void) =>
    (...input: Input) => {
      setFaults([]);
      deed(...input);
    };
  return {
    shown: order.shown,
    faults,
    upload,
    isRemoving: removal.isPending,
    add,
    cancel,
    preview: order.preview,
    move: cleanly(order.move),
    setMain: cleanly(order.setMain),
    remove: async (id: string) => {
      setFaults([]);
      // Its failure stands beside the photos.
      await removal.mutateAsync(id).catch(() => {});
    },
  };
}

/** A photo that is there already takes its place, whatever it weighs. */
const asCounted = () => ({ type: "image/webp", size: 0 });

export type Gallery = ReturnType<typeof useGallery>;
