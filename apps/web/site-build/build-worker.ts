import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { BUILD_TARGET } from "./baseline.ts";

const WORKER = fileURLToPath(new URL("../service-worker/worker.ts", import.meta.url));

/** The part of React Router's manifest that lists the files of a route. */
type Routes = Record<string, { id: string; module: string; imports?: string[] }>;

const ASSET = /^assets\/.+\.(?:js|css|woff2)$/;
const PAGE = /^(?:__spa-fallback|(?:.+\/)?index)\.html$/;
const PICTURE = /^(?:favicon\.svg|default-avatar\.svg|icon-192\.png)$/;
const STAFF = "routes/admin/";

/** The files that only admin screens load. Members do not need them offline. */
function listStaffFiles(manifest: string): Set<string> {
  // The cast is safe, because the build has just written this: "window.__reactRouterManifest={…};".
  const { routes } = JSON.parse(manifest.slice(manifest.indexOf("{"), manifest.lastIndexOf("}") + 1)) as {
    routes: Routes;
  };
  const filesOf = (isStaff: boolean) =>
    Object.values(routes)
      .filter(({ id }) => id.startsWith(STAFF) === isStaff)
      .flatMap(({ module, imports = [] }) => [module, ...imports].map((file) => file.replace(/^\//, "")));
  const others = new Set(filesOf(false));
  return new Set(filesOf(true).filter((file) => !others.has(file)));
}

/** The files of a build (paths relative to its folder) that a member's screens need offline. */
export function listForOffline(files: string[], manifest: string): string[] {
  const staff = listStaffFiles(manifest);
  return files.filter((file) => [ASSET, PAGE, PICTURE].some((kind) => kind.test(file)) && !staff.has(file));
}

/** Files with a hash in their name need no revision. For other files the hash of the content is the revision. */
function describeFile(folder: string, file: string) {
  const url = `/${file.replace(/(^|\/)index\.html$/, "")}`;
  if (file.startsWith("assets/")) return { url, revision: null };
  const revision = createHash("sha256")
    .update(readFileSync(join(folder, file)))
    .digest("hex")
    .slice(0, 16);
  return { url, revision };
}

/**
 * Writes sw.js into the built folder, with the list of files that members need offline. Call it after the build, when
 * all files are written.
 */
export async function buildWorker(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.split(sep).join("/"));
  const manifest = files.find((file) => /^assets\/manifest-\w+\.js$/.test(file));
  if (!manifest) throw new Error(`The build has no manifest of routes: ${folder}`);
  const offlineFiles = listForOffline(files.sort(), readFileSync(join(folder, manifest), "utf8"));
  await build({
    configFile: false,
    root: fileURLToPath(new URL("..", import.meta.url)),
    logLevel: "warn",
    publicDir: false,
    define: {
      BUILT_FILES: JSON.stringify(offlineFiles.map((file) => describeFile(folder, file))),
      "process.env.NODE_ENV": '"production"',
    },
    build: {
      target: BUILD_TARGET,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: WORKER, output: { format: "iife", entryFileNames: "sw.js" } },
    },
  });
}
