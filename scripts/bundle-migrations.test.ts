import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bundleMigrations } from "../apps/server/bundle-migrations.mjs";
import { listMigrations } from "../apps/server/src/platform/database/migrations.ts";

const FOLDER = fileURLToPath(new URL("../apps/server/src/migrations", import.meta.url));

test("the built server has every migration, in the order of the folder", async () => {
  const index = bundleMigrations(FOLDER).load("/project/apps/server/src/platform/database/migrations.ts");
  expect(index).toContain(`async () => ${JSON.stringify(await listMigrations())};`);
});

test("only the file that reads the folder of migrations is replaced in the built server", () => {
  expect(bundleMigrations(FOLDER).load("/project/apps/server/src/platform/database/migrate.ts")).toBeUndefined();
});
