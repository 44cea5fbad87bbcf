import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "~/platform/api.ts";
import type { GalleryAction, Upload } from "../gallery-rules.ts";
import type { GalleryStore } from "../types.ts";
import { makeSmaller } from "./make-smaller.ts";

/** Sends photos after compressing large ones, and reports the progress. */
export function useUpload({ keep, reload }: GalleryStore, onFailure: (action: GalleryAction, error: unknown) => void) {
  const [upload, setUpload] = useState<Upload>();
  const stop = useRef(new AbortController());

  const sending = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const { signal } = stop.current;
      const count = files.length;
      setUpload({ phase: "preparing", count, share: 0 });
      const photos: Blob[] = [];
      // Compress in sequence, because each photo needs memory for all its pixels.
      for (const file of files) photos.push(await makeSmaller(file));
      signal.throwIfAborted();
      const onProgress = (share: number) => setUpload({ phase: "sending", count, share });
      return api.photos.add({ body: {}, photos }, { signal, onProgress });
    },
    onSuccess: (answer) => keep(answer.photos),
    onError: (error) => {
      // Photos sent before the cancellation may still have arrived.
      reload();
      if (!stop.current.signal.aborted) onFailure("add", error);
    },
    onSettled: () => setUpload(undefined),
  });

  function send(files: readonly File[]) {
    if (files.length === 0 || sending.isPending) return;
    stop.current = new AbortController();
    sending.mutate(files);
  }
  return { upload, send, cancel: () => stop.current.abort() };
}
