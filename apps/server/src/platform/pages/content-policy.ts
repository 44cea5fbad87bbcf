import { createHash } from "node:crypto";

const INLINE_SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Returns the CSP sources that allow exactly the inline scripts of a built page: the sha256 of each text. React Router
 * writes some of these scripts, and one sets the theme before the first paint.
 */
export function hashInlineScripts(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = "", text = ""] of html.matchAll(INLINE_SCRIPT)) {
    if (!/\bsrc=/.test(attributes) && text !== "") hashes.add(hashText(text));
  }
  return [...hashes];
}

function hashText(text: string): string {
  // The browser hashes the parsed text, in which every line break is \n.
  const parsedText = text.replace(/\r\n?/g, "\n");
  return `'sha256-${createHash("sha256").update(parsedText).digest("base64")}'`;
}

type Site = { isHttps: boolean; isFramed?: boolean };

/**
 * Returns the Content-Security-Policy of one built page: it allows the page's own scripts and this site's files, and
 * nothing else. No page may be framed, except our own payment pages (`isFramed`), which the checkout shows in a frame.
 */
export function pageContentPolicy(html: string, { isHttps, isFramed = false }: Site): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashInlineScripts(html)].join(" "),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    // The web app creates the only policy with that name before any other script runs.
    "require-trusted-types-for 'script'",
    "trusted-types default",
    ...(isHttps ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** The policy of the service worker's file: it fetches from this site and loads nothing else. */
export const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** The policy of answers that are not pages: if a browser shows one, it may do nothing. */
export const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
