import { defineConfig } from "@playwright/test";

const { CHROMIUM_PATH, E2E_BASE_URL } = process.env;

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  globalSetup: "./support/global-setup.ts",
  forbidOnly: true,
  retries: 0,
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
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
    launchOptions: {
      ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "phone", use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
  ],
});
