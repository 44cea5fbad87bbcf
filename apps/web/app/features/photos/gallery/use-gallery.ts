import { galleryTexts } from "@caramelo/contract/texts/gallery";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { describeGalleryFailure, type GalleryAction } from "../gallery-rules.ts";
import { addPhotos, GALLERY_LIMIT } from "../rules.ts";
import type { GalleryStore, OwnPhoto } from "../types.ts";
import { type OfferedPhoto, offerFiles } from "../upload/offer-files.ts";
import { useUpload } from "../upload/use-upload.ts";
import { useGalleryOrder } from "./use-gallery-order.ts";

export function useGallery(photos: readonly OwnPhoto[], { keep, reload }: GalleryStore) {
  const [errors, setErrors] = useState<readonly string[]>([]);
  const store = {
    keep,
    reload: async () => {
      const hasLoaded = await reload();
      if (!hasLoaded) setErrors((before) => [...before, galleryTexts.photosLoadFailed]);
      return hasLoaded;
    },
  };
  const fail = (action: GalleryAction, error: unknown) => setErrors(describeGalleryFailure(action, messageOf(error)));
  const { upload, send, cancel } = useUpload(store, fail);
  const order = useGalleryOrder(photos, store, fail);
  const removal = useMutation({
    mutationFn: (id: string) => api.photos.remove({ params: { id } }),
    onSuccess: (answer) => store.keep(answer.photos),
    onError: (error) => {
      fail("remove", error);
      void store.reload();
    },
  });

  async function addPicked(files: readonly File[]) {
    const offered = addPhotos<Partial<OfferedPhoto> & Counted>(
      photos.map(asCounted),
      await offerFiles(files),
      GALLERY_LIMIT,
    );
    setErrors(offered.refusals);
    // The accepted files follow the existing photos.
    send(offered.photos.slice(photos.length).flatMap(({ file }) => file ?? []));
  }
  const afterClearing =
    <Input extends unknown[]>(action: (...input: Input) => void) =>
    (...input: Input) => {
      setErrors([]);
      action(...input);
    };
  return {
    shown: order.shown,
    errors,
    upload,
    isRemoving: removal.isPending,
    add: (files: readonly File[]) => void addPicked(files),
    cancel,
    preview: order.preview,
    move: afterClearing(order.move),
    setMain: afterClearing(order.setMain),
    remove: async (id: string) => {
      setErrors([]);
      // The failure appears next to the photos.
      await removal.mutateAsync(id).catch(() => {});
    },
  };
}

type Counted = Pick<OfferedPhoto, "type" | "size">;
/** An existing photo counts as accepted, whatever its size. */
const asCounted = (): Counted => ({ type: "image/webp", size: 0 });

export type Gallery = ReturnType<typeof useGallery>;
