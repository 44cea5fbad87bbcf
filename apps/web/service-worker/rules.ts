import { FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";
import { offlineTable } from "./offline-table.generated.ts";

const KEPT_DAYS = 7;

/** Calls whose answers the contract says something about, by their addresses. */
export const offlineRoutes = offlineTable.map(([method, path, rule, ...ignored]) => ({
  method,
  rule,
  /** Keys of the query that do not matter: what was found then is still what was found. */
  ignored: ignored.map(String),
  path: new RegExp(`^/api${path.replace(/:\w+/g, "[^/]+")}$`),
}));
const keptRoutes = offlineRoutes.filter(({ rule }) => rule === "keep");

/** Under which name the answer to this address is kept; undefined: not at all. Only the first page of a list is. */
export function copyKey({ pathname, searchParams }: URL): string | undefined {
  const route = keptRoutes.find(({ path }) => path.test(pathname));
  const isFirstPage = route && [...searchParams.keys()].every((name) => route.ignored.includes(name));
  return isFirstPage ? pathname : undefined;
}

const BLOCK = new RegExp(`<script type="application/json" id="${FIRST_ANSWERS}">([^<]*)</script>`);

/** The answers that a page brought with it, by the keys of their addresses; none in a page without them. */
export function readFirstAnswers(html: string): Record<string, unknown> {
  const [, text = "{}"] = BLOCK.exec(html) ?? [];
  // Written by our server.
  return JSON.parse(text) as Record<string, unknown>;
}

/** A copy without a date, or more than a week old, cannot be relied on. */
export function isFresh(date: string | null, now: number): boolean {
  return date !== null && now - Date.parse(date) < KEPT_DAYS * 86_400_000;
}

/** Does the browser's router know this address? Calls and files are not pages. */
export function isPage({ pathname }: URL): boolean {
  return !/^\/api(?:\/|$)/.test(pathname) && !/\.\w+$/.test(pathname);
}

/** What a push message says. */
export type PushText = { title: string; body: string; url: string; tag: string | undefined };

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Reads a push message; undefined when it is not one of ours. Its address never leaves this site. */
export function readPushText(payload: unknown, origin: string): PushText | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  const { title, body, url, tag }: { title?: unknown; body?: unknown; url?: unknown; tag?: unknown } = payload;
  if (!isText(title)) return undefined;
  return {
    title,
    body: isText(body) ? body : "",
    url: isText(url) && URL.canParse(url, origin) && new URL(url, origin).origin === origin ? url : "/",
    tag: isText(tag) ? tag : undefined,
  };
}
