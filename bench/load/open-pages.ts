import { type Browser, type BrowserContextOptions, chromium, type Page, type Response } from "@playwright/test";
import { launchOptions } from "../../e2e/support/launch-options.ts";
import { readVitals, watchVitals } from "../../e2e/support/vitals.ts";
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
/** A page counts as loaded when, after its heading shows, nothing more comes for this many milliseconds. */
const PAUSE_MS = 2_000;
/** A task longer than this keeps the page from answering; only the part above it counts. */
const LONG_TASK_MS = 50;

export function openBrowser(): Promise<Browser> {
  const { CHROMIUM, CHROMIUM_PATH = CHROMIUM } = process.env;
  return chromium.launch(launchOptions(CHROMIUM_PATH));
}

/** What a member would press, and where if not in its middle. */
export type Press = { selector: string; position?: { x: number; y: number } };
/** An address and the cookie of its visitor. With presses, the phone is slow. */
export type Visit = { address: string; cookie: string; presses?: Press[] | undefined };

/** Opens a page in a browser without stored data. */
export async function openPage(browser: Browser, { address, cookie, presses }: Visit): Promise<Sample> {
  const context = await browser.newContext(PHONE);
  try {
    const [name = "", value] = cookie.split("=");
    if (value) await context.addCookies([{ name, value, url: new URL(address).origin }]);
    const page = await context.newPage();
    if (presses) await slowDown(page);
    await watchVitals(page);
    const responses: Response[] = [];
    page.on("response", (response) => void responses.push(response));
    await page.goto(address, { waitUntil: "networkidle", timeout: 60_000 });
    // A page that shows no heading is not measured.
    if (!(await isLoaded(page, responses))) return {};
    const scripts = { "kB of scripts": await weigh(responses, "script") };
    // A screen that is opened only for its scripts may redirect, because what it would show does not exist here. Then
    // the scripts of both screens count.
    if (!presses) return scripts;
    const { origin, pathname } = new URL(page.url());
    if (origin + pathname !== address.split("?")[0]) throw new Error(`${address} led to ${page.url()}`);
    const [tasks, paints, largestPaints] = [
      await listEntries(page, "longtask"),
      await listEntries(page, "paint"),
      await listEntries(page, "largest-contentful-paint"),
    ];
    const firstPaint = paints.find(({ name }) => name === "first-contentful-paint");
    const sample = {
      // A page that paints nothing has no times.
      "s until the largest paint": (largestPaints.at(-1)?.startTime ?? Number.NaN) / 1000,
      "s until the first paint": (firstPaint?.startTime ?? Number.NaN) / 1000,
      "layout shift": (await readVitals(page)).shift,
      "ms blocked": tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - LONG_TASK_MS), 0),
      ...scripts,
      "kB of fonts": await weigh(responses, "font"),
      requests: responses.length,
    };
    // Presses come last, because a press ends the browser's search for the largest paint.
    for (const { selector, ...options } of presses) await page.locator(selector).tap(options);
    await page.waitForTimeout(PAUSE_MS);
    return { ...sample, "ms the slowest press": Math.max(0, ...(await readVitals(page)).durations) };
  } finally {
    await context.close();
  }
}

/** Waits until nothing more comes. A busy machine pauses while it runs scripts, so an idle network says too little. */
async function isLoaded(page: Page, responses: Response[]): Promise<boolean> {
  const heading = page.getByRole("heading", { level: 1 }).first();
  if (
    !(await heading.waitFor().then(
      () => true,
      () => false,
    ))
  )
    return false;
  for (let knownCount = -1; knownCount !== responses.length; ) {
    knownCount = responses.length;
    await page.waitForTimeout(PAUSE_MS);
  }
  return true;
}

/** The kilobytes on the wire of all responses of this kind. */
async function weigh(responses: Response[], kind: string): Promise<number> {
  let bytes = 0;
  for (const response of responses.filter((response) => response.request().resourceType() === kind)) {
    await response.finished();
    bytes += (await response.request().sizes()).responseBodySize;
  }
  return bytes / 1000;
}

async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const throughput = { downloadThroughput: BYTES_A_SECOND, uploadThroughput: BYTES_A_SECOND };
  await browser.send("Network.enable");
  await browser.send("Network.emulateNetworkConditions", { offline: false, latency: LATENCY_MS, ...throughput });
  await browser.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

/** What the browser has recorded of this kind since it opened the page. */
const listEntries = (page: Page, type: string) =>
  page.evaluate((type) => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type, buffered: true });
    return observer.takeRecords().map(({ name, startTime, duration }) => ({ name, startTime, duration }));
  }, type);
