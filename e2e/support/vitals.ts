import type { Page } from "@playwright/test";

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
type Vitals = { shift: number; moved: string[]; durations: number[] };

/** From the next load on, each page keeps count of what moves without the member's doing, and of how long presses take. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const vitals: Vitals = { shift: 0, moved: [], durations: [] };
    Object.assign(window, { vitals });
    const name = (node: Node | null) => (node instanceof Element ? `${node.tagName}.${node.className}` : "a text");
    new PerformanceObserver((list) => {
      // The entries that were asked for. What follows a press within half a second is the member's doing.
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        vitals.shift += value;
        vitals.moved.push(...sources.map(({ node }) => name(node)));
      }
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId > 0) vitals.durations.push(duration);
      // Shorter ones are never reported.
    }).observe({ ...{ durationThreshold: 16 }, type: "event", buffered: true });
  });
}

/** What was counted since the page was loaded, and until what has changed by now is drawn. */
export function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    // Put there before the page's own scripts.
    return (window as unknown as { vitals: Vitals }).vitals;
  });
}

/** Waits until all that the open page asked for has come, with the photos in view, and was drawn. */
export async function expectLoaded(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => {
        const { top, bottom, left, right } = image.getBoundingClientRect();
        return top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
      })
      .every((image) => image.complete),
  );
}
