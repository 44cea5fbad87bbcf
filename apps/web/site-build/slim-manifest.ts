import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Manifest = { entry: { imports: string[] }; routes: Record<string, { imports: string[] }> };

/**
 * Removes from the manifest, which every page loads, what nothing reads: the lists of imports, whether a route has a
 * default export, and values that are false. Browsers find a route's files in the route's own imports, and the HTML of the pages written at build names
 * them.
 */
export function slimManifest(folder: string): void {
  const assets = join(folder, "assets");
  for (const name of readdirSync(assets).filter((file) => /^manifest-\w+\.js$/.test(file))) {
    const file = join(assets, name);
    writeFileSync(file, withoutIdleFacts(readFileSync(file, "utf8")));
  }
}

/** The text "window.__reactRouterManifest={…};" without what nothing reads. */
export function withoutIdleFacts(manifest: string): string {
  const [start, end] = [manifest.indexOf("{"), manifest.lastIndexOf("}") + 1];
  const parsed = JSON.parse(manifest.slice(start, end)) as Manifest; // React Router's build has just written it.
  for (const part of [parsed.entry, ...Object.values(parsed.routes)]) part.imports = [];
  const isIdle = (key: string, value: unknown) => value === false || key === "hasDefaultExport";
  const slim = JSON.stringify(parsed, (key, value: unknown) => (isIdle(key, value) ? undefined : value));
  return manifest.slice(0, start) + slim + manifest.slice(end);
}
