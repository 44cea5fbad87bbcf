import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const DRAW_ICON = fileURLToPath(new URL("../app/ui/basics/draw-icon.ts", import.meta.url));
/** The id of the module that replaces the library's createLucideIcon.mjs. */
const IN_ITS_PLACE = "\0draw-icon";

/** Draws the icons with our own function, and removes from them what only the library's function needs. */
export function slimIcons(): Plugin {
  return {
    name: "slim-icons",
    apply: "build",
    enforce: "pre",
    resolveId: (id, importer) =>
      id.endsWith("/createLucideIcon.mjs") && importer?.includes("lucide-react") ? IN_ITS_PLACE : undefined,
    load: (id) =>
      id === IN_ITS_PLACE ? `export { drawIcon as default } from ${JSON.stringify(DRAW_ICON)};` : undefined,
    transform: (code, id) => (isIcon(id) ? { code: withoutKeys(code), map: null } : undefined),
  };
}

const isIcon = (id: string): boolean => /[\\/]lucide-react[\\/].*[\\/]icons[\\/][\w-]+\.mjs$/.test(id);

/** Removes the random keys of an icon's shapes, which do not compress. Shapes that never change places need no keys. */
export function withoutKeys(icon: string): string {
  return icon.replace(/,\s*key: "\w+"/g, "");
}
