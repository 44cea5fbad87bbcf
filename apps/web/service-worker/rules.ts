import { FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";
import { discreetPush } from "@caramelo/contract/texts/push";
import { parseUrl } from "../app/platform/url-rules.ts";
import { offlineTable } from "./offline-table.generated.ts";

const KEPT_DAYS = 7;

/** The calls for which the contract has an offline rule, with patterns of their addresses. */
export const offlineRoutes = offlineTable.map(([method, path, rule, ...ignored]) => ({
  method,
  rule,
  /** Query keys irrelevant for the copy: offline it is shown for any of their values. */
  ignored: ignored.map(String),
  path: new RegExp(`^/api${path.replace(/:\w+/g, "[^/]+")}$`),
}));
const keptRoutes = offlineRoutes.filter(({ rule }) => rule === "keep");

/**
 * The key under which the answer to this address is stored; undefined if it is not. Only the first page of a list is
 * stored.
 */
export function copyKey({ pathname, searchParams }: URL): string | undefined {
  const route = keptRoutes.find(({ path }) => path.test(pathname));
  const isFirstPage = route && [...searchParams.keys()].every((name) => route.ignored.includes(name));
  return isFirstPage ? pathname : undefined;
}

const BLOCK = new RegExp(`<script type="application/json" id="${FIRST_ANSWERS}">([^<]*)</script>`);

/** The answers that came with a page, by address; empty without any. */
export function readFirstAnswers(html: string): Record<string, unknown> {
  const [, text = "{}"] = BLOCK.exec(html) ?? [];
  // The cast is safe, because our server wrote the text.
  return JSON.parse(text) as Record<string, unknown>;
}

/** Whether a copy can be used. A copy without a date, or more than a week old, cannot. */
export function isFresh(date: string | null, now: number): boolean {
  return date !== null && now - Date.parse(date) < KEPT_DAYS * 86_400_000;
}

/** Whether the browser's router knows this address. Calls, files and paths that parse as a host name are not pages. */
export function isPage({ pathname }: URL): boolean {
  return !/^\/(?:\/|api(?:\/|$))/.test(pathname) && !/\.\w+$/.test(pathname);
}

export type PushText = { title: string; body: string; url: string; tag: string };

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Parses a push message. Any other payload becomes the discreet one. The address always stays on this site. */
export function readPushText(payload: unknown, origin: string): PushText {
  const { title, body, url, tag }: { title?: unknown; body?: unknown; url?: unknown; tag?: unknown } = Object(payload);
  const words = isText(title) ? { title, body: isText(body) ? body : "" } : discreetPush;
  return {
    ...words,
    url: isText(url) && parseUrl(url, origin)?.origin === origin ? url : "/",
    tag: isText(tag) ? tag : "novidade",
  };
}
