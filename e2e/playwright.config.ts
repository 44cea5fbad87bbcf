import { defineConfig } from "@playwright/test";
import { launchOptions } from "./support/launch-options.ts";

const { CHROMIUM_PATH, CHROMIUM_SHELL_PATH, E2E_BASE_URL, TEST_WORKERS } = process.env;

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  globalSetup: "./support/global-setup.ts",
  forbidOnly: true,
  retries: 0,
  // The launcher counts the idle cores; two is what the smallest machine has.
  workers: Number(TEST_WORKERS ?? 2),
  fullyParallel: true,
  // Both end what hangs; a busy machine is only slow.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Set by the global setup before any worker reads this.
    ...(E2E_BASE_URL && { baseURL: E2E_BASE_URL }),
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    // What moves can neither be judged for contrast nor be compared.
    contextOptions: { reducedMotion: "reduce" },
    // Each journey meets the server itself; the one about times without a network asks for the worker.
    serviceWorkers: "block",
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: launchOptions(CHROMIUM_SHELL_PATH ?? CHROMIUM_PATH),
  },
  projects: [
    { name: "phone", use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
  ],
});
