import { type Browser, type BrowserContextOptions, chromium, type Page, type Response } from "@playwright/test";
import { launchOptions } from "../../e2e/support/launch-options.ts";
import type { Sample } from "../rules.ts";

// Pages as a slow phone opens them: the network and the processor that Lighthouse calls "slow 4G" and "4× slowdown".

const PHONE: BrowserContextOptions = {
  locale: "pt-BR",
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  // Service workers are blocked, because on a first visit the browser has nothing stored.
  serviceWorkers: "block",
};
const LATENCY_MS = 150;
const BYTES_A_SECOND = 1_600_000 / 8;
const SLOWDOWN = 4;
/** A page counts as drawn when nothing has changed for this many milliseconds. */
const PAUSE_MS = 1_000;
/** A task longer than this keeps the page from answering; only the part above it counts. */
const LONG_TASK_MS = 50;

type Cookie = { name: string; value: string };
type Recorded = {
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
  /** Milliseconds of each long task and of each press. */
  tasks: number[];
  presses: number[];
};

export function openBrowser(): Promise<Browser> {
  const { CHROMIUM, CHROMIUM_PATH = CHROMIUM } = process.env;
  return chromium.launch(launchOptions(CHROMIUM_PATH));
}

/**
 * An address and the cookies with which it is opened. With `press`, a slow phone is used and `press` does what a member
 * would press.
 */
export type Visit = { address: string; cookies: readonly Cookie[]; press?: (page: Page) => Promise<void> };

/** Opens a page in a browser without stored data. */
export async function openPage(browser: Browser, { address, cookies, press }: Visit): Promise<Sample> {
  const context = await browser.newContext(PHONE);
  try {
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: new URL(address).origin })));
    const page = await context.newPage();
    if (press) await slowDown(page);
    await page.addInitScript(record);
    const responses: Response[] = [];
    page.on("response", (response) => void responses.push(response));
    await page.goto(address, { waitUntil: "networkidle", timeout: 60_000 });
    const kilobytes = async (kind: string) => (await weigh(responses, kind)) / 1000;
    // A screen without its subject may redirect, and then the scripts of both screens count.
    if (!press) return { "kB of scripts": await kilobytes("script") };
    const { origin, pathname } = new URL(page.url());
    if (origin + pathname !== address.split("?")[0]) throw new Error(`${address} led to ${page.url()}`);
    await page.waitForTimeout(PAUSE_MS);
    // Presses come last, because a press ends the browser's search for the largest paint.
    const { tasks, firstPaint, largestPaint, layoutShift } = await readRecorded(page);
    const weights = { "kB of scripts": await kilobytes("script"), "kB of fonts": await kilobytes("font") };
    const requests = responses.length;
    await press(page);
    await page.waitForTimeout(PAUSE_MS);
    const { presses } = await readRecorded(page);
    return {
      "s until the largest paint": largestPaint / 1000,
      "s until the first paint": firstPaint / 1000,
      "layout shift": layoutShift,
      "ms blocked": tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK_MS), 0),
      "ms the slowest press": Math.max(0, ...presses),
      ...weights,
      requests,
    };
  } finally {
    await context.close();
  }
}

/** The bytes on the wire of all responses of this kind. */
async function weigh(responses: Response[], kind: string): Promise<number> {
  const wanted = responses.filter((response) => response.request().resourceType() === kind);
  const sizes = await Promise.all(
    wanted.map(async (response) => {
      await response.finished();
      return (await response.request().sizes()).responseBodySize;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const throughput = { downloadThroughput: BYTES_A_SECOND, uploadThroughput: BYTES_A_SECOND };
  await browser.send("Network.enable");
  await browser.send("Network.emulateNetworkConditions", { offline: false, latency: LATENCY_MS, ...throughput });
  await browser.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

/** Runs in the page, before its own scripts. */
function record(): void {
  const recorded: Recorded = {
    // A page that paints nothing has no times.
    firstPaint: Number.NaN,
    largestPaint: Number.NaN,
    layoutShift: 0,
    tasks: [],
    presses: [],
  };
  Object.assign(window, { recorded });
  // The cast is safe, because the entries are of the requested type.
  const watch = <E extends PerformanceEntry>(type: string, note: (entry: E) => void, options: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as E);
    }).observe({ ...options, type, buffered: true });
  watch("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") recorded.firstPaint = startTime;
  });
  watch("largest-contentful-paint", ({ startTime }) => {
    recorded.largestPaint = startTime;
  });
  watch<PerformanceEntry & { value: number; hadRecentInput: boolean }>("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) recorded.layoutShift += value;
  });
  watch("longtask", ({ duration }) => recorded.tasks.push(duration));
  const notePress = ({ duration, interactionId }: PerformanceEventTiming) => {
    if (interactionId > 0) recorded.presses.push(duration);
  };
  watch("event", notePress, { durationThreshold: 16 });
}

const readRecorded = (page: Page): Promise<Recorded> =>
  // The cast is safe, because `record` has put the value there.
  page.evaluate(() => (window as unknown as { recorded: Recorded }).recorded);
