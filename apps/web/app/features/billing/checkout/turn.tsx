import { type ReactNode, useEffect, useRef } from "react";

/**
 * What the member must do when a payment took another turn. It comes into view, since the frame reaches far below it on a
 * phone, and takes the focus from what is gone.
 */
export function Turn({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
    const { activeElement, body } = document;
    if (activeElement === body || activeElement instanceof HTMLIFrameElement)
      box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-my-24 rounded-control outline-none">
      {children}
    </div>
  );
}
