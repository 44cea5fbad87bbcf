import { GripVertical, Star, X } from "lucide-react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { cx } from "~/ui/cx.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { findKeyTarget } from "./rules.ts";

type Props = {
  /** Fills the tile. */
  picture: ReactNode;
  /** What the star does. */
  mainLabel: string;
  /** In a row of equals from 768 px on; else the main one is always larger. */
  isInRow?: boolean;
  /** It must stay; the screen says why, where this id is. */
  keptBecause?: string;
  index: number;
  count: number;
  isDragged: boolean;
  /** Another photo waits for a place: this one offers its own. */
  offersPlace: boolean;
  isPickedUp: boolean;
  onRemove: () => void;
  onMove: (to: number) => void;
  /** What the star does, where it is more than a move to the first place. */
  onMain?: () => void;
  onPickUp: () => void;
  onPlace: () => void;
  onPointerDown: (event: PointerEvent) => void;
};

/** One picked photo: remove it, make it the main one, or move it by dragging, by arrow keys or by two presses. */
export function PhotoTile(props: Props) {
  const { picture, mainLabel, isInRow = false, keptBecause, index } = props;
  const { isDragged, isPickedUp, offersPlace, onRemove, onMove, onPlace, onMain = () => onMove(0) } = props;
  const isMain = index === 0;
  const name = `foto ${index + 1}`;
  return (
    <li
      data-place={index}
      className={cx(
        "relative aspect-3/4 rounded-card bg-tint transition-[opacity,scale]",
        isMain && "col-span-2 row-span-2 aspect-auto outline-2 outline-offset-3 outline-primary",
        isMain && isInRow && "md:col-span-1 md:row-span-1 md:aspect-3/4",
        isPickedUp && "outline-2 outline-offset-3 outline-primary outline-dashed",
        isDragged && "scale-[0.97] opacity-75",
      )}
    >
      {picture}
      <IconButton
        look="photo"
        label={`Remover ${name}`}
        disabled={keptBecause !== undefined}
        aria-describedby={keptBecause}
        className="absolute! top-0 right-0"
        onClick={onRemove}
      >
        <X aria-hidden />
      </IconButton>
      {isMain ? (
        <MainMark />
      ) : (
        <IconButton look="photo" label={mainLabel} className="absolute! bottom-0 left-0" onClick={onMain}>
          <Star aria-hidden />
        </IconButton>
      )}
      <Grip {...props} name={name} />
      {offersPlace && (
        <button
          type="button"
          onClick={onPlace}
          className="absolute inset-0 grid place-items-center rounded-card bg-night/75 text-14 font-semibold text-on-photo focus-on-photo"
        >
          Colocar aqui
        </button>
      )}
    </li>
  );
}

const MOVE_HINT_ID = "mover-fotos";

/** How photos are moved, for those who hear the page; stands once beside the tiles. */
export function MoveHint() {
  return (
    <p id={MOVE_HINT_ID} className="sr-only">
      Arraste, use as setas do teclado, ou aperte e depois escolha o lugar.
    </p>
  );
}

function MainMark() {
  return (
    <span className="absolute bottom-2.5 left-2.5 flex h-7 items-center gap-1.5 rounded-[8px] bg-white pr-2.5 pl-2 text-13 font-bold text-night">
      <Star aria-hidden className="size-3.5 fill-[#8a6100] text-[#8a6100]" />
      Foto principal
    </span>
  );
}

function Grip(props: Props & { name: string }) {
  const { index, count, name, isPickedUp, isInRow, onMove, onPickUp, onPointerDown } = props;
  if (count < 2) return null;
  function handleKeyDown(event: KeyboardEvent) {
    const target = findKeyTarget(event.key, index, count);
    if (target === undefined) return;
    event.preventDefault();
    onMove(target);
  }
  return (
    <IconButton
      look="photo"
      label={`Mover ${name}`}
      data-grip={index}
      aria-pressed={isPickedUp}
      aria-describedby={MOVE_HINT_ID}
      className={cx("absolute! cursor-grab touch-none", isInRow ? "top-0 left-0" : "right-0 bottom-0")}
      onClick={onPickUp}
      onKeyDown={handleKeyDown}
      onPointerDown={onPointerDown}
    >
      <GripVertical aria-hidden />
    </IconButton>
  );
}
