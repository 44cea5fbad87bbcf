import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Route = { id: string; parentId?: string; index?: boolean; path?: string; imports?: string[] };
type Manifest = { routes: Record<string, Route> };

/**
 * Takes the lists of imports out of the manifest, which every page loads, but for the routes of the pages that are written
 * at build: those name their imports in their HTML, and must find them again when React takes over. Elsewhere nothing reads
 * the lists: the browser finds a route's files in the route's own imports.
 */
export function slimManifest(folder: string, writtenPages: readonly string[]): void {
  const assets = join(folder, "assets");
  for (const name of readdirSync(assets).filter((file) => /^manifest-\w+\.js$/.test(file))) {
    const file = join(assets, name);
    writeFileSync(file, withoutIdleImports(readFileSync(file, "utf8"), writtenPages));
  }
}

/** "window.__reactRouterManifest={…};" with the imports of the written pages' routes only. */
export function withoutIdleImports(manifest: string, writtenPages: readonly string[]): string {
  const [start, end] = [manifest.indexOf("{"), manifest.lastIndexOf("}") + 1];
  const parsed = JSON.parse(manifest.slice(start, end)) as Manifest; // written by React Router's build a moment ago
  const kept = listRoutesOf(parsed, new Set(writtenPages));
  for (const route of Object.values(parsed.routes)) if (!kept.has(route.id)) route.imports = [];
  return manifest.slice(0, start) + JSON.stringify(parsed) + manifest.slice(end);
}

/** The routes of some pages, with those around them. */
function listRoutesOf({ routes }: Manifest, pages: ReadonlySet<string>): Set<string> {
  const around = (route: Route): Route[] => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId];
    return parent ? [route, ...around(parent)] : [route];
  };
  const pathOf = (route: Route) =>
    `/${around(route)
      .map(({ path }) => path)
      .filter((path) => path)
      .reverse()
      .join("/")}`;
  // A layout has the address of what is around it, and is no page itself.
  const isPage = ({ index, path }: Route) => index === true || Boolean(path);
  const shown = Object.values(routes).filter((route) => isPage(route) && pages.has(pathOf(route)));
  return new Set(shown.flatMap(around).map(({ id }) => id));
}
