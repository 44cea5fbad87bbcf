import { withDatabase } from "../../apps/server/src/platform/database/connection-url.ts";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { migrate } from "../../apps/server/src/platform/database/migrate.ts";
import { cloneDatabase } from "../../apps/server/src/testing/clone-database.ts";

// Each product starts with a copy of this database, because migrating an empty one takes longer than starting a
// product.
const TEMPLATE = "journey_template";

/** Makes the database that `createDatabase` copies: migrated and without members. */
export async function createTemplate(server: Connection): Promise<void> {
  await withClient(server, (client) => client.query(`create database ${TEMPLATE}`));
  await migrate(withDatabase(server, TEMPLATE));
}

/** Makes a database on the server that has the template. Returns the connection to it. */
export const createDatabase = (server: Connection, name: string): Promise<Connection> =>
  cloneDatabase(server, TEMPLATE, name);

export async function dropDatabase(server: Connection, name: string): Promise<void> {
  await withClient(server, (client) => client.query(`drop database ${name} with (force)`));
}
