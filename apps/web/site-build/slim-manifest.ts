import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Manifest = { entry: { imports: string[] }; routes: Record<string, { imports: string[] }> };

/**
 * Takes what nothing reads out of the manifest, which every page loads: the lists of imports, and whatever is false. The
 * browser finds a route's files in the route's own imports, and the pages that are written at build name them in their HTML.
 */
export function slimManifest(folder: string): void {
  const assets = join(folder, "assets");
  for (const name of readdirSync(assets).filter((file) => /^manifest-\w+\.js$/.test(file))) {
    const file = join(assets, name);
    writeFileSync(file, withoutIdleFacts(readFileSync(file, "utf8")));
  }
}

/** "window.__reactRouterManifest={…};" without what nothing reads. */
export function withoutIdleFacts(manifest: string): string {
  const [start, end] = [manifest.indexOf("{"), manifest.lastIndexOf("}") + 1];
  const parsed = JSON.parse(manifest.slice(start, end)) as Manifest; // written by React Router's build a moment ago
  for (const part of [parsed.entry, ...Object.values(parsed.routes)]) part.imports = [];
  const slim = JSON.stringify(parsed, (_, value: unknown) => (value === false ? undefined : value));
  return manifest.slice(0, start) + slim + manifest.slice(end);
}
