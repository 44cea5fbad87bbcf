import { PHOTOS_MAX } from "@caramelo/contract/limits";
import { EyeOff } from "lucide-react";
import { type DragEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AddPhotoTile } from "./add-photo-tile.tsx";
import { PhotoFaults } from "./photo-faults.tsx";
import { MoveHint, PhotoTile } from "./photo-tile.tsx";
import { describePhoto, describePlace } from "./rules.ts";
import { usePhotoDrag } from "./use-photo-drag.ts";
import type { PickedPhotos } from "./use-picked-photos.ts";

const PICTURE = "absolute inset-0 size-full rounded-card object-cover";

/** Picks, orders and removes photos before they are sent. `error` is what the form has against them. */
export function PhotoPicker({ picked, error }: { picked: PickedPhotos; error: string | undefined }) {
  const { photos, refusals, add, remove } = picked;
  const grid = useRef<HTMLUListElement>(null);
  const [pickedUp, setPickedUp] = useState<number>();
  const [news, setNews] = useState("");
  const drag = usePhotoDrag(photos.length, (from, to) => picked.move(from, to));

  function move(from: number, to: number) {
    // The moved handle keeps the focus: React takes it out of the page and back.
    flushSync(() => {
      picked.move(from, to);
      setPickedUp(undefined);
      setNews(describePlace(to, photos.length));
    });
    grid.current?.querySelector<HTMLElement>(`[data-grip="${to}"]`)?.focus();
  }
  function handleDrop(event: DragEvent) {
    event.preventDefault();
    add([...event.dataTransfer.files]);
  }
  const faults = useMemo(() => (refusals.length === 0 && error ? [error] : refusals), [refusals, error]);
  return (
    <div className="grid gap-4">
      <MoveHint />
      <PhotoFaults texts={faults} />
      <ul
        ref={grid}
        aria-label="Suas fotos"
        onDragOver={(event) => event.preventDefault()}
        onDrop={handleDrop}
        className="grid grid-cols-3 gap-2.5 md:grid-cols-4 md:gap-3"
      >
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            picture={<img src={photo.url} alt={describePhoto(index)} draggable={false} className={PICTURE} />}
            mainLabel={`Tornar foto ${index + 1} a principal`}
            index={index}
            count={photos.length}
            isDragged={drag.dragged === photo.id}
            isPickedUp={pickedUp === index}
            offersPlace={pickedUp !== undefined && pickedUp !== index}
            onRemove={() => {
              setPickedUp(undefined);
              remove(index);
            }}
            onMove={(to) => move(index, to)}
            onPickUp={() => setPickedUp(pickedUp === index ? undefined : index)}
            onPlace={() => pickedUp !== undefined && move(pickedUp, index)}
            onPointerDown={(event) => drag.handlePointerDown(event, photo.id, index)}
          />
        ))}
        {photos.length < PHOTOS_MAX && <AddPhotoTile isLarge={photos.length === 0} onAdd={add} />}
        <FreePlaces count={PHOTOS_MAX - photos.length - 1} />
      </ul>
      <p role="status" className="sr-only">
        {news}
      </p>
      <p className="flex items-start gap-2 text-14 text-muted">
        <EyeOff aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
        Retiramos a localização e os dados da câmera de cada foto.
      </p>
    </div>
  );
}

/** Places still to fill: they keep the grid at its height. */
function FreePlaces({ count }: { count: number }) {
  return Array.from({ length: Math.max(count, 0) }, (_, place) => (
    <li
      key={`free-${String(place)}`}
      aria-hidden
      className="aspect-3/4 rounded-card border-[1.5px] border-dashed border-line"
    />
  ));
}
