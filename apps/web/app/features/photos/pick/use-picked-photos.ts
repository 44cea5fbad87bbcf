import { useEffect, useRef, useState } from "react";
import { addPhotos, movePhoto, removePhoto } from "../rules.ts";

export type PickedPhoto = { id: string; file: File; type: string; size: number; url: string };

let picked = 0;

// The ids are counted, because browsers make no UUIDs over plain HTTP.
const pick = (file: File): PickedPhoto => ({
  id: String(picked++),
  file,
  type: file.type,
  size: file.size,
  url: URL.createObjectURL(file),
});

/** The picked photos in order; the first is the main one. Their previews last as long as the screen. */
export function usePickedPhotos() {
  const [photos, setPhotos] = useState<readonly PickedPhoto[]>([]);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const made = urls.current;
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, []);

  function add(files: readonly File[]) {
    const offered = files.map(pick);
    for (const photo of offered) urls.current.add(photo.url);
    const added = addPhotos(photos, offered);
    setPhotos(added.photos);
    setRefusals(added.refusals);
  }
  function replace(files: readonly File[]) {
    for (const { url } of photos) URL.revokeObjectURL(url);
    const offered = files.map(pick);
    for (const photo of offered) urls.current.add(photo.url);
    setPhotos(offered);
    setRefusals([]);
  }
  function move(from: number, to: number) {
    setPhotos((before) => movePhoto(before, from, to));
  }
  function remove(index: number) {
    const url = photos[index]?.url;
    if (url) URL.revokeObjectURL(url);
    setPhotos(removePhoto(photos, index));
    setRefusals([]);
  }
  return { photos, refusals, add, replace, move, remove };
}

export type PickedPhotos = ReturnType<typeof usePickedPhotos>;
