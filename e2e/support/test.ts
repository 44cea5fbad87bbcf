import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { watchContext } from "./watch-context.ts";

export { expect };

type Fixtures = {
  /** Faults that a journey provokes on purpose: `test.use({ expectedFaults: [/status of 500/] })`. */
  expectedFaults: RegExp[];
  /** Fails the test when one of its pages did what no page may. Always on. */
  flawless: undefined;
  /** Another visitor's page, with its own cookies, watched like the first. */
  openPage: () => Promise<Page>;
};

function readServerLog(): string {
  const file = process.env.E2E_SERVER_LOG;
  return file ? readFileSync(file, "utf8") : "";
}

export const test = base.extend<Fixtures>({
  expectedFaults: [[], { option: true }],
  flawless: [
    async ({ context, baseURL, expectedFaults }, use, testInfo) => {
      const before = readServerLog().length;
      const faults = await watchContext(context, baseURL ?? "", expectedFaults);
      await use(undefined);
      const said = readServerLog().slice(before);
      const isFailed = testInfo.status !== testInfo.expectedStatus || faults.length > 0;
      if (isFailed && said !== "") process.stderr.write(`The server said during "${testInfo.title}":\n${said}`);
      expect(faults, "what the pages did wrong").toEqual([]);
    },
    { auto: true },
  ],
  openPage: async (
    { browser, expectedFaults, contextOptions, baseURL, viewport, hasTouch, isMobile, locale, timezoneId },
    use,
  ) => {
    const opened: { faults: string[]; close(): Promise<void> }[] = [];
    await use(async () => {
      const options = { ...contextOptions, viewport, hasTouch, isMobile, locale, timezoneId };
      const context = await browser.newContext({ ...options, ...(baseURL && { baseURL }) });
      const faults = await watchContext(context, baseURL ?? "", expectedFaults);
      opened.push({ faults, close: () => context.close() });
      return context.newPage();
    });
    for (const { close } of opened) await close();
    expect(
      opened.flatMap(({ faults }) => faults),
      "what the other visitors' pages did wrong",
    ).toEqual([]);
  },
});

/** Asserts that axe finds nothing serious or critical on the page as it is now, in light and in dark. */
export async function axe(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await settleColours(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const told = grave.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`);
    expect(told, `what axe finds on ${page.url()} in ${colorScheme}`).toEqual([]);
  }
}

/** Waits until the change of theme has been drawn and its transitions are over: half-way colours have no contrast. */
async function settleColours(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** Saves the whole page as test-results/shots/<project>-<name>.png when SHOTS=1. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS !== "1") return;
  const { project } = test.info();
  await page.screenshot({ path: `test-results/shots/${project.name}-${name}.png`, fullPage: true });
}
