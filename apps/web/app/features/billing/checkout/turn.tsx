import type { ReactNode } from "react";

/**
 * Says what the member must do when a payment could not be completed. The text scrolls into view, because on phones the
 * payment frame below it is long. It takes the focus if that is in the frame, or if the focused element is gone.
 */
export function Turn({ children }: { children: ReactNode }) {
  return (
    <div ref={bringIntoView} tabIndex={-1} className="scroll-my-24 rounded-control outline-none">
      {children}
    </div>
  );
}

function bringIntoView(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: "nearest" });
  const { activeElement, body } = document;
  if (activeElement === body || activeElement instanceof HTMLIFrameElement) box?.focus({ preventScroll: true });
}
