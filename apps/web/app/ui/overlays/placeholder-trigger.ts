import { type ComponentProps, cloneElement, type ReactElement } from "react";

/** The trigger of a layer that is not drawn yet: it looks and sounds like the real one. */
export function placeholderTrigger(trigger: ReactElement, kind: "dialog" | "menu", open: () => void): ReactElement {
  // Every trigger of ours is a button, so it takes a button's properties.
  return cloneElement(trigger as ReactElement<ComponentProps<"button">>, {
    "aria-haspopup": kind,
    "aria-expanded": false,
    onClick: open,
  });
}
