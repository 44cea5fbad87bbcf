import { PHOTO_TYPES, PHOTOS_MAX } from "@caramelo/contract/limits";
import { EyeOff, ImagePlus } from "lucide-react";
import { type ChangeEvent, type DragEvent, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Alert } from "~/ui/alert.tsx";
import { cx } from "~/ui/cx.ts";
import { PhotoTile } from "./photo-tile.tsx";
import { describePlace } from "./rules.ts";
import { usePhotoDrag } from "./use-photo-drag.ts";
import type { PickedPhotos } from "./use-picked-photos.ts";

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
      <p id="mover-fotos" className="sr-only">
        Arraste, use as setas do teclado, ou aperte e depois escolha o lugar.
      </p>
      <Faults texts={faults} />
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
            url={photo.url}
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
        {photos.length < PHOTOS_MAX && <AddTile isMain={photos.length === 0} onAdd={add} />}
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

/** What is wrong, in view wherever the page was scrolled to. */
function Faults({ texts }: { texts: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (texts.length > 0) box.current?.scrollIntoView({ block: "nearest" });
  }, [texts]);
  if (texts.length === 0) return null;
  return (
    <div ref={box} className="scroll-mt-20 scroll-mb-28">
      <Alert tone="error">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Alert>
    </div>
  );
}

function AddTile({ isMain, onAdd }: { isMain: boolean; onAdd: (files: readonly File[]) => void }) {
  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    onAdd([...(currentTarget.files ?? [])]);
    // The same file may be picked again after it was removed.
    currentTarget.value = "";
  }
  return (
    <li className={cx("relative aspect-3/4", isMain && "col-span-2 row-span-2 aspect-auto")}>
      <label className="absolute inset-0 grid place-content-center justify-items-center gap-1.5 rounded-card border-[1.5px] border-dashed border-field-line bg-[color-mix(in_srgb,var(--primary)_4%,var(--surface))] p-2 text-center text-14 leading-tight font-semibold text-primary transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary hover-mouse:border-primary">
        <ImagePlus aria-hidden className="size-5" strokeWidth={1.75} />
        Adicionar foto
        <input
          type="file"
          accept={PHOTO_TYPES.join(",")}
          multiple
          onChange={handleChange}
          data-add-photo
          className="sr-only"
        />
      </label>
    </li>
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
