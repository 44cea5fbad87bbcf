import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A screen of members: the pattern of its address ("perfil/:id") and the files that it needs in addition to those of
 * every page.
 */
export type MemberRoute = { path: string; files: readonly string[] };

/** Returns the member screens of a build; none when the build did not write them. */
export function loadMemberRoutes(folder: string): readonly MemberRoute[] {
  const file = join(folder, "..", "routes.json");
  // The cast holds because the build writes this file (apps/web/site-build/route-manifest.ts).
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MemberRoute[]) : [];
}

/** Returns the screen that an address opens. A pattern without parameters wins over one with parameters. */
export function findMemberRoute(routes: readonly MemberRoute[], path: string): MemberRoute | undefined {
  const parts = path.split("/");
  const fits = (route: MemberRoute) => {
    const pattern = route.path.split("/");
    return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(":") || part === parts[at]);
  };
  return routes.find((route) => route.path === path) ?? routes.find(fits);
}
