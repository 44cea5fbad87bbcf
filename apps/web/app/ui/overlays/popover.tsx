import { startTransition } from "react";
import { placeholderTrigger } from "~/ui/overlays/placeholder-trigger.ts";
import type { PopoverProps } from "~/ui/overlays/popover-box.tsx";
import { LazyPart, lazyPart, useOpening, usePreload } from "~/ui/states/lazy-part.tsx";

const PopoverBox = lazyPart(() => import("~/ui/overlays/popover-box.tsx").then((file) => file.PopoverBox));

/** A dropdown with more content than a menu, e.g. notifications or the last conversations. Use a sheet on phones. */
export function Popover(props: PopoverProps) {
  const { isDrawn, open, reset } = useOpening();
  usePreload(PopoverBox);
  const { trigger, onOpenChange } = props;
  function handlePress() {
    open();
    startTransition(() => onOpenChange?.(true));
  }
  function handleFailure() {
    reset();
    onOpenChange?.(false);
  }
  const placeholder = placeholderTrigger(trigger, "dialog", handlePress);
  return (
    <LazyPart fallback={placeholder} onFailure={handleFailure}>
      {isDrawn ? <PopoverBox {...props} /> : placeholder}
    </LazyPart>
  );
}
