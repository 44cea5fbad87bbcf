import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";

// Pages as a slow phone opens them: the network and the processor that Lighthouse calls "slow 4G" and "4× slowdown".

const PHONE: BrowserContextOptions = {
  locale: "pt-BR",
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  // The first visit: nothing is kept yet.
  serviceWorkers: "block",
};
const LATENCY_MS = 150;
const BYTES_A_SECOND = 1_600_000 / 8;
const SLOWDOWN = 4;
/** Nothing more is drawn after a pause as long as this, in milliseconds. */
const PAUSE_MS = 1_000;
/** A longer task keeps the page from answering; only what is above counts. */
const LONG_TASK_MS = 50;

/** What one visit of a page measured. Times in milliseconds since its navigation began. */
export type Paint = {
  firstPaint: number;
  largestPaint: number;
  /** What was largest: its tag and class. */
  largest: string;
  layoutShift: number;
  /** Of all tasks the part above 50 ms. */
  blockedMs: number;
  /** The slowest of the presses. */
  interactionMs: number;
  fontBytes: number;
  requests: number;
};

type Cookie = { name: string; value: string };
type Recorded = Pick<Paint, "firstPaint" | "largestPaint" | "largest" | "layoutShift"> & {
  tasks: number[];
  interactions: number[];
};

export function openBrowser(): Promise<Browser> {
  const { CHROMIUM, CHROMIUM_PATH = CHROMIUM } = process.env;
  return chromium.launch({
    args: ["--no-sandbox", "--disable-gpu"],
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
  });
}

/** Opens a page in a browser that keeps nothing, and then calls `press`, which presses what a member would. */
export async function openPage(
  browser: Browser,
  { address, cookies, press }: { address: string; cookies: readonly Cookie[]; press: (page: Page) => Promise<void> },
): Promise<Paint> {
  const context = await browser.newContext(PHONE);
  try {
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: new URL(address).origin })));
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript(record);
    let [fontBytes, requests] = [0, 0];
    page.on("response", async (response) => {
      requests += 1;
      if (response.request().resourceType() === "font")
        fontBytes += (await response.request().sizes()).responseBodySize;
    });
    await page.goto(address, { waitUntil: "networkidle", timeout: 60_000 });
    if (new URL(page.url()).pathname !== new URL(address).pathname) throw new Error(`${address} led to ${page.url()}`);
    await page.waitForTimeout(PAUSE_MS);
    // Presses come after it: a press ends the search for the largest paint.
    const { tasks, ...painted } = await readRecorded(page);
    await press(page);
    await page.waitForTimeout(PAUSE_MS);
    const { interactions } = await readRecorded(page);
    const { firstPaint, largestPaint, largest, layoutShift } = painted;
    return {
      ...{ firstPaint, largestPaint, largest, layoutShift, fontBytes, requests },
      blockedMs: tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK_MS), 0),
      interactionMs: Math.max(0, ...interactions),
    };
  } finally {
    await context.close();
  }
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
    ...{ firstPaint: Number.NaN, largestPaint: Number.NaN, largest: "", layoutShift: 0 },
    tasks: [],
    interactions: [],
  };
  Object.assign(window, { recorded });
  const watch = <E extends PerformanceEntry>(type: string, note: (entry: E) => void, more: object = {}) =>
    // The entries are of the type that was asked for.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as E);
    }).observe({ ...more, type, buffered: true });
  watch("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") recorded.firstPaint = startTime;
  });
  watch<PerformanceEntry & { element: Element | null }>("largest-contentful-paint", ({ startTime, element }) => {
    recorded.largestPaint = startTime;
    recorded.largest = element ? `${element.tagName} ${element.className}`.slice(0, 60) : "";
  });
  watch<PerformanceEntry & { value: number; hadRecentInput: boolean }>("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) recorded.layoutShift += value;
  });
  watch("longtask", ({ duration }) => recorded.tasks.push(duration));
  watch<PerformanceEventTiming>(
    "event",
    ({ duration, interactionId }) => {
      if (interactionId > 0) recorded.interactions.push(duration);
    },
    { durationThreshold: 16 },
  );
}

const readRecorded = (page: Page): Promise<Recorded> =>
  // Put there by `record`.
  page.evaluate(() => (window as unknown as { recorded: Recorded }).recorded);
