import { expect, type Page, type Request } from "@playwright/test";
import { errorCatalogue } from "../../packages/contract/src/call/errors.ts";
import { findMisplaced } from "./low-window.ts";
import { askToLeave, ELSEWHERE } from "./redirect-attempts.ts";
import { addressOf, listScreens, NOBODY, type Screen } from "./screens.ts";

/**
 * What all crawls of a journey have done: the addresses that they opened, as `keyOf`, the controls they pressed, and what
 * they found misplaced, with where they found it first.
 */
export type CrawlRecord = { opened: Set<string>; pressed: Set<string>; misplaced: Map<string, string> };

/** An address with a star for each member's id and each day. Of the addresses with the same key a crawl opens one. */
const keyOf = (address: string) =>
  address.replaceAll(/\d{4}-\d\d-\d\d|[\da-f-]{36}|[\w-]{43}/g, (id) => (id === NOBODY ? id : "*"));

/**
 * Opens the screens of these layouts, more addresses, whatever links to those screens lead to, and what a press on
 * their controls opens. The server gets no change: each is answered by an error, which the screen then shows. Every
 * screen is asked to lead elsewhere, too. Returns the paths at which the page arrived.
 */
export async function crawl(
  page: Page,
  { layouts, more = [] }: { layouts: readonly (string | undefined)[]; more?: readonly string[] },
  record: CrawlRecord,
): Promise<Set<string>> {
  const screens = listScreens().filter(({ layout }) => layouts.includes(layout));
  const untilQuiet = watchRequests(page);
  const failures = listFailedReads(page);
  await refuseChanges(page);
  const open = async (address: string) => {
    await page.goto(address.includes("?") ? address : address + askToLeave(address.length), { waitUntil: "commit" });
    await page.waitForFunction(() => history.state?.idx !== undefined);
    await expect(page.locator("h1, main").first()).toBeAttached();
    await untilQuiet();
  };

  const addresses = [...screens.map(addressOf), ...more];
  const keys = new Set(addresses.map(keyOf));
  const arrivals = new Set<string>();
  for (const address of addresses) {
    await open(address);
    record.opened.add(keyOf(address));
    arrivals.add(new URL(page.url()).pathname);
    await pressControls(page, { address, record, untilQuiet, open });
    // By now everything has loaded that the screen asks for.
    for (const link of await page.evaluate(listLinks, ELSEWHERE)) {
      if (!findScreen(screens, link) || keys.has(keyOf(link))) continue;
      keys.add(keyOf(link));
      addresses.push(link);
    }
  }
  expect(failures).toEqual([]);
  return arrivals;
}

/** The addresses that were read in vain because the server failed. The list grows while the page is open. */
function listFailedReads(page: Page): string[] {
  const failures: string[] = [];
  page.on("response", (reply) => {
    if (reply.request().method() === "GET" && reply.status() >= 500) failures.push(`${reply.status()} ${reply.url()}`);
  });
  return failures;
}

type Pressing = {
  address: string;
  record: CrawlRecord;
  untilQuiet: () => Promise<void>;
  open: (address: string) => Promise<void>;
};

/** Presses each control of a screen once, and of what it opens. What leads away is followed by a return. */
async function pressControls(page: Page, { address, record, untilQuiet, open }: Pressing): Promise<void> {
  const { pathname } = new URL(page.url());
  const screen = findScreen(listScreens(), pathname)?.pattern ?? pathname;
  const look = async (last = "") => {
    // The pressed control may lead away meanwhile.
    for (const fault of await page.evaluate(findMisplaced).catch(() => []))
      if (!record.misplaced.has(fault)) record.misplaced.set(fault, `${screen}${last}`);
  };
  await look();
  for (let escapes = 0; escapes < 2; ) {
    // A press may lead away while the page is asked for the next one.
    const name = await page.evaluate(pressNext, { screen, pressed: [...record.pressed] }).catch(() => "");
    if (name === undefined) {
      escapes += 1;
      await page.keyboard.press("Escape");
    } else {
      escapes = 0;
      record.pressed.add(name);
    }
    await untilQuiet();
    if (name) await look(`, once pressed: ${name}`);
    if (new URL(page.url()).pathname !== pathname) await open(address);
  }
}

