import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const DRAW_ICON = fileURLToPath(new URL("../app/ui/basics/draw-icon.ts", import.meta.url));
/** The id of the module that replaces the library's createLucideIcon.mjs. */
const IN_ITS_PLACE = "\0draw-icon";

/**
 * Makes icons with our own function, and removes what only the library's function needs. The browser's code imports
 * each icon from its own file, so that chunks.ts knows which pages need it.
 */
export function slimIcons(): Plugin {
  return {
    name: "slim-icons",
    apply: "build",
    enforce: "pre",
    resolveId: (id, importer) =>
      id.endsWith("/createLucideIcon.mjs") && importer?.includes("lucide-react") ? IN_ITS_PLACE : undefined,
    load: (id) =>
      id === IN_ITS_PLACE ? `export { drawIcon as default } from ${JSON.stringify(DRAW_ICON)};` : undefined,
    transform(code, id) {
      if (isIcon(id)) return { code: withoutKeys(code), map: null };
      if (this.environment.name !== "client" || !IMPORT.test(code)) return undefined;
      return { code: importOwnFiles(code), map: null };
    },
  };
}

const IMPORT = /import \{([^}]*)\} from "lucide-react";/;
const INDEX = new URL("../lucide-react.mjs", import.meta.resolve("lucide-react/icons/info"));

/** The file of each icon, by every name that the library's index exports. */
function readFiles(): Map<string, string> {
  const exports = readFileSync(INDEX, "utf8").matchAll(/^export \{(.*)\} from '\.\/(icons\/.+)\.mjs';$/gm);
  return new Map(
    [...exports].flatMap(([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, file] as const),
    ),
  );
}

let files: Map<string, string> | undefined;

/** Rewrites a source to import icons from their own files, without the library's types. */
export function importOwnFiles(source: string): string {
  files ??= readFiles();
  const statements = (names: string) =>
    names.split(",").flatMap((part) => {
      const [name = "", local = name] = part.trim().split(" as ");
      const file = files?.get(name);
      return file ? [`import ${local} from "lucide-react/${file}";`] : [];
    });
  return source.replace(IMPORT, (_, names: string) => statements(names).join(""));
}

const isIcon = (id: string): boolean => /[\\/]lucide-react[\\/].*[\\/]icons[\\/][\w-]+\.mjs$/.test(id);

/** Removes the random keys of an icon's shapes, which do not compress. Static shapes need no keys. */
export function withoutKeys(icon: string): string {
  return icon.replace(/,\s*key: "\w+"/g, "");
}
