/** Lists that a member can read again without a network. Photos, mails and the team's screens are never among them. */
const COPIED = [
  /^\/api\/(?:favorites|visits|notifications|profile|settings|discovery)$/,
  /^\/api\/conversations(?:\/[^/]+(?:\/messages)?)?$/,
];
/** Drawn anew at each visit: what was found then is still what was found. */
const PASSING = "seed";
const KEPT_DAYS = 7;

/** Under which name the answer to this address is kept; undefined: not at all. Only the first page of a list is. */
export function copyKey({ pathname, searchParams }: URL): string | undefined {
  const isFirstPage = [...searchParams.keys()].every((name) => name === PASSING);
  return isFirstPage && COPIED.some((path) => path.test(pathname)) ? pathname : undefined;
}

/** A copy without a date, or of last week, is nothing to rely on. */
export function isFresh(date: string | null, now: number): boolean {
  return date !== null && now - Date.parse(date) < KEPT_DAYS * 86_400_000;
}

/** Does the browser's router know this address? Calls and files are not pages. */
export function isPage({ pathname }: URL): boolean {
  return !/^\/api(?:\/|$)/.test(pathname) && !/\.\w+$/.test(pathname);
}

export type News = { title: string; body: string; url: string; tag: string | undefined };

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** What a push message says; undefined when it is none of ours. Its address never leaves this site. */
export function readNews(sent: unknown, origin: string): News | undefined {
  if (typeof sent !== "object" || sent === null) return undefined;
  const { title, body, url, tag }: { title?: unknown; body?: unknown; url?: unknown; tag?: unknown } = sent;
  if (!isText(title)) return undefined;
  return {
    title,
    body: isText(body) ? body : "",
    url: isText(url) && URL.canParse(url, origin) && new URL(url, origin).origin === origin ? url : "/",
    tag: isText(tag) ? tag : undefined,
  };
}
