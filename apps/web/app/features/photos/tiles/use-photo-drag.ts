import { type PointerEvent, useRef, useState } from "react";

/** The position of the tile at a point of the screen; undefined between tiles. */
function findPositionAt(x: number, y: number): number | undefined {
  const tile = document.elementFromPoint(x, y)?.closest("[data-position]");
  return tile instanceof HTMLElement ? Number(tile.dataset.position) : undefined;
}

type Move = (from: number, to: number) => void;

/**
 * Drags a photo over the tiles of the grid. The photo moves to each position it passes, and `onDrop` gets the first and
 * the last one. The listeners are on the document, because React moves the handle meanwhile.
 */
export function usePhotoDrag(count: number, onMove: Move, onDrop?: Move) {
  const [dragged, setDragged] = useState<string>();
  const at = useRef(0);

  function handlePointerDown(event: PointerEvent, id: string, index: number) {
    if (event.button !== 0) return;
    const stop = new AbortController();
    const end = () => {
      stop.abort();
      setDragged(undefined);
      if (at.current !== index) onDrop?.(index, at.current);
    };
    at.current = index;
    const follow = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const position = findPositionAt(clientX, clientY);
      if (position === undefined || position === at.current || position >= count) return;
      setDragged(id);
      onMove(at.current, position);
      at.current = position;
    };
    document.addEventListener("pointermove", follow, { signal: stop.signal });
    document.addEventListener("pointerup", end, { signal: stop.signal });
    document.addEventListener("pointercancel", end, { signal: stop.signal });
  }
  return { dragged, handlePointerDown };
}
