import { expect } from "@playwright/test";

/** An element of a page, as the protocol of its browser names it. */
export type Handle = { readonly element: unknown };

/**
 * What a tab needs of a browser's protocol. Functions go to the page as their source, and arguments as JSON, so a
 * function may use nothing of the file that holds it.
 */
export type Driver = {
  open(address: string): Promise<void>;
  back(): Promise<void>;
  run<Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
  /** The element that the function finds, or undefined. */
  find<Args extends unknown[]>(
    work: (...args: Args) => Promise<Element | undefined>,
    ...args: Args
  ): Promise<Handle | undefined>;
  /** Presses with the pointer in the middle of the element, whatever lies on top there. */
  press(handle: Handle): Promise<void>;
  /** Types with the keyboard into the element, which has the focus. */
  type(handle: Handle, text: string): Promise<void>;
  pickFiles(handle: Handle, paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

type Role = "button" | "checkbox" | "label" | "link" | "menuitem" | "option" | "textbox";
type Name = string | RegExp;
type Query = { css: string; name?: { source: string; flags: string } };

const CSS_OF: Record<Role, string> = {
  button: "button, [role=button]",
  checkbox: "input[type=checkbox], [role=checkbox]",
  label: "label",
  link: "a[href]",
  menuitem: "[role=menuitem]",
  option: "[role=option]",
  textbox: "input:not([type=checkbox], [type=radio], [type=file]), textarea",
};

const WAIT = { timeout: 60_000, intervals: [50, 100, 200] };

/** A tab with the few acts of a member, which wait like those of Playwright. */
export class Tab {
  readonly driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.driver = driver;
    this.#origin = origin;
  }

  /**
   * Opens a screen of the site, and waits until its scripts have started. The page that is left may end the load by an
   * entry of its history, so it is tried again.
   */
  async open(path: string): Promise<void> {
    await expect(async () => {
      await this.driver.open(this.#origin + path);
      await expect.poll(() => this.driver.run(readStart), { ...WAIT, timeout: 15_000 }).toEqual([path, true]);
    }).toPass(WAIT);
  }

  /** Waits until the element can be pressed and does not move any more, and presses it. */
  async press(role: Role, name: Name): Promise<void> {
    await this.driver.press(await this.#find(toQuery(role, name), "at rest"));
  }

  async fill(label: Name, text: string): Promise<void> {
    const field = await this.#find(toQuery("textbox", label), "at rest");
    await this.driver.press(field);
    await this.driver.run(clearField);
    await this.driver.type(field, text);
  }

  async pickFiles(css: string, paths: readonly string[]): Promise<void> {
    await this.driver.pickFiles(await this.#find({ css }, "attached"), paths);
  }

  async sees(role: Role, name: Name): Promise<void> {
    await this.#find(toQuery(role, name), "visible");
  }

  /** Waits for a text that is shown anywhere on the page. */
  async seesText(text: Name): Promise<void> {
    const pattern = toPattern(text);
    await expect
      .poll(async () => pattern.test(await this.driver.run(readText)), { ...WAIT, message: `the text ${text}` })
      .toBe(true);
  }

  async isAt(path: Name): Promise<void> {
    const read = () => this.driver.run(() => location.pathname + location.search);
    const expectedPath = typeof path === "string" ? path : expect.stringMatching(path);
    await expect.poll(() => read().catch(() => "between two pages"), WAIT).toEqual(expectedPath);
  }

  /** The texts of the elements that match, from top to bottom. */
  texts(css: string): Promise<string[]> {
    return this.driver.run(
      (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim()),
      css,
    );
  }

  async #find(query: Query, state: "attached" | "visible" | "at rest"): Promise<Handle> {
    let handle: Handle | undefined;
    const look = async () => {
      // While a page follows another one, nothing can be asked of either.
      handle = await this.driver.find(findElement, query, state).catch(() => undefined);
      return handle !== undefined;
    };
    await expect
      .poll(look, WAIT)
      .toBe(true)
      .catch(() => {});
    if (handle) return handle;
    const shownText = await this.driver.run(readText).catch(String);
    throw new Error(`${JSON.stringify(query)} is not ${state}. The page shows:\n${shownText}`);
  }
}

const toPattern = (name: Name): RegExp => (typeof name === "string" ? new RegExp(escapePattern(name)) : name);

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

function toQuery(role: Role, name: Name): Query {
  const { source, flags } = typeof name === "string" ? new RegExp(`^${escapePattern(name)}$`) : name;
  return { css: CSS_OF[role], name: { source, flags } };
}

// The functions below run in the page.

/** The address, and whether the router has started and drawn its first screen. */
const readStart = () => [
  location.pathname + location.search,
  history.state?.idx !== undefined && document.querySelector("[data-first-screen]") === null,
];

// biome-ignore lint/performance/useDomNodeTextContent: a text that is hidden does not count
const readText = (): string => document.body.innerText;

function clearField(): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
}

/** The first element that fits. At rest: it can be pressed, and two frames later it is where it was. */
async function findElement(
  { css, name }: Query,
  state: "attached" | "visible" | "at rest",
): Promise<Element | undefined> {
  const textOf = (element: Element | null) => element?.textContent.replaceAll(/\s+/g, " ").trim() ?? "";
  const nameOf = (element: Element) => {
    const labelId = element.getAttribute("aria-labelledby")?.split(" ")[0];
    const label = "labels" in element ? (element.labels as NodeListOf<Element> | null)?.[0] : undefined;
    return (
      element.getAttribute("aria-label") ??
      (textOf(labelId ? document.getElementById(labelId) : (label ?? element)) || textOf(element))
    );
  };
  const pattern = name && new RegExp(name.source, name.flags);
  const fits = (element: Element) => !pattern || pattern.test(nameOf(element));
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
  const foundElement = [...document.querySelectorAll(css)].find(
    (element) => fits(element) && (state === "attached" || isShown(element)),
  );
  if (!foundElement || state !== "at rest") return foundElement;
  if (foundElement.matches(":disabled, [aria-disabled=true], [data-first-screen] *")) return undefined;
  foundElement.scrollIntoView({ block: "center", behavior: "instant" });
  const place = () => JSON.stringify(foundElement.getBoundingClientRect());
  const before = place();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return place() === before ? foundElement : undefined;
}
