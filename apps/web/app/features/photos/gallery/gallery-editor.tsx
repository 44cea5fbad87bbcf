import { PHOTOS_MAX, PHOTOS_MIN } from "@caramelo/contract/limits";
import { EyeOff } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { MemberPhoto } from "~/ui/members/member-photo.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { countText } from "../gallery-rules.ts";
import { describePhoto, describePosition } from "../rules.ts";
import { AddPhotoTile } from "../tiles/add-photo-tile.tsx";
import { PhotoErrors } from "../tiles/photo-errors.tsx";
import { MoveHint, PhotoTile } from "../tiles/photo-tile.tsx";
import { usePhotoDrag } from "../tiles/use-photo-drag.ts";
import type { GalleryStore, OwnPhoto } from "../types.ts";
import { UploadProgress } from "../upload/upload-progress.tsx";
import { type Gallery, useGallery } from "./use-gallery.ts";

const LARGE = {
  ratio: 3 / 4,
  widths: [
    ["(min-width: 768px)", "20vw"],
    ["", "66vw"],
  ],
} as const;
const SMALL = {
  ratio: 3 / 4,
  widths: [
    ["(min-width: 768px)", "20vw"],
    ["", "33vw"],
  ],
} as const;
const MINIMUM_HINT_ID = "fotos-minimo";

type Props = { photos: readonly OwnPhoto[]; store: GalleryStore };

/** The gallery editor: adds, removes and reorders the member's photos, and chooses the profile photo. */
export function GalleryEditor({ photos, store }: Props) {
  const gallery = useGallery(photos, store);
  const { shown: shownPhotos, errors, upload, add, cancel } = gallery;
  const isFewest = shownPhotos.length <= PHOTOS_MIN;
  return (
    <section
      aria-labelledby="suas-fotos"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4 md:pt-5"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="suas-fotos" className="text-18">
          Suas fotos
        </h2>
        <p className="text-14 text-muted tabular-nums">{countText(shownPhotos.length)}</p>
      </div>
      <PhotoErrors texts={errors} />
      <PhotoGrid gallery={gallery} isFewest={isFewest} onAdd={add} />
      {upload && <UploadProgress upload={upload} onCancel={cancel} />}
      {isFewest && (
        <p id={MINIMUM_HINT_ID} className="text-14 text-muted">
          {shownPhotos.length < PHOTOS_MIN
            ? `Seu perfil precisa de pelo menos ${PHOTOS_MIN} fotos.`
            : `Seu perfil tem sempre pelo menos ${PHOTOS_MIN} fotos: para remover uma, adicione outra antes.`}
        </p>
      )}
      <p className="flex items-start gap-2 text-14 text-muted">
        <EyeOff aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
        Retiramos a localização e os dados da câmera de cada foto.
      </p>
    </section>
  );
}

type GridProps = { gallery: Gallery; isFewest: boolean; onAdd: (files: readonly File[]) => void };

function PhotoGrid({ gallery, isFewest, onAdd }: GridProps) {
  const { shown: shownPhotos, upload, preview } = gallery;
  const grid = useRef<HTMLUListElement>(null);
  const [pickedUp, setPickedUp] = useState<number>();
  const [removedPhoto, setRemovedPhoto] = useState<OwnPhoto>();
  const askedPhoto = useRef<OwnPhoto>(undefined);
  const [announcement, setAnnouncement] = useState("");
  const drag = usePhotoDrag(shownPhotos.length, preview, finishMove);

  function finishMove(from: number, to: number) {
    // Render the move synchronously: React detaches and reattaches the moved handle, which must get its focus back.
    flushSync(() => {
      gallery.move(from, to);
      setPickedUp(undefined);
      setAnnouncement(describePosition(to, shownPhotos.length));
    });
    grid.current?.querySelector<HTMLElement>(`[data-grip="${to}"]`)?.focus();
  }
  /** The button of a removed photo is gone, so the tile for a new photo gets the focus. */
  function findFocus(): HTMLElement | null {
    if (shownPhotos.some(({ id }) => id === askedPhoto.current?.id)) return null;
    return grid.current?.querySelector<HTMLElement>("[data-add-photo]") ?? null;
  }
  function askToRemove(photo: OwnPhoto) {
    askedPhoto.current = photo;
    setRemovedPhoto(photo);
  }
  function handleMain(index: number) {
    gallery.setMain(index);
    setPickedUp(undefined);
    setAnnouncement(describePosition(0, shownPhotos.length));
  }
  function handleDropFiles(event: DragEvent) {
    event.preventDefault();
    onAdd([...event.dataTransfer.files]);
  }
  return (
    <>
      <MoveHint />
      <ul
        ref={grid}
        aria-label="Suas fotos"
        onDragOver={(event) => event.preventDefault()}
        onDrop={handleDropFiles}
        className="grid grid-cols-3 gap-2.5 md:grid-cols-5 md:gap-3"
      >
        {shownPhotos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            picture={
              <MemberPhoto
                photo={photo}
                alt={describePhoto(index)}
                slot={index === 0 ? LARGE : SMALL}
                className="rounded-card"
              />
            }
            mainLabel={`Definir como foto de perfil: foto ${index + 1}`}
            isInRow
            keptBecause={isFewest ? MINIMUM_HINT_ID : undefined}
            index={index}
            count={shownPhotos.length}
            isDragged={drag.dragged === photo.id}
            isPickedUp={pickedUp === index}
            isTarget={pickedUp !== undefined && pickedUp !== index}
            onRemove={() => askToRemove(photo)}
            onMove={(to) => finishMove(index, to)}
            onMain={() => handleMain(index)}
            onPickUp={() => setPickedUp(pickedUp === index ? undefined : index)}
            onPut={() => pickedUp !== undefined && finishMove(pickedUp, index)}
            onPointerDown={(event) => drag.handlePointerDown(event, photo.id, index)}
          />
        ))}
        {shownPhotos.length < PHOTOS_MAX && <AddPhotoTile onAdd={onAdd} isDisabled={upload !== undefined} />}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <RemoveDialog
        photo={removedPhoto}
        isBusy={gallery.isRemoving}
        onConfirm={async (photo) => {
          await gallery.remove(photo.id);
          setRemovedPhoto(undefined);
          setPickedUp(undefined);
        }}
        onClose={() => setRemovedPhoto(undefined)}
        finalFocus={findFocus}
      />
    </>
  );
}

type RemoveProps = {
  photo: OwnPhoto | undefined;
  isBusy: boolean;
  onConfirm: (photo: OwnPhoto) => void;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

function RemoveDialog({ photo, isBusy, onConfirm, onClose, finalFocus }: RemoveProps) {
  return (
    <ConfirmDialog
      isOpen={photo !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="danger"
      title="Remover esta foto?"
      text="Ela sai do seu perfil na hora e não pode ser recuperada."
      confirmLabel="Remover foto"
      isBusy={isBusy}
      onConfirm={() => photo && onConfirm(photo)}
      finalFocus={finalFocus}
    />
  );
}
