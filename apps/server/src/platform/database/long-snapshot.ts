import type pg from "pg";
import { PRODUCT_NAME } from "../product-name.ts";
import { openBuilder } from "./builder.ts";
import { openConnections } from "./connections.ts";
import type { Connection, Db } from "./database.ts";

// Reading or writing all rows takes longer than a request may, and every server must write and read the same text.
const SETTINGS = [
  "statement_timeout=0",
  "idle_in_transaction_session_timeout=0",
  "lock_timeout=0",
  "timezone=UTC",
  "datestyle=ISO",
  "intervalstyle=iso_8601",
  "extra_float_digits=1",
];

/**
 * `client` is the connection of the transaction itself, for streams. Only one of `trx` and `client` may be used at a
 * time.
 */
type Work<T> = (trx: Db, client: pg.ClientBase) => Promise<T>;

/** Reads the database as it is at this moment, without later writes. */
export const inLongSnapshot = <T>(connection: Connection, work: Work<T>): Promise<T> =>
  withOneConnection(connection, (db, getClient) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((trx) => work(trx, getClient())),
  );

/** Runs one transaction on its own connection, without a time limit. */
export const inLongTransaction = <T>(connection: Connection, work: Work<T>): Promise<T> =>
  withOneConnection(connection, (db, getClient) => db.transaction().execute((trx) => work(trx, getClient())));

async function withOneConnection<T>(
  connection: Connection,
  work: (db: Db, getClient: () => pg.ClientBase) => Promise<T>,
): Promise<T> {
  const settings = {
    ...connection,
    max: 1,
    keepAlive: true,
    query_timeout: 0,
    application_name: `${PRODUCT_NAME} backup`,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(" "),
  };
  // A lost connection already fails the statement that it runs, so `onLost` has nothing to do.
  const { pool, ask } = openConnections(settings, { onLost: () => {}, announcements: [] });
  let client: pg.PoolClient | undefined;
  pool.on("connect", (connected) => {
    client = connected;
  });
  const db = openBuilder({ pool, ask });
  try {
    return await work(db, () => {
      if (!client) throw new Error("the transaction has no connection");
      return client;
    });
  } finally {
    await pool.end();
  }
}
