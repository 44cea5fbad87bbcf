import { PHOTOS_MAX } from "@caramelo/contract/limits";
import { Check, EyeOff } from "lucide-react";
import { type DragEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { describeUpload, percentOf } from "../gallery-rules.ts";
import { describePhoto, describePosition, photoShares } from "../rules.ts";
import { AddPhotoTile } from "../tiles/add-photo-tile.tsx";
import { PhotoErrors } from "../tiles/photo-errors.tsx";
import { MoveHint, PhotoTile } from "../tiles/photo-tile.tsx";
import { usePhotoDrag } from "../tiles/use-photo-drag.ts";
import type { PickedPhotos } from "./use-picked-photos.ts";

const PICTURE = "absolute inset-0 size-full rounded-card object-cover";

type Props = {
  picked: PickedPhotos;
  /** Says whose photos they are, for screen readers. */
  label?: string;
  /** The error of the photos as a whole. */
  error: string | undefined;
  /** The uploaded part of the photos, from 0 to 1; undefined before the upload. */
  share?: number | undefined;
};

/** Picks, orders and removes photos before the upload, and shows the progress of each. */
export function PhotoPicker({ picked, label = "Suas fotos", error, share }: Props) {
  const { photos, refusals, add, remove } = picked;
  const grid = useRef<HTMLUListElement>(null);
  const [pickedUp, setPickedUp] = useState<number>();
  const [announcement, setAnnouncement] = useState("");
  const drag = usePhotoDrag(photos.length, (from, to) => picked.move(from, to));

  function move(from: number, to: number) {
    // Render the move synchronously: React detaches and reattaches the moved handle, which must get its focus back.
    flushSync(() => {
      picked.move(from, to);
      setPickedUp(undefined);
      setAnnouncement(describePosition(to, photos.length));
    });
    grid.current?.querySelector<HTMLElement>(`[data-grip="${to}"]`)?.focus();
  }
  function handleDrop(event: DragEvent) {
    event.preventDefault();
    add([...event.dataTransfer.files]);
  }
  const isSending = share !== undefined;
  const shares = isSending
    ? photoShares(
        photos.map(({ size }) => size),
        share,
      )
    : [];
  const errors = useMemo(() => [...new Set(error ? [...refusals, error] : refusals)], [refusals, error]);
  return (
    <div className="grid gap-4">
      <MoveHint />
      <PhotoErrors texts={errors} />
      <ul
        ref={grid}
        aria-label={label}
        onDragOver={(event) => event.preventDefault()}
        onDrop={handleDrop}
        className="grid grid-cols-3 gap-2.5 md:grid-cols-4 md:gap-3"
      >
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            picture={
              <>
                <img src={photo.url} alt={describePhoto(index)} draggable={false} className={PICTURE} />
                {isSending && <SentShare index={index} share={shares[index] ?? 0} />}
              </>
            }
            isFixed={isSending}
            mainLabel={`Definir como foto de perfil: foto ${index + 1}`}
            index={index}
            count={photos.length}
            isDragged={drag.dragged === photo.id}
            isPickedUp={pickedUp === index}
            isTarget={pickedUp !== undefined && pickedUp !== index}
            onRemove={() => {
              setPickedUp(undefined);
              remove(index);
            }}
            onMove={(to) => move(index, to)}
            onPickUp={() => setPickedUp(pickedUp === index ? undefined : index)}
            onPut={() => pickedUp !== undefined && move(pickedUp, index)}
            onPointerDown={(event) => drag.handlePointerDown(event, photo.id, index)}
          />
        ))}
        {photos.length < PHOTOS_MAX && !isSending && <AddPhotoTile isLarge={photos.length === 0} onAdd={add} />}
        <EmptySlots count={PHOTOS_MAX - photos.length - (isSending ? 0 : 1)} />
      </ul>
      {picked.preparing > 0 && (
        <p className="text-14 text-muted">
          {describeUpload({ phase: "preparing", count: picked.preparing, share: 0 })}
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p className="flex items-start gap-2 text-14 text-muted">
        <EyeOff aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
        Retiramos a localização e os dados da câmera de cada foto.
      </p>
    </div>
  );
}

/** Empty slots for the missing photos, so that the grid keeps its height. */
function EmptySlots({ count }: { count: number }) {
  return Array.from({ length: Math.max(count, 0) }, (_, slot) => (
    <li
      key={`free-${String(slot)}`}
      aria-hidden
      className="aspect-3/4 rounded-card border-[1.5px] border-dashed border-line"
    />
  ));
}

/** The overlay of a photo during its upload: progress, then arrival. */
function SentShare({ index, share }: { index: number; share: number }) {
  const percent = percentOf(share);
  return (
    <span
      role="progressbar"
      aria-label={`Envio da foto ${index + 1}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="absolute inset-0 rounded-card bg-night/35"
    >
      <span className="absolute top-2 right-2 grid h-7 min-w-12 place-items-center rounded-full bg-night/80 px-2 text-13 font-semibold text-on-photo tabular-nums">
        {percent < 100 ? `${percent}%` : <Check aria-hidden className="size-4.5" strokeWidth={2.25} />}
      </span>
    </span>
  );
}
