import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const DRAW_ICON = fileURLToPath(new URL("../app/ui/basics/draw-icon.ts", import.meta.url));
/** Stands in the place of the set's own function, which is a default export. */
const IN_ITS_PLACE = "\0draw-icon";

/** Draws the icons by our own function, and leaves out of them what only the set's own needs. */
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

/** The keys of the lines of an icon are random, so nothing packs them. The lines never change places. */
export function withoutKeys(icon: string): string {
  return icon.replace(/,\s*key: "\w+"/g, "");
}
