import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import type { ProcessedPhoto } from "../../platform/images/images.ts";
import type { Portrait } from "./portrait.ts";

/** Finished portraits by what they show. It may lose everything at any time: then they are drawn again. */
export type PortraitCache = {
  find(portrait: Portrait): Promise<ProcessedPhoto | undefined>;
  keep(portrait: Portrait, photo: ProcessedPhoto): Promise<void>;
};

/** For where nothing should be kept. */
export const noPortraitCache: PortraitCache = { find: async () => undefined, keep: async () => {} };

const FOLDER = fileURLToPath(new URL("../../../../../node_modules/.cache/caramelo", import.meta.url));
const PREFIX = "portraits-";

/** Keeps files below `folder`. Where that cannot be written, nothing is kept and nobody is troubled. */
export function openPortraitCache(folder: string = FOLDER): PortraitCache {
  const place = join(folder, PREFIX + versionOfDrawing());
  let ready: Promise<boolean> | undefined;

  return {
    async find(portrait) {
      const bytes = await readFile(join(place, nameOf(portrait))).catch(() => undefined);
      return bytes && readPhoto(bytes);
    },
    async keep(portrait, photo) {
      ready ??= prepare(place);
      if (!(await ready)) return;
      // Whole or not at all, also when two products draw at the same time.
      const unfinished = join(place, `.${randomUUID()}`);
      await writeFile(unfinished, serialize(photo))
        .then(() => rename(unfinished, join(place, nameOf(portrait))))
        .catch(() => rm(unfinished, { force: true }).catch(() => {}));
    },
  };
}

function nameOf(portrait: Portrait): string {
  return createHash("sha256").update(JSON.stringify(portrait)).digest("hex").slice(0, 40);
}

/** A file that does not end as we wrote it is no photo. */
function readPhoto(bytes: Buffer): ProcessedPhoto | undefined {
  try {
    // Only `keep` writes here, and this value of ours comes back as it was.
    return deserialize(bytes) as ProcessedPhoto;
  } catch {
    return undefined;
  }
}

/** Makes the folder and removes those of older drawings; false where that is not allowed. */
async function prepare(place: string): Promise<boolean> {
  try {
    await mkdir(place, { recursive: true });
    for (const name of await readdir(dirname(place))) {
      const other = join(dirname(place), name);
      if (name.startsWith(PREFIX) && other !== place) await rm(other, { recursive: true, force: true });
    }
    return true;
  } catch {
    return false;
  }
}

/** Whoever changes how portraits are drawn or processed gets new ones without thinking of it. */
function versionOfDrawing(): string {
  const own = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(own)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .sort()
    .map((name) => join(own, name));
  const pipeline = fileURLToPath(new URL("../../platform/images/images.ts", import.meta.url));
  const hash = createHash("sha256");
  for (const file of [...files, pipeline]) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}
