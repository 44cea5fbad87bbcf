// Run by the project's Node: opens a page in the browser named by the argument, as the journeys will, and fails when it
// cannot. A binary that tells its version may still lack what drawing needs.
import { chromium } from "@playwright/test";
import { say } from "./say.mjs";

const WORD = "caramelo-proof";

const browser = await chromium.launch({ executablePath: process.argv[2], timeout: 30_000, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(`data:text/html,<p>${WORD}</p>`, { timeout: 15_000 });
const isProven = (await page.textContent("p", { timeout: 5_000 })) === WORD;
await browser.close();
say(isProven ? "proven" : "the page stayed empty");
process.exitCode = isProven ? 0 : 1;
