import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { openWorld } from "../../testing/world.ts";
import { connectionUrl, withDatabase } from "./connection-url.ts";
import { generateTypes, TYPES_FILE } from "./generate-types.ts";

// The test reads a copy, because the template cannot be cloned while a connection reads it.
const world = await openWorld();

test("the committed database types equal those of the migrated database", async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.owner);
  const database = withDatabase({ connectionString: inject("templateUrl") }, rows[0]?.name ?? "");
  expect(await generateTypes(connectionUrl(database))).toBe(await readFile(TYPES_FILE, "utf8"));
});
