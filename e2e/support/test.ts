import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Frame, type Page } from "@playwright/test";
import { type Maker, useMaker } from "./member-factory.ts";
import { collectPageErrors } from "./page-errors.ts";
import { readShownTexts } from "./shown-texts.ts";

export { expect };

type Fixtures = {
  /**
   * Errors that a journey causes on purpose: `test.use({ expectedErrors: /status of 500/ })`. It is one pattern,
   * because Playwright reads a list of two as a value and its options.
   */
  expectedErrors: RegExp | null;
  /** What a journey writes itself in another language than Portuguese, or in a form that is not used in Brazil. */
  foreignTexts: RegExp | null;
  /** Fails the test when one of its pages caused an error, or showed a text that is not in Portuguese. Always on. */
  noPageErrors: undefined;
  /** Another visitor's page, with its own cookies, watched like the first. */
  openPage: () => Promise<Page>;
};

function readServerLog(): string {
  const file = process.env.E2E_SERVER_LOG;
  return file ? readFileSync(file, "utf8") : "";
}

export const test = base.extend<Fixtures, { maker: Maker }>({
  // One maker, with its connections to the database, serves all journeys of a worker.
  maker: [useMaker, { scope: "worker" }],
  expectedErrors: [null, { option: true }],
  foreignTexts: [null, { option: true }],
  noPageErrors: [
    async ({ context, baseURL, expectedErrors, foreignTexts }, use, testInfo) => {
      const before = readServerLog().length;
      const errors = await collectPageErrors(context, baseURL ?? "", expectedErrors);
      const findForeignTexts = await readShownTexts(context, foreignTexts);
      await use(undefined);
      const serverLog = readServerLog().slice(before);
      const isFailed = testInfo.status !== testInfo.expectedStatus || errors.length > 0;
      if (isFailed && serverLog !== "")
        process.stderr.write(`The server said during "${testInfo.title}":\n${serverLog}`);
      expect(errors, "what the pages did wrong").toEqual([]);
      expect(findForeignTexts(), "what the pages showed that is not the Portuguese of Brazil").toEqual([]);
    },
    { auto: true },
  ],
  openPage: async (
    {
      browser,
      expectedErrors,
      foreignTexts,
      contextOptions,
      baseURL,
      viewport,
      hasTouch,
      isMobile,
      locale,
      timezoneId,
    },
    use,
  ) => {
    const openedContexts: { errors: string[]; findForeignTexts(): string[]; close(): Promise<void> }[] = [];
    await use(async () => {
      const options = { ...contextOptions, viewport, hasTouch, isMobile, locale, timezoneId };
      const context = await browser.newContext({ ...options, ...(baseURL && { baseURL }) });
      const errors = await collectPageErrors(context, baseURL ?? "", expectedErrors);
      const findForeignTexts = await readShownTexts(context, foreignTexts);
      openedContexts.push({ errors, findForeignTexts, close: () => context.close() });
      return context.newPage();
    });
    for (const { close } of openedContexts) await close();
    expect(
      openedContexts.flatMap(({ errors }) => errors),
      "what the other visitors' pages did wrong",
    ).toEqual([]);
    expect(
      openedContexts.flatMap(({ findForeignTexts }) => findForeignTexts()),
      "what the other visitors' pages showed that is not the Portuguese of Brazil",
    ).toEqual([]);
  },
});

// axe-core exports its own source text as `source`. The minified file loads faster.
const { source: AXE } = createRequire(import.meta.resolve("@axe-core/playwright"))("axe-core/axe.min.js") as {
  source: string;
};
// A frame that may run no script is skipped, because axe cannot run there.
const addAxe = async (frame: Frame) => {
  if (!(await frame.evaluate(() => "axe" in window).catch(() => true))) await frame.evaluate(AXE).catch(() => {});
};

/**
 * The rules that read colours. Only these can find something else in the other colour scheme, because the schemes differ
 * in nothing but colours. Axe's tag for colours would also switch on the rule of level AAA, which is not ours.
 */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Asserts that axe finds nothing serious or critical on the page as it is now: by the rules that read colours in dark,
 * and by all rules in light. All rules take most of the time of a journey's check, so they run once.
 */
export async function axe(page: Page): Promise<void> {
  await Promise.all(page.frames().map(addAxe));
  for (const [colorScheme, rules] of [
    ["dark", { runOnly: COLOR_RULES }],
    ["light", {}],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await waitForColors(page);
    expect(await page.evaluate(listFindings, rules), `what axe finds on ${page.url()} in ${colorScheme}`).toEqual([]);
  }
}

/**
 * Runs in the page, so that only the serious findings leave it: axe's whole report is long. Axe cannot see that the
 * focus guards around an open menu pass the focus on at once, and takes them for hidden controls that keep it; a journey
 * holds that none does (safety.spec.ts).
 */
async function listFindings(rules: object): Promise<string[]> {
  type Axe = { run(context: object, options: object): ReturnType<AxeBuilder["analyze"]> };
  // The cast is safe, because `addAxe` has defined `window.axe`.
  const { axe } = window as unknown as { axe: Axe };
  const context = { exclude: "[data-base-ui-focus-guard]" };
  const { violations } = await axe.run(context, { ...rules, resultTypes: ["violations"] });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`);
}

/** Waits until the new colour scheme is drawn and transitions are over, because colours in between lack contrast. */
async function waitForColors(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // An animation that follows a scroll position never finishes by itself, so it is left out.
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

/** Asserts that the page cannot be scrolled sideways. A phone would show such a page zoomed out. */
export async function expectNoSidewaysScroll(page: Page, where = page.url()): Promise<void> {
  expect(await page.evaluate(listTooWide), `what is wider than ${where}`).toEqual([]);
}

/** Runs in the page. Names what is too wide, because a width alone says nothing of its cause. */
function listTooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth === clientWidth) return [];
  // An element that does not clip is too wide, too, when only its text is.
  const isWide = (element: Element) =>
    getComputedStyle(element).overflowX === "visible" &&
    Math.max(element.getBoundingClientRect().right, element.getBoundingClientRect().left + element.scrollWidth) >=
      scrollWidth - 1;
  const wide = [...document.body.querySelectorAll("*")].filter(isWide);
  return [`${scrollWidth} of ${clientWidth} px`, ...wide.map(({ outerHTML }) => outerHTML.slice(0, 200))];
}
