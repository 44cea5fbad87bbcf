import type { CDPSession, Locator, Page } from "@playwright/test";

type Point = { x: number; y: number };

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** A point inside an element, so far from its beginning that Chromium moves no tap to a button that stands there. */
async function pointIn(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not on the screen.");
  return { x: box.x + Math.min(60, box.width / 2), y: box.y + Math.min(12, box.height / 2) };
}

/** When the last touch of each page ended, as the browser was told. */
const ends = new WeakMap<Page, number>();
/** A new touch within this time could be taken for the second of two taps. */
const APART_S = 0.4;

/** When a new touch begins, in seconds since 1970: now, or after the one before it. */
const beginTouch = (page: Page) => Math.max(Date.now() / 1000, (ends.get(page) ?? 0) + APART_S);

type TouchType = "touchStart" | "touchMove" | "touchEnd";

/** `timestamp`: when the finger did it, in seconds since 1970; now, where it is left out. */
async function put(page: Page, type: TouchType, touchPoints: Point[], timestamp?: number): Promise<void> {
  const session = await sessionOf(page);
  await session.send("Input.dispatchTouchEvent", { type, touchPoints, ...(timestamp && { timestamp }) });
}

/** Rests a finger on an element for so long, and lifts it. The browser sees a real touch. */
export async function hold(page: Page, element: Locator, ms: number): Promise<void> {
  await put(page, "touchStart", [await pointIn(element)]);
  await page.waitForTimeout(ms);
  await put(page, "touchEnd", []);
}

/**
 * Puts a finger on an element, moves it in small steps, rests, and lifts it. `from` replaces where it begins. The times
 * are given, because a list would roll on after a finger that is lifted while it moves.
 */
export async function swipe(page: Page, element: Locator, by: Point, from?: Partial<Point>): Promise<void> {
  const start = { ...(await pointIn(element)), ...from };
  const begin = beginTouch(page);
  await put(page, "touchStart", [start], begin);
  for (let step = 1; step <= 8; step += 1)
    await put(
      page,
      "touchMove",
      [{ x: start.x + (by.x * step) / 8, y: start.y + (by.y * step) / 8 }],
      begin + step * 0.016,
    );
  ends.set(page, begin + 0.4);
  await put(page, "touchEnd", [], begin + 0.4);
}

/** Taps an element twice, as fast as somebody who means it. */
export async function doubleTap(page: Page, element: Locator): Promise<void> {
  const point = await pointIn(element);
  // The times are given, because on a busy machine the taps would be too far apart.
  const begin = beginTouch(page);
  ends.set(page, begin + 0.17);
  for (const at of [begin, begin + 0.12]) {
    await put(page, "touchStart", [point], at);
    await put(page, "touchEnd", [], at + 0.05);
  }
}
