import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const STYLES = /<link rel="stylesheet" href="([^"]*)"/g;
const FIRST_PRELOAD = /<link rel="(?:modulepreload|preload)"/;

/**
 * The page with its styles named before everything else that it loads. Nothing is painted without them, and over HTTP/1.1 a
 * browser asks for six files at a time, in their order. The styles themselves stay where React expects them.
 */
export function stylesFirst(html: string): string {
  const preloads = [...html.matchAll(STYLES)].map(([, href]) => `<link rel="preload" as="style" href="${href}"/>`);
  return html.replace(FIRST_PRELOAD, (first) => preloads.join("") + first);
}

/** Does so in every page of a built folder. */
export function orderHeads(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".html")) continue;
    const file = join(folder, name);
    writeFileSync(file, stylesFirst(readFileSync(file, "utf8")));
  }
}
