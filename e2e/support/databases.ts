import { withDatabase } from "../../apps/server/src/platform/database/connection-url.ts";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { migrate } from "../../apps/server/src/platform/database/migrate.ts";

// Each product begins with a copy: to bring an empty database up to date takes longer than to start a product.
const TEMPLATE = "journey_template";

/** Makes the database that `createDatabase` copies: up to date and without members. */
export async function createTemplate(server: Connection): Promise<void> {
  await withClient(server, (client) => client.query(`create database ${TEMPLATE}`));
  await migrate(withDatabase(server, TEMPLATE));
}

/** A database of its own on the server that has the template; answers how to reach it. */
export async function createDatabase(server: Connection, name: string): Promise<Connection> {
  await withClient(server, (client) => client.query(`create database ${name} template ${TEMPLATE}`));
  return withDatabase(server, name);
}

export async function dropDatabase(server: Connection, name: string): Promise<void> {
  await withClient(server, (client) => client.query(`drop database ${name} with (force)`));
}
