import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Frame, type Page } from "@playwright/test";
import { type Maker, openMaker, sharedInstallation } from "./member-factory.ts";
import { collectPageErrors } from "./page-errors.ts";

export { expect };

type Fixtures = {
  /** Errors that a journey provokes on purpose, as one pattern (Playwright reads a list of two as a value and its options): `test.use({ expectedErrors: /status of 500/ })`. */
  expectedErrors: RegExp | null;
  /** Fails the test when one of its pages caused an error. Always on. */
  noPageErrors: undefined;
  /** Another visitor's page, with its own cookies, watched like the first. */
  openPage: () => Promise<Page>;
};

function readServerLog(): string {
  const file = process.env.E2E_SERVER_LOG;
  return file ? readFileSync(file, "utf8") : "";
}

export const test = base.extend<Fixtures, { maker: Maker }>({
  maker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter to see what a fixture needs
    async ({}, use) => {
      const maker = openMaker(sharedInstallation());
      await use(maker);
      await maker.close();
    },
    // Every journey may have it: those with other fixtures of a worker need a process and a browser of their own.
    { scope: "worker" },
  ],
  expectedErrors: [null, { option: true }],
  noPageErrors: [
    async ({ context, baseURL, expectedErrors }, use, testInfo) => {
      const before = readServerLog().length;
      const errors = await collectPageErrors(context, baseURL ?? "", expectedErrors);
      await use(undefined);
      const serverLog = readServerLog().slice(before);
      const isFailed = testInfo.status !== testInfo.expectedStatus || errors.length > 0;
      if (isFailed && serverLog !== "")
        process.stderr.write(`The server said during "${testInfo.title}":\n${serverLog}`);
      expect(errors, "what the pages did wrong").toEqual([]);
    },
    { auto: true },
  ],
  openPage: async (
    { browser, expectedErrors, contextOptions, baseURL, viewport, hasTouch, isMobile, locale, timezoneId },
    use,
  ) => {
    const opened: { errors: string[]; close(): Promise<void> }[] = [];
    await use(async () => {
      const options = { ...contextOptions, viewport, hasTouch, isMobile, locale, timezoneId };
      const context = await browser.newContext({ ...options, ...(baseURL && { baseURL }) });
      const errors = await collectPageErrors(context, baseURL ?? "", expectedErrors);
      opened.push({ errors, close: () => context.close() });
      return context.newPage();
    });
    for (const { close } of opened) await close();
    expect(
      opened.flatMap(({ errors }) => errors),
      "what the other visitors' pages did wrong",
    ).toEqual([]);
  },
});

// axe-core exports its own text under the name of `source`; the short one is read sooner.
const { source: AXE } = createRequire(import.meta.resolve("@axe-core/playwright"))("axe-core/axe.min.js") as {
  source: string;
};
// In a frame that may run no script there is nothing to analyse.
const addAxe = async (frame: Frame) => {
  if (!(await frame.evaluate(() => "axe" in window).catch(() => true))) await frame.evaluate(AXE).catch(() => {});
};

/** Asserts that axe finds nothing serious or critical on the page as it is now, in light and in dark. */
export async function axe(page: Page): Promise<void> {
  await Promise.all(page.frames().map(addAxe));
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await waitForColors(page);
    expect(await page.evaluate(listFindings), `what axe finds on ${page.url()} in ${colorScheme}`).toEqual([]);
  }
}

/** Runs in the page: what axe says of everything that passes is much, and stays there. */
async function listFindings(): Promise<string[]> {
  // Put there by `addAxe`.
  const { axe } = window as unknown as { axe: { run(options: object): ReturnType<AxeBuilder["analyze"]> } };
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`);
}

/** Waits until the change of theme has been drawn and its transitions are over: colours half-way through it have no contrast. */
async function waitForColors(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    // One that follows a scroll has no end of its own.
    const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    const passing = timed.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** Saves the whole page as test-results/shots/<project>-<name>.png when SHOTS=1. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS !== "1") return;
  const { project } = test.info();
  await page.screenshot({ path: `test-results/shots/${project.name}-${name}.png`, fullPage: true });
}

/** The page is no wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page
    .locator("html")
    .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect(scrollWidth).toBe(clientWidth);
}
