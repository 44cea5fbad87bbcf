import { randomUUID } from "node:crypto";
import { inject, onTestFinished } from "vitest";
import { withDatabase } from "../platform/database/connection-url.ts";
import { type Connection, withClient } from "../platform/database/database.ts";
import { cloneDatabase } from "./clone-database.ts";

const server = () => withDatabase({ connectionString: inject("templateUrl") }, "postgres");
const newName = () => `caramelo_empty_${randomUUID().replaceAll("-", "")}`;
const onServer = (statement: string) => withClient(server(), (client) => client.query(statement));
const dropAtEnd = (name: string) => onTestFinished(() => onServer(`drop database ${name} with (force)`).then(() => {}));

/** Makes a database without tables on the server of the tests, for as long as the test runs. */
export async function makeEmptyDatabase(): Promise<Connection> {
  const name = newName();
  await onServer(`create database ${name}`);
  dropAtEnd(name);
  return withDatabase(server(), name);
}

/** Makes a database that every migration has run on and no start has opened, for as long as the test runs. */
export async function makeMigratedDatabase(): Promise<Connection> {
  const name = newName();
  const connection = await cloneDatabase(server(), new URL(inject("templateUrl")).pathname.slice(1), name);
  dropAtEnd(name);
  return connection;
}
