import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import type { ProcessedPhoto } from "../../platform/images/process-photo.ts";
import type { Portrait } from "./portrait.ts";

/** Finished portraits by their description. The cache may lose them at any time; the portraits are then drawn again. */
export type PortraitCache = {
  find(portrait: Portrait): Promise<ProcessedPhoto | undefined>;
  keep(portrait: Portrait, photo: ProcessedPhoto): Promise<void>;
};

export const noPortraitCache: PortraitCache = { find: async () => undefined, keep: async () => {} };

const FOLDER = fileURLToPath(new URL("../../../../../node_modules/.cache/caramelo", import.meta.url));
const PREFIX = "portraits-";

/** Stores files below `folder`. If the folder cannot be written, the cache stores nothing and reports no error. */
export function openPortraitCache(folder: string = FOLDER): PortraitCache {
  const versionFolder = join(folder, PREFIX + versionOfDrawing());
  let ready: Promise<boolean> | undefined;

  return {
    async find(portrait) {
      const bytes = await readFile(join(versionFolder, nameOf(portrait))).catch(() => undefined);
      return bytes && readPhoto(bytes);
    },
    async keep(portrait, photo) {
      ready ??= prepare(versionFolder);
      if (!(await ready)) return;
      // A file is complete or absent, also when two products draw at the same time.
      const unfinished = join(versionFolder, `.${randomUUID()}`);
      await writeFile(unfinished, serialize(photo))
        .then(() => rename(unfinished, join(versionFolder, nameOf(portrait))))
        .catch(() => rm(unfinished, { force: true }).catch(() => {}));
    },
  };
}

function nameOf(portrait: Portrait): string {
  return createHash("sha256").update(JSON.stringify(portrait)).digest("hex").slice(0, 40);
}

/** Reads a stored portrait; undefined for a damaged file. */
function readPhoto(bytes: Buffer): ProcessedPhoto | undefined {
  try {
    // The cast holds because only `keep` writes these files.
    return deserialize(bytes) as ProcessedPhoto;
  } catch {
    return undefined;
  }
}

/** Makes the folder and removes those of older versions. Returns false if that is not allowed. */
async function prepare(versionFolder: string): Promise<boolean> {
  try {
    await mkdir(versionFolder, { recursive: true });
    for (const name of await readdir(dirname(versionFolder))) {
      const otherFolder = join(dirname(versionFolder), name);
      if (name.startsWith(PREFIX) && otherFolder !== versionFolder)
        await rm(otherFolder, { recursive: true, force: true });
    }
    return true;
  } catch {
    return false;
  }
}

/** A hash of the code that draws and processes portraits, so that a change of that code makes new portraits. */
function versionOfDrawing(): string {
  const own = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(own)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .sort()
    .map((name) => join(own, name));
  const pipeline = fileURLToPath(new URL("../../platform/images/process-photo.ts", import.meta.url));
  const hash = createHash("sha256");
  for (const file of [...files, pipeline]) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}
