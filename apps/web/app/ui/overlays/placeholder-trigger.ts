import { type ComponentProps, cloneElement, type ReactElement } from "react";

/** The trigger of a layer that is not rendered yet. Looks and reads like the real trigger. */
export function placeholderTrigger(trigger: ReactElement, kind: "dialog" | "menu", open: () => void): ReactElement {
  // The cast is safe, because all our triggers are buttons.
  return cloneElement(trigger as ReactElement<ComponentProps<"button">>, {
    "aria-haspopup": kind,
    "aria-expanded": false,
    onClick: open,
  });
}
