import { useEffect, useRef, useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { addPhotos, movePhoto, removePhoto, SENT_LIMIT, type SizeLimit } from "../rules.ts";
import { type OfferedPhoto, offerFiles } from "../upload/offer-files.ts";

export type PickedPhoto = OfferedPhoto & { id: string; url: string };

let pickCount = 0;

// A counter, because browsers make no UUIDs over plain HTTP.
const pick = (offered: OfferedPhoto): PickedPhoto => ({
  ...offered,
  id: String(pickCount++),
  url: URL.createObjectURL(offered.file),
});

type Options = {
  limit?: SizeLimit;
  /** Prepares a photo for sending, e.g. makes it smaller. Throws the reason when it cannot. */
  prepare?: (file: File) => Promise<File>;
};

const asItIs = async (file: File) => file;

/** The picked photos in order; the first is the main one. Their previews live as long as the screen. */
export function usePickedPhotos({ limit = SENT_LIMIT, prepare = asItIs }: Options = {}) {
  const [photos, setPhotos] = useState<readonly PickedPhoto[]>([]);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [preparing, setPreparing] = useState(0);
  const latest = useRef(photos);
  const queue = useRef(Promise.resolve());
  useEffect(() => {
    latest.current = photos;
  }, [photos]);
  useEffect(
    () => () => {
      for (const { url } of latest.current) URL.revokeObjectURL(url);
    },
    [],
  );

  function change(next: readonly PickedPhoto[]) {
    for (const { id, url } of latest.current) if (!next.some((photo) => photo.id === id)) URL.revokeObjectURL(url);
    latest.current = next;
    setPhotos(next);
  }
  async function addNext(files: readonly File[]) {
    const readFiles = await offerFiles(files);
    const offered = addPhotos<OfferedPhoto>(latest.current, readFiles, limit);
    const reasons = new Set(offered.refusals);
    // Prepare the photos in sequence, because each needs memory for all its pixels.
    for (const photo of offered.photos.slice(latest.current.length)) {
      try {
        const file = await prepare(photo.file);
        change([...latest.current, pick({ ...photo, file, size: file.size })]);
      } catch (error) {
        reasons.add(messageOf(error));
      }
    }
    setRefusals([...reasons]);
  }
  /** Files picked meanwhile wait for earlier ones, so that the number of photos is known. */
  function add(files: readonly File[]) {
    setRefusals([]);
    setPreparing((before) => before + files.length);
    queue.current = queue.current
      .then(() => addNext(files))
      .finally(() => setPreparing((before) => before - files.length));
    return queue.current;
  }
  /** Adds the photos that `find` resolves to. Files picked meanwhile wait and come after them. */
  function restore(find: () => Promise<readonly File[]>) {
    queue.current = queue.current.then(find).then(replace);
  }
  function replace(files: readonly File[]) {
    change(files.map((file) => pick({ file, type: file.type, size: file.size })));
    setRefusals([]);
  }
  function move(from: number, to: number) {
    change(movePhoto(latest.current, from, to));
  }
  function remove(index: number) {
    change(removePhoto(latest.current, index));
    setRefusals([]);
  }
  return { photos, refusals, preparing, add, restore, replace, move, remove };
}

export type PickedPhotos = ReturnType<typeof usePickedPhotos>;
