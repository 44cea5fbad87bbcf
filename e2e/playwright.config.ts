import { defineConfig } from "@playwright/test";
import { LEFT_OUT } from "../scripts/launcher/choose-journeys.mjs";
import { launchOptions } from "./support/launch-options.ts";

const { CHROMIUM_PATH, CHROMIUM_SHELL_PATH, E2E_BASE_URL, FLOOR_CHROMIUM_PATH, TEST_WORKERS } = process.env;

export default defineConfig({
  outputDir: "../test-results",
  globalSetup: "./support/global-setup.ts",
  forbidOnly: true,
  retries: 0,
  // The launcher counts the cores. Two is what the smallest machine has.
  workers: Number(TEST_WORKERS ?? 2),
  fullyParallel: true,
  // Both limits end tests that hang. They are long, because on a busy machine a test may be slow although it does not
  // hang.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    // The global setup sets E2E_BASE_URL before any worker reads this file.
    ...(E2E_BASE_URL && { baseURL: E2E_BASE_URL }),
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    // Moving elements can be neither checked for contrast nor compared.
    contextOptions: { reducedMotion: "reduce" },
    // Journeys use the server itself. Those that test the service worker set this to "allow".
    serviceWorkers: "block",
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: launchOptions(CHROMIUM_SHELL_PATH ?? CHROMIUM_PATH),
  },
  projects: [
    {
      name: "phone",
      testDir: "journeys",
      grepInvert: LEFT_OUT.phone,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      name: "desktop",
      testDir: "journeys",
      grepInvert: LEFT_OUT.desktop,
      use: { viewport: { width: 1280, height: 800 } },
    },
    { name: "firefox", testDir: "engines", testMatch: "engines.spec.ts" },
    { name: "webkit", testDir: "engines", testMatch: "engines.spec.ts" },
    {
      name: "floor",
      testDir: "engines",
      testMatch: "floor.spec.ts",
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, launchOptions: launchOptions(FLOOR_CHROMIUM_PATH) },
    },
  ],
});
