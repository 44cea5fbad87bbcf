import { readdir } from "node:fs/promises";
import type { Migration } from "kysely/migration";

// In the built server, two modules of the bundle replace this file: see apps/server/bundle-migrations.mjs.

const FOLDER = new URL("../../migrations/", import.meta.url);

/** The names of all migrations that this version of the product has, in their order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(".ts"));
  return files.map((file) => file.slice(0, -3)).sort();
}

export const loadMigration = (name: string): Promise<Migration> => import(new URL(`${name}.ts`, FOLDER).href);
