import { randomUUID } from "node:crypto";
import { afterAll, expect, inject, test } from "vitest";
import { cloneDatabase } from "../../testing/clone-database.ts";
import { withDatabase } from "./connection-url.ts";
import { APP_ROLE, type Connection, withClient } from "./database.ts";
import { findAppConnection } from "./server.ts";

const template = new URL(inject("templateUrl"));
const database = `caramelo_app_${randomUUID().replaceAll("-", "")}`;

/** The owner's connection in parts, as the embedded PostgreSQL gives it. */
const owner: Connection = {
  host: template.searchParams.get("host") ?? template.hostname,
  port: Number(template.port || 5432),
  user: decodeURIComponent(template.username),
  password: decodeURIComponent(template.password),
  database,
};

const server = withDatabase(owner, "postgres");

async function connectAsApp(): Promise<Connection> {
  const connection = await findAppConnection(owner);
  if (!connection) throw new Error("no connection of the product's own");
  return connection;
}

await cloneDatabase(server, template.pathname.slice(1), database);
afterAll(() => withClient(server, (client) => client.query(`drop database ${database} with (force)`)));

test("[T15] the next start removes the defaults that a statement of the product's role has set", async () => {
  await withClient(await connectAsApp(), async (client) => {
    await client.query(`alter role ${APP_ROLE} in database ${database} set default_transaction_read_only = on`);
    await client.query(`alter role ${APP_ROLE} set search_path = nowhere`);
  });
  const defaults = await withClient(await connectAsApp(), async (client) => {
    const { rows } = await client.query(
      "select current_setting('default_transaction_read_only') as read_only, current_setting('search_path') as path",
    );
    return rows[0];
  });
  expect(defaults).toEqual({ read_only: "off", path: '"$user", public' });
});

test("[T15] the product's role cannot create a temporary table, which would shadow a real one", async () => {
  const attempt = withClient(await connectAsApp(), (client) =>
    client.query("create temporary table profile as select * from public.profile"),
  );
  await expect(attempt).rejects.toMatchObject({ code: "42501" });
});
