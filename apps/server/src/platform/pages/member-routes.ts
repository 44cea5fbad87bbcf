import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A screen of members: the pattern of its address ("perfil/:id") and the files that it loads beside those of every page. */
export type MemberRoute = { path: string; files: readonly string[] };

/** The screens of members that a build has; none where it does not say. */
export function loadMemberRoutes(folder: string): readonly MemberRoute[] {
  const file = join(folder, "..", "routes.json");
  // Written by the build (apps/web/site-build/write-routes.ts).
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MemberRoute[]) : [];
}

/** The screen that an address opens; one that is named in full goes before one with a part of any text. */
export function findMemberRoute(routes: readonly MemberRoute[], path: string): MemberRoute | undefined {
  const parts = path.split("/");
  const fits = (route: MemberRoute) => {
    const pattern = route.path.split("/");
    return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(":") || part === parts[at]);
  };
  return routes.find((route) => route.path === path) ?? routes.find(fits);
}
