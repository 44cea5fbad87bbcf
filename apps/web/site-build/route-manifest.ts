import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string; imports?: string[] };
type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, Route> };

const MEMBERS = "routes/member";

/** The members' screens of a manifest: each address pattern, and the files it loads besides those of every page. */
export function listMemberRoutes({ entry, routes }: Manifest): { path: string; files: string[] }[] {
  const chainOf = (route: Route | undefined): Route[] =>
    route ? [...chainOf(routes[route.parentId ?? ""]), route] : [];
  const filesOf = ({ module, imports = [] }: Pick<Route, "module" | "imports">) => [module, ...imports];
  const ofEveryPage = new Set([...filesOf(entry), ...(routes.root ? filesOf(routes.root) : [])]);
  return Object.values(routes).flatMap((route) => {
    const chain = chainOf(route);
    if (route.path === undefined || route.id === "root" || !chain.some(({ id }) => id === MEMBERS)) return [];
    const files = new Set(chain.flatMap(filesOf));
    return { path: route.path, files: [...files].filter((file) => !ofEveryPage.has(file)) };
  });
}

/** Writes the routes next to the build, for the server. Call it before `slimManifest`, which removes the imports. */
export function writeRoutes(folder: string): void {
  const assets = join(folder, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error(`The build has no manifest of routes: ${folder}`);
  const text = readFileSync(join(assets, name), "utf8");
  // The cast is safe, because React Router's build has just written this: "window.__reactRouterManifest={…};".
  const manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
  writeFileSync(join(folder, "..", "routes.json"), JSON.stringify(listMemberRoutes(manifest)));
}

/**
 * Removes unused entries from the manifest, which every page loads: import lists, default-export flags, and false
 * values. Browsers find a route's files through its own imports and the prerendered HTML.
 */
export function slimManifest(folder: string): void {
  const assets = join(folder, "assets");
  for (const name of readdirSync(assets).filter((file) => /^manifest-\w+\.js$/.test(file))) {
    const file = join(assets, name);
    writeFileSync(file, withoutIdleFacts(readFileSync(file, "utf8")));
  }
}

/** The text "window.__reactRouterManifest={…};" without unused entries. */
export function withoutIdleFacts(manifest: string): string {
  const [start, end] = [manifest.indexOf("{"), manifest.lastIndexOf("}") + 1];
  const parsedManifest = JSON.parse(manifest.slice(start, end)) as Manifest; // React Router's build wrote it.
  for (const part of [parsedManifest.entry, ...Object.values(parsedManifest.routes)]) part.imports = [];
  const isIdle = (key: string, value: unknown) => value === false || key === "hasDefaultExport";
  const slim = JSON.stringify(parsedManifest, (key, value: unknown) => (isIdle(key, value) ? undefined : value));
  return manifest.slice(0, start) + slim + manifest.slice(end);
}
