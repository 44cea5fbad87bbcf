import type pg from "pg";
import type { Traces } from "../traces/traces.ts";
import { suspectPrimary } from "./find-primary.ts";
import { makePool } from "./make-client.ts";

/**
 * An announcement of triggers to the connection that wrote (`raise info`): `channel` is the message, and the text is
 * its detail.
 */
export type OwnAnnouncements = { channel: string; onAnnouncement: (text: string) => void };

export type Answer = pg.QueryArrayResult<unknown[]>;
type Query = { name?: string | undefined; text: string; values: unknown[] };

export type Connections = { pool: pg.Pool; ask(client: pg.PoolClient, query: Query): Promise<Answer> };

export type ConnectionOptions = {
  onLost: (error: Error) => void;
  announcements: readonly OwnAnnouncements[];
  traces?: Pick<Traces, "span"> | undefined;
  /** Called before a connection begins something. Its errors are thrown to the caller instead. */
  onBegin?: (() => void) | undefined;
};

/** The database ends each statement after 15 seconds, so an answer that takes longer will never come. */
const ANSWER_MS = 20_000;

/**
 * Opens connections as they are needed. When a connection does not answer a query in time, it is closed together with
 * all idle ones: the network drops the packets, or the database hangs, and the operating system would notice only after
 * many minutes. The same happens when the server has become a read-only one. Announcements of triggers (`raise info`)
 * are passed on when the transaction is over, before its caller continues.
 */
export function openConnections(
  settings: pg.PoolConfig,
  { onLost, announcements, traces, onBegin }: ConnectionOptions,
): Connections {
  const pool = makePool({ query_timeout: ANSWER_MS, ...settings });
  const announced = new WeakMap<pg.PoolClient, Map<string, () => void>>();
  // Each connection reports its own error; this listener keeps the pool's copy of it from ending the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    const passOn = new Map<string, () => void>();
    announced.set(client, passOn);
    client.on("error", onLost);
    client.on("notice", ({ message, detail = "" }) => {
      for (const { channel, onAnnouncement } of announcements)
        if (message === channel) passOn.set(`${channel} ${detail}`, () => onAnnouncement(detail));
    });
  });

  return {
    pool,
    async ask(client, query) {
      if (client.getTransactionStatus() === "I") onBegin?.();
      try {
        const read = () => client.query<unknown[]>({ ...query, rowMode: "array" });
        return await (traces ? traces.span(verbOf(query.text), { "db.query.text": query.text }, read) : read());
      } catch (error) {
        if (isSilence(error) || isReadOnly(error)) {
          endAll(pool, client);
          if (settings.connectionString) suspectPrimary(settings.connectionString);
        }
        throw error;
      } finally {
        const passOn = announced.get(client);
        // Within a transaction nothing has been committed yet that others could see.
        if (passOn && passOn.size > 0 && client.getTransactionStatus() === "I") {
          for (const pass of passOn.values()) pass();
          passOn.clear();
        }
      }
    },
  };
}

/** The text of a statement has places for its values, and never the values themselves. */
const verbOf = (text: string) => /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? "statement";

/** PostgreSQL's code (SQLSTATE) for a write that the server, or the transaction, refuses. */
export const READ_ONLY = "25006";
const isReadOnly = (error: unknown) => error instanceof Error && "code" in error && error.code === READ_ONLY;
const isSilence = (error: unknown) => error instanceof Error && error.message === "Query read timeout";

/**
 * Closes the failed connection and all idle ones, because the others have probably failed in the same way. The idle
 * ones are taken from the pool first, so that no caller gets one of them.
 */
function endAll(pool: pg.Pool, failedClient: pg.PoolClient): void {
  for (let resting = pool.idleCount; resting > 0; resting -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    );
  void failedClient.end();
}
