import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PRODUCT_NAME } from "../product-name.ts";

const TOOL = fileURLToPath(new URL("../../../../../node_modules/kysely-codegen/dist/cli/bin.js", import.meta.url));
const SETTINGS = fileURLToPath(new URL("../../../kysely-codegen.json", import.meta.url));

export const TYPES_FILE = fileURLToPath(new URL("types.generated.ts", import.meta.url));

/** Generates the TypeScript types of a migrated database's tables: the content of `TYPES_FILE`. */
export async function generateTypes(databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${PRODUCT_NAME}-types-`));
  try {
    const file = join(folder, "types.ts");
    await promisify(execFile)(process.execPath, [
      TOOL,
      "--config-file",
      SETTINGS,
      "--url",
      databaseUrl,
      "--out-file",
      file,
    ]);
    return await readFile(file, "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}
