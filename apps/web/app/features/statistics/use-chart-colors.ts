import { type RefObject, useEffect, useState } from "react";

export type ChartColors = { line: string; grid: string; text: string };

/**
 * The colours of the theme in a form that a canvas can use, read from an element with the classes of the palette. They
 * are read again when the theme changes.
 */
export function useChartColors(probe: RefObject<HTMLElement | null>): ChartColors | undefined {
  const [colors, setColors] = useState<ChartColors>();
  useEffect(() => {
    const read = () => {
      const element = probe.current;
      if (!element) return;
      const { color, borderTopColor, outlineColor } = getComputedStyle(element);
      setColors({ line: color, grid: borderTopColor, text: outlineColor });
    };
    read();
    const system = matchMedia("(prefers-color-scheme: dark)");
    const chosen = new MutationObserver(read);
    chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    system.addEventListener("change", read);
    return () => {
      chosen.disconnect();
      system.removeEventListener("change", read);
    };
  }, [probe]);
  return colors;
}
