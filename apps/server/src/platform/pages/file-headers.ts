import type { BuiltFile } from "./built-files.ts";
import { pagePolicy, WORKER_POLICY } from "./content-policy.ts";

/** The file of the empty page, which is sent for addresses that the browser's router knows. */
export const FALLBACK = "__spa-fallback.html";
const FOREVER = "public, max-age=31536000, immutable";

export function headersOf(file: BuiltFile, isHttps: boolean, isFramed = false): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": file.type,
    etag: file.etag,
    "cache-control": cacheFor(file.path),
    vary: "accept-encoding",
  };
  if (file.path.endsWith(".html"))
    headers["content-security-policy"] = pagePolicy(file.body.toString("utf8"), { isHttps, isFramed });
  if (file.path === "sw.js") headers["content-security-policy"] = WORKER_POLICY;
  // Search engines must not list the screens behind the sign-in.
  if (file.path === FALLBACK) headers["x-robots-tag"] = "noindex, nofollow";
  return headers;
}

function cacheFor(path: string): string {
  if (path.startsWith("assets/")) return FOREVER;
  return path.endsWith(".html") || path === "sw.js" ? "no-cache" : "public, max-age=3600";
}
