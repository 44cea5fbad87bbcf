import type { ReactNode } from "react";
import { LazyPart, useOpening, usePreload } from "~/ui/states/lazy-part.tsx";

type Props = {
  isOpen: boolean;
  /** The lazy component of the layer. */
  part: { preload: () => Promise<void> };
  /** Called when the code could not be loaded. It must close the layer. */
  onFailure: () => void;
  /** The layer, which also receives `isOpen`. */
  children: ReactNode;
};

/** Renders a layer whose code loads before its first opening. It stays mounted, so that its closing is animated. */
export function LazyLayer({ isOpen, part, onFailure, children }: Props) {
  const { isDrawn, reset } = useOpening(isOpen);
  usePreload(part);
  function handleFailure() {
    reset();
    onFailure();
  }
  return <LazyPart onFailure={handleFailure}>{isDrawn && children}</LazyPart>;
}
