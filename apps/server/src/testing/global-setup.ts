import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openTestRun } from "../../../../scripts/test-run.mjs";
import { connectionUrl, withDatabase } from "../platform/database/connection-url.ts";
import { type Connection, withClient } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { openServer } from "../platform/database/server.ts";
import type {} from "./provided-context.ts";
import { startS3 } from "./s3-server.ts";

// Tests need no data after a crash, so PostgreSQL flushes nothing and writes a short journal. There are many
// connections, because each worker has one or more worlds with about fifteen connections each.
const FAST = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "400",
};

/** One PostgreSQL for the project (that of DATABASE_URL, or our own in a temporary folder) with a migrated template. */
// biome-ignore lint/style/noDefaultExport: Vitest asks for one
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await openTestRun();
  const dataDir = await mkdtemp(join(tmpdir(), "caramelo-test-"));
  // If root runs the tests, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const databaseUrl = process.env.DATABASE_URL;
  const server = await openServer({ databaseUrl, dataDir, say: () => {}, settings: FAST });
  // Two projects of one run may share a server, so the name is random.
  const template = `caramelo_template_${randomUUID().replaceAll("-", "")}`;
  await onServer(server.connection, `create database ${template}`);
  const connection = withDatabase(server.connection, template);
  await migrate(connection);
  project.provide("templateUrl", connectionUrl(connection));
  project.provide("worldsFolder", dataDir);
  const s3 = process.env.TEST_STORAGE === "bucket" ? await startS3() : undefined;
  if (s3) project.provide("s3", s3.settings);
  return async () => {
    await s3?.remove();
    await onServer(server.connection, `drop database ${template} with (force)`);
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function onServer(connection: Connection, statement: string): Promise<void> {
  await withClient(withDatabase(connection, "postgres"), (client) => client.query(statement));
}
