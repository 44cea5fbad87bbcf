import type { CDPSession, Locator, Page } from "@playwright/test";

type Point = { x: number; y: number };

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** A point inside an element, so far from its beginning that Chromium moves no tap to a button there. */
async function pointIn(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not on the screen.");
  return { x: box.x + Math.min(60, box.width / 2), y: box.y + Math.min(12, box.height / 2) };
}

/** Whether a finger meets a control anywhere in the 44 px around its middle, from top to bottom. */
export const isTallTarget = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const { left, width, top, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return [y - 21.5, y, y + 21.5].every((at) => element.contains(document.elementFromPoint(x, at)));
  });

/** When the last touch of each page ended, in milliseconds since 1970. */
const ends = new WeakMap<Page, number>();
/** A new touch within this time could be taken for the second of two taps. */
const APART_MS = 400;

/**
 * Lets enough time pass since the touch before. Touches that are said to come later than now would need no waiting, but
 * with them a list was sometimes not scrolled.
 */
async function waitApart(page: Page): Promise<void> {
  await page.waitForTimeout(Math.max(0, (ends.get(page) ?? 0) + APART_MS - Date.now()));
}

type TouchType = "touchStart" | "touchMove" | "touchEnd";

/** `timestamp`: when the finger did it, in seconds since 1970; now, where it is left out. */
async function put(page: Page, type: TouchType, touchPoints: Point[], timestamp?: number): Promise<void> {
  const session = await sessionOf(page);
  await session.send("Input.dispatchTouchEvent", { type, touchPoints, ...(timestamp && { timestamp }) });
}

/** Rests a finger on an element for this long, and lifts it. The browser sees a real touch. */
export async function hold(page: Page, element: Locator, ms: number): Promise<void> {
  await put(page, "touchStart", [await pointIn(element)]);
  await page.waitForTimeout(ms);
  await put(page, "touchEnd", []);
}

/** Moves of a finger come about as often as a screen is drawn. */
const STEP_MS = 16;
/** A list rolls on after a finger that is lifted while it moves, and stops after one that rests first. */
const REST_MS = 300;

/** Puts a finger on an element, moves it in small steps, rests, and lifts it. `from` replaces where it begins. */
export async function swipe(page: Page, element: Locator, by: Point, from?: Partial<Point>): Promise<void> {
  await waitApart(page);
  const start = { ...(await pointIn(element)), ...from };
  await put(page, "touchStart", [start]);
  for (let step = 1; step <= 8; step += 1) {
    await page.waitForTimeout(STEP_MS);
    await put(page, "touchMove", [{ x: start.x + (by.x * step) / 8, y: start.y + (by.y * step) / 8 }]);
  }
  await page.waitForTimeout(REST_MS);
  await put(page, "touchEnd", []);
  ends.set(page, Date.now());
}

/** Taps an element twice, as fast as a person who means it. */
export async function doubleTap(page: Page, element: Locator): Promise<void> {
  await waitApart(page);
  const point = await pointIn(element);
  // The times are given, because on a busy machine the taps would be too far apart.
  const begin = Date.now() / 1000;
  for (const at of [begin, begin + 0.12]) {
    await put(page, "touchStart", [point], at);
    await put(page, "touchEnd", [], at + 0.05);
  }
  ends.set(page, Date.now());
}
