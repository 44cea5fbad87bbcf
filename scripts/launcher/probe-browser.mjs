// Run by the project's Node: opens a page in the browser named by the argument, as the journeys will, and fails when
// that is not possible. A binary that prints its version may still lack what rendering needs.
import { chromium } from "@playwright/test";
import { print } from "./output.mjs";

const TEXT = "caramelo-probe";

const browser = await chromium.launch({ executablePath: process.argv[2], timeout: 30_000, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(`data:text/html,<p>${TEXT}</p>`, { timeout: 15_000 });
const isWorking = (await page.textContent("p", { timeout: 5_000 })) === TEXT;
await browser.close();
print(isWorking ? "works" : "the page stayed empty");
process.exitCode = isWorking ? 0 : 1;