const findScreen = (screens: readonly Screen[], address: string): Screen | undefined =>
  screens.find(({ pattern }) => {
    const path = pattern.replace(/:\w+/, "[^/]+");
    return pattern !== "/*" && new RegExp(`^${path}$`).test(address.split("?")[0] ?? "");
  });

/**
 * Answers each change with an error. It asks the browser itself, because `page.route` reads every file of a page again
 * and past its cache, and a crawl loads hundreds of pages.
 */
async function refuseChanges(page: Page): Promise<void> {
  const { status, text } = errorCatalogue.SERVER_ERROR;
  const error = JSON.stringify({ code: "SERVER_ERROR", userMessage: text, requestId: "1" });
  const refusal = {
    responseCode: status,
    responseHeaders: [{ name: "content-type", value: "application/json" }],
    body: Buffer.from(error).toString("base64"),
  };
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId, request: { method } }) => {
    const answer =
      method === "GET"
        ? session.send("Fetch.continueRequest", { requestId })
        : session.send("Fetch.fulfillRequest", { requestId, ...refusal });
    // A page that is left asks for nothing any more.
    answer.catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/api/*" }] });
}

/** Returns a function that waits until no request is under way and what came of the last one is drawn. */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on("request", (request) => {
    if (["document", "script", "fetch", "xhr"].includes(request.resourceType())) pending.add(request);
  });
  page.on("requestfinished", (request) => void pending.delete(request));
  page.on("requestfailed", (request) => void pending.delete(request));
  const draw = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return async () => {
    await draw().catch(() => {});
    if (pending.size === 0) return;
    const listPending = () => [...pending].map((request) => request.url());
    await expect.poll(listPending, { intervals: [20] }).toEqual([]);
    await draw().catch(() => {});
  };
}

/** Runs in the page: the addresses on this site that its links lead to, without what the crawl put into its own. */
function listLinks(elsewhere: string): string[] {
  return [...document.querySelectorAll<HTMLAnchorElement>("a[href]")]
    .map(({ href }) => new URL(href))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname, searchParams }) => {
      const own = [...searchParams].filter(([, value]) => !value.includes(elsewhere));
      return pathname + (own.length > 0 ? `?${new URLSearchParams(own)}` : "");
    });
}

/**
 * Runs in the page: presses the first control of the topmost layer that was not pressed before, and returns its name.
 * Controls of the bars are the same on every screen, so they are named without a screen.
 */
function pressNext({ screen, pressed }: { screen: string; pressed: string[] }): string | undefined {
  const CONTROLS = "button, summary, [role=tab], [role=menuitem], [role=switch], [role=checkbox], [role=radio]";
  const LAYERS = "[role=dialog], [role=alertdialog], [role=menu]";
  // It leaves for a page elsewhere, on purpose.
  const QUICK_EXIT = "Saída rápida";
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const layer = [...document.querySelectorAll(LAYERS)].filter(isShown).at(-1) ?? document;
  for (const control of layer.querySelectorAll<HTMLElement>(CONTROLS)) {
    const text = control.getAttribute("aria-label") ?? control.textContent.trim();
    const name = `${control.closest("header, nav, footer") ? "" : screen} ${control.localName} ${text}`;
    if (!isShown(control) || control.matches("a, :disabled, [aria-disabled=true]")) continue;
    if (pressed.includes(name) || text.startsWith(QUICK_EXIT)) continue;
    // The part that a control opens is next to it.
    control.scrollIntoView({ block: "center" });
    control.click();
    return name;
  }
  return undefined;
}
