import { type RefObject, useEffect, useLayoutEffect } from "react";

/**
 * Makes a field as high as its text where the browser cannot do it by CSS (`field-sizing`, which Safari has since 26.2
 * and Firefox since 152). The bounds of the height stay in the field's classes.
 */
export function useGrowingField(field: RefObject<HTMLTextAreaElement | null>): void {
  // Each render may have brought another text, also without an event.
  useLayoutEffect(() => fitToText(field.current));
  useEffect(() => {
    const area = field.current;
    if (!area || growsByItself()) return;
    const fit = () => fitToText(area);
    // The text breaks elsewhere when the width changes. The height changes with each fit, which then changes nothing.
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
