import { randomUUID } from "node:crypto";
import { inject, onTestFinished } from "vitest";
import { withDatabase } from "../platform/database/connection-url.ts";
import { type Connection, withClient } from "../platform/database/database.ts";

/** Makes a database without tables on the server of the tests, for as long as the test runs. */
export async function makeEmptyDatabase(): Promise<Connection> {
  const name = `caramelo_empty_${randomUUID().replaceAll("-", "")}`;
  const server = withDatabase({ connectionString: inject("templateUrl") }, "postgres");
  const onServer = (statement: string) => withClient(server, (client) => client.query(statement));
  await onServer(`create database ${name}`);
  onTestFinished(() => onServer(`drop database ${name} with (force)`).then(() => {}));
  return withDatabase(server, name);
}
