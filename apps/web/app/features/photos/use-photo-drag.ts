import { type PointerEvent, useRef, useState } from "react";

/** The place under a point of the screen; undefined between places. */
function findPlaceAt(x: number, y: number): number | undefined {
  const tile = document.elementFromPoint(x, y)?.closest("[data-place]");
  return tile instanceof HTMLElement ? Number(tile.dataset.place) : undefined;
}

type Move = (from: number, to: number) => void;

/**
 * Drags a photo over the places of the grid: it takes each place it passes, and at last `onDrop` tells where it came
 * from and where it is. Watches the document rather than the handle, which React moves about meanwhile.
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
      const place = findPlaceAt(clientX, clientY);
      if (place === undefined || place === at.current || place >= count) return;
      setDragged(id);
      onMove(at.current, place);
      at.current = place;
    };
    document.addEventListener("pointermove", follow, { signal: stop.signal });
    document.addEventListener("pointerup", end, { signal: stop.signal });
    document.addEventListener("pointercancel", end, { signal: stop.signal });
  }
  return { dragged, handlePointerDown };
}
