import { test as base, expect } from "@playwright/test";
import { type Maker, useMaker } from "../support/member-factory.ts";
import { type Firefox, openFirefox } from "./firefox.ts";
import { Tab } from "./tab.ts";
import { openWebKit } from "./webkit.ts";

export { expect };

type Fixtures = {
  /** A tab with separate cookies in the engine of the project. The origin is that of the shared product. */
  openTab: (origin?: string) => Promise<Tab>;
};

// A window of WebKitGTK cannot be narrower.
const PHONE = { width: 450, height: 800 };

const { WEBKIT_BROWSER_PATH: webkitBrowser = "" } = process.env;

/** For journeys in browsers that Playwright cannot drive. */
export const test = base.extend<Fixtures, { maker: Maker; firefox: () => Promise<Firefox> }>({
  maker: [useMaker, { scope: "worker" }],
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter to see what a fixture needs
    async ({}, use) => {
      let openedFirefox: Promise<Firefox> | undefined;
      await use(() => (openedFirefox ??= openFirefox()));
      await (await openedFirefox)?.close();
    },
    { scope: "worker" },
  ],
  openTab: async ({ firefox, baseURL }, use, testInfo) => {
    const tabs: Tab[] = [];
    await use(async (origin = baseURL ?? "") => {
      const driver =
        testInfo.project.name === "firefox"
          ? await (await firefox()).openTab(PHONE)
          : await openWebKit(webkitBrowser, PHONE);
      const tab = new Tab(driver, origin);
      tabs.push(tab);
      return tab;
    });
    for (const { driver } of tabs) await driver.close();
  },
});
