import type { Page } from "@playwright/test";

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
type Vitals = { shift: number; moved: string[]; durations: number[] };

/** From the next load on, each page counts layout shifts that the member did not cause, and how long presses take. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const vitals: Vitals = { shift: 0, moved: [], durations: [] };
    Object.assign(window, { vitals });
    const name = (node: Node | null) => (node instanceof Element ? `${node.tagName}.${node.className}` : "a text");
    new PerformanceObserver((list) => {
      // The cast is safe, because the observer gets only layout shifts. The browser marks those within half a second
      // after a press, which the member has caused.
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        vitals.shift += value;
        vitals.moved.push(...sources.map(({ node }) => name(node)));
      }
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId > 0) vitals.durations.push(duration);
      // Browsers report no times below 16 ms.
    }).observe({ ...{ durationThreshold: 16 }, type: "event", buffered: true });
  });
}

/** The counts since the page was loaded, after everything that has changed by now was drawn. */
export function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    // The cast is safe, because the value was set before the page's own scripts.
    return (window as unknown as { vitals: Vitals }).vitals;
  });
}

/** Waits until everything that the open page has requested has come and was drawn, including the photos in view. */
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
