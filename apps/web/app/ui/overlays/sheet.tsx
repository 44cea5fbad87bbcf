import { type ReactElement, useContext } from "react";
import type { DialogProps } from "~/ui/overlays/dialog.tsx";
import { placeholderTrigger } from "~/ui/overlays/placeholder-trigger.ts";
import { SheetParts } from "~/ui/overlays/sheet-parts.ts";
import { LazyPart, lazyPart, useOpening, usePreload } from "~/ui/states/lazy-part.tsx";

const SheetBox = lazyPart(() => import("~/ui/overlays/sheet-box.tsx").then((file) => file.SheetBox));

/** A panel at the bottom edge of phones, closed by a swipe down. From 768 px on it is centred. */
export function Sheet(props: DialogProps) {
  const { isOpen = false, trigger, onOpenChange } = props;
  const { isDrawn, open, reset } = useOpening(isOpen);
  usePreload(SheetBox);
  function handleFailure() {
    reset();
    onOpenChange?.(false);
  }
  const placeholder = trigger && placeholderTrigger(trigger, "dialog", open);
  return (
    <LazyPart fallback={placeholder} onFailure={handleFailure}>
      {isDrawn ? <SheetBox {...props} /> : placeholder}
    </LazyPart>
  );
}

/** Closes the sheet around it and looks like the given button. */
export function SheetClose({ render }: { render: ReactElement }) {
  const parts = useContext(SheetParts);
  return parts && <parts.Close render={render} />;
}
