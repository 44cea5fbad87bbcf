import { GripVertical, Star, X } from "lucide-react";
import type { KeyboardEvent, PointerEvent } from "react";
import { cx } from "~/ui/cx.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { findKeyTarget } from "./rules.ts";

type Props = {
  url: string;
  index: number;
  count: number;
  isDragged: boolean;
  /** Another photo waits for a place: this one offers its own. */
  offersPlace: boolean;
  isPickedUp: boolean;
  onRemove: () => void;
  onMove: (to: number) => void;
  onPickUp: () => void;
  onPlace: () => void;
  onPointerDown: (event: PointerEvent) => void;
};

/** One picked photo: remove it, make it the main one, or move it by dragging, by arrow keys or by two presses. */
export function PhotoTile(props: Props) {
  const { url, index, isDragged, isPickedUp, offersPlace, onRemove, onMove, onPlace } = props;
  const isMain = index === 0;
  const name = `foto ${index + 1}`;
  return (
    <li
      data-place={index}
      className={cx(
        "relative aspect-3/4 rounded-card bg-tint transition-[opacity,scale]",
        isMain && "col-span-2 row-span-2 aspect-auto outline-2 outline-offset-3 outline-primary",
        isPickedUp && "outline-2 outline-offset-3 outline-primary outline-dashed",
        isDragged && "scale-[0.97] opacity-75",
      )}
    >
      <img
        src={url}
        alt={isMain ? `Foto 1, a principal` : `Foto ${index + 1}`}
        draggable={false}
        className="absolute inset-0 size-full rounded-card object-cover"
      />
      <IconButton look="photo" label={`Remover ${name}`} className="absolute! top-0 right-0" onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
      {isMain ? (
        <MainMark />
      ) : (
        <IconButton
          look="photo"
          label={`Tornar ${name} a principal`}
          className="absolute! bottom-0 left-0"
          onClick={() => onMove(0)}
        >
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

function MainMark() {
  return (
    <span className="absolute bottom-2.5 left-2.5 flex h-7 items-center gap-1.5 rounded-[8px] bg-white pr-2.5 pl-2 text-13 font-bold text-night">
      <Star aria-hidden className="size-3.5 fill-[#8a6100] text-[#8a6100]" />
      Foto principal
    </span>
  );
}

function Grip({ index, count, name, isPickedUp, onMove, onPickUp, onPointerDown }: Props & { name: string }) {
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
      aria-describedby="mover-fotos"
      className="absolute! right-0 bottom-0 cursor-grab touch-none"
      onClick={onPickUp}
      onKeyDown={handleKeyDown}
      onPointerDown={onPointerDown}
    >
      <GripVertical aria-hidden />
    </IconButton>
  );
}
