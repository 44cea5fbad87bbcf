import { expect, type Page, test } from "@playwright/test";

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
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // The cast is safe, because the value was set before the page's own scripts.
    return (window as unknown as { vitals: Vitals }).vitals;
  });
}

/** The cumulative layout shift that a screen may have. */
const MAX_SHIFT = 0.02;

/** Expects that nothing has moved by itself since the page was loaded. */
export async function expectStill(page: Page, name: string): Promise<void> {
  const { shift, moved: movedElements } = await readVitals(page);
  test.info().annotations.push({ type: `layout shift of ${name}`, description: shift.toFixed(4) });
  expect.soft(shift, `${name} moves ${movedElements.join(", ")}`).toBeLessThanOrEqual(MAX_SHIFT);
}

/** Longer than the half second after a press in which the browser takes every movement for the member's doing. */
const LATE_MS = 800;

/** From now on, these addresses are answered late. */
export async function answerLate(page: Page, address: string | RegExp): Promise<void> {
  await page.route(address, async (route) => {
    await new Promise((done) => setTimeout(done, LATE_MS));
    await route.fallback();
  });
}

/** A call is released this long after the one before it, so that the browser draws in between. */
const STEP_MS = 50;

/**
 * From now on, of the calls that a screen makes at the same time, the last is answered first: a layout that depends on
 * the order moves.
 */
export async function reverseAnswers(page: Page): Promise<void> {
  const waitingCalls: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  function release() {
    waitingCalls.pop()?.();
    if (waitingCalls.length > 0) timer = setTimeout(release, STEP_MS);
  }
  await page.route("**/api/**", async (route) => {
    clearTimeout(timer);
    timer = setTimeout(release, 2 * STEP_MS);
    await new Promise<void>((go) => waitingCalls.push(go));
    await route.fallback();
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
