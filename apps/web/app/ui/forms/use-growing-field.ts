import { type RefObject, useEffect, useLayoutEffect } from "react";

/**
 * Makes a field as high as its text in browsers without the CSS for it (`field-sizing`, in Safari since 26.2 and
 * Firefox since 152). The field's classes keep the height limits.
 */
export function useGrowingField(field: RefObject<HTMLTextAreaElement | null>): void {
  // Each render may have changed the text, even without an event.
  useLayoutEffect(() => fitToText(field.current));
  useEffect(() => {
    const area = field.current;
    if (!area || growsByItself()) return;
    const fit = () => fitToText(area);
    // The text wraps differently when the width changes. Each fit changes the height too, which must not trigger
    // another.
    const widths = new ResizeObserver(fit);
    widths.observe(area);
    area.addEventListener("input", fit);
    return () => {
      widths.disconnect();
      area.removeEventListener("input", fit);
    };
  }, [field]);
}

const growsByItself = () => CSS.supports("field-sizing", "content");

function fitToText(area: HTMLTextAreaElement | null): void {
  if (!area || growsByItself()) return;
  const { scrollTop } = area;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  area.scrollTop = scrollTop;
}
