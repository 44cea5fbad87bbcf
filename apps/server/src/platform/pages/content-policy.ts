import { createHash } from "node:crypto";

const INLINE_SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * The sources that allow the inline scripts of a built page, and no others: the sha256 of each text, as CSP writes it.
 * React Router writes some of them, one sets the theme before the first paint.
 */
export function hashInlineScripts(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = "", text = ""] of html.matchAll(INLINE_SCRIPT)) {
    if (!/\bsrc=/.test(attributes) && text !== "") hashes.add(hashText(text));
  }
  return [...hashes];
}

function hashText(text: string): string {
  // The browser hashes what its parser made of the page, and the parser writes every line break as \n.
  const parsed = text.replace(/\r\n?/g, "\n");
  return `'sha256-${createHash("sha256").update(parsed).digest("base64")}'`;
}

/** The Content-Security-Policy of one built page: its own scripts, this site's files, and nothing else. */
export function pagePolicy(html: string, { isHttps }: { isHttps: boolean }): string {
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
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    // The one policy of that name is made by the web app before anything else runs.
    "require-trusted-types-for 'script'",
    "trusted-types default",
    ...(isHttps ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** For the service worker's own file: it fetches from this site and loads nothing else. */
export const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** For answers that are no page: should a browser show one, it may do nothing. */
export const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
