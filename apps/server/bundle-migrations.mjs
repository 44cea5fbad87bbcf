import { readdirSync } from "node:fs";
import { join } from "node:path";

const ALL = "\0all-migrations";
const FILE = /\/platform\/database\/migrations\.ts$/;

/**
 * Replaces `migrations.ts`, which reads the migrations from their folder, by two modules inside the bundle. As a
 * file of its own, each migration would take longer to load than to run.
 * @param {string} folder
 */
export function bundleMigrations(folder) {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3))
    .sort();
  const imports = names.map(
    (name, at) => `import { up as up${at} } from ${JSON.stringify(join(folder, `${name}.ts`))};`,
  );
  const entries = names.map((name, at) => `${JSON.stringify(name)}: { up: up${at} }`);
  // The names load with the server, the migrations only when the database lacks one of them.
  const index = `export const listMigrations = async () => ${JSON.stringify(names)};
export const loadMigration = async (name) => (await import(${JSON.stringify(ALL)})).migrations[name];`;
  const all = `${imports.join("\n")}\nexport const migrations = { ${entries.join(", ")} };`;
  return {
    name: "bundle-migrations",
    /** @param {string} id */
    resolveId: (id) => (id === ALL ? id : undefined),
    /** @param {string} id */
    load(id) {
      if (id === ALL) return all;
      return FILE.test(id.replaceAll("\\", "/")) ? index : undefined;
    },
  };
}
