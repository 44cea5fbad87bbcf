import { EllipsisVertical, GripVertical, Move, Star, X } from "lucide-react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { useMedia } from "~/ui/basics/use-media.ts";
import { Menu, MenuItem } from "~/ui/overlays/menu.tsx";
import { findKeyTarget } from "../rules.ts";

type Props = {
  picture: ReactNode;
  /** True during the upload, when the photo can be neither moved nor removed. */
  isFixed?: boolean;
  /** The label of the star. */
  mainLabel: string;
  /**
   * With `isInRow`, all tiles have the same size from 768 px on, and on phones each tile has a menu. Otherwise the main
   * photo is larger.
   */
  isInRow?: boolean;
  /** The id of the text that explains why this photo cannot be removed. */
  keptBecause?: string;
  index: number;
  count: number;
  isDragged: boolean;
  /** True when another photo is picked up and can be dropped here. */
  isTarget: boolean;
  isPickedUp: boolean;
  onRemove: () => void;
  onMove: (to: number) => void;
  /** The action of the star, if it is more than a move to the first position. */
  onMain?: () => void;
  onPickUp: () => void;
  onPut: () => void;
  onPointerDown: (event: PointerEvent) => void;
};

// The buttons have a maximum size, because a tile does not grow with the text.
const TILE_BUTTON = "size-[min(2.75rem,44px)]! *:last:size-[min(2.25rem,36px)]!";

/** One photo, which can be removed, made the main one, or moved by dragging, arrow keys or two presses. */
export function PhotoTile(props: Props) {
  const { picture, mainLabel, isInRow = false, isFixed = false, keptBecause, index } = props;
  const { isDragged, isPickedUp, isTarget, onRemove, onMove, onPut, onMain = () => onMove(0) } = props;
  const isMain = index === 0;
  const name = `foto ${index + 1}`;
  const isWide = useMedia("(min-width: 48rem)");
  const hasMenu = isInRow && !isWide && !isFixed;
  const hasDiscs = !hasMenu && !isFixed;
  return (
    <li
      data-position={index}
      className={cx(
        "relative aspect-3/4 rounded-card bg-tint transition-[opacity,scale]",
        isMain && "col-span-2 row-span-2 aspect-auto outline-2 outline-offset-3 outline-primary",
        isMain && isInRow && "md:col-span-1 md:row-span-1 md:aspect-3/4",
        isPickedUp && "outline-2 outline-offset-3 outline-primary outline-dashed",
        isDragged && "scale-[0.97] opacity-75",
      )}
    >
      {picture}
      {hasMenu && <TileMenu {...props} name={name} onMain={onMain} />}
      {hasDiscs && (
        <IconButton
          look="photo"
          label={`Remover ${name}`}
          disabled={keptBecause !== undefined}
          aria-describedby={keptBecause}
          position="absolute"
          className={cx(TILE_BUTTON, "top-0 right-0")}
          onClick={onRemove}
        >
          <X aria-hidden />
        </IconButton>
      )}
      {isMain && <MainLabel />}
      {!isMain && hasDiscs && (
        <IconButton
          look="photo"
          label={mainLabel}
          position="absolute"
          className={cx(TILE_BUTTON, "bottom-0 left-0")}
          onClick={onMain}
        >
          <Star aria-hidden />
        </IconButton>
      )}
      {hasDiscs && <Grip {...props} name={name} />}
      {isTarget && <Cover onPress={onPut}>Colocar aqui</Cover>}
      {isPickedUp && hasMenu && <Cover onPress={props.onPickUp}>Cancelar</Cover>}
    </li>
  );
}

/** A button over a tile while a photo is picked up: drops the photo there, or cancels. */
function Cover({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="absolute inset-0 grid place-items-center rounded-card bg-night/75 text-14 font-semibold text-on-photo focus-on-photo"
    >
      {children}
    </button>
  );
}

/** The menu of a small tile: 100 px have space for only one button next to the face. */
function TileMenu({ index, count, name, keptBecause, onMain, onPickUp, onRemove }: Props & { name: string }) {
  return (
    <Menu
      trigger={
        <IconButton
          look="photo"
          label={`Opções da ${name}`}
          data-grip={index}
          position="absolute"
          className={cx(TILE_BUTTON, "top-0 right-0")}
        >
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
    >
      {index > 0 && onMain && (
        <MenuItem icon={<Star aria-hidden />} onSelect={onMain}>
          Definir como foto de perfil
        </MenuItem>
      )}
      {count > 1 && (
        <MenuItem icon={<Move aria-hidden />} onSelect={onPickUp}>
          Mudar de lugar
        </MenuItem>
      )}
      <MenuItem icon={<X aria-hidden />} tone="danger" isDisabled={keptBecause !== undefined} onSelect={onRemove}>
        Remover foto
      </MenuItem>
    </Menu>
  );
}

const MOVE_HINT_ID = "mover-fotos";

/** Explains to screen readers at each handle how to move photos. The text is in the page once. */
export function MoveHint() {
  return (
    <p id={MOVE_HINT_ID} hidden>
      Arraste, use as setas do teclado, ou aperte e depois escolha o lugar.
    </p>
  );
}

function MainLabel() {
  return (
    <span className="absolute bottom-2.5 left-2.5 flex h-7 items-center gap-1.5 rounded-[8px] bg-white pr-2.5 pl-2 text-13 font-bold text-night">
      <Star aria-hidden className="size-3.5 fill-[#8a6100] text-[#8a6100]" />
      Foto de perfil
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
      position="absolute"
      className={cx(TILE_BUTTON, "cursor-grab touch-none", isInRow ? "top-0 left-0" : "right-0 bottom-0")}
      onClick={onPickUp}
      onKeyDown={handleKeyDown}
      onPointerDown={onPointerDown}
    >
      <GripVertical aria-hidden />
    </IconButton>
  );
}
