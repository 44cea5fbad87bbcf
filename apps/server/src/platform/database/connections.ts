import pg from "pg";

/** An announcement of a trigger, `channel` being its message and the text its detail. */
export type OwnAnnouncements = { channel: string; onAnnouncement: (text: string) => void };

export type Answer = pg.QueryArrayResult<unknown[]>;
type Query = { name?: string | undefined; text: string; values: unknown[] };

/** A pool, and how something is asked over one of its connections. */
export type Connections = { pool: pg.Pool; ask(client: pg.PoolClient, query: Query): Promise<Answer> };

type Options = { onLost: (error: Error) => void; announcements: readonly OwnAnnouncements[] };

/** The database ends each statement after 15 seconds, so an answer that takes longer will not come any more. */
const ANSWER_MS = 20_000;

/**
 * Opens connections as they are needed. One that fell silent while it was asked something is ended, with those that rest:
 * the network swallows what is said, or the database hangs, and the system would give it up after many minutes.
 * What triggers announce to the connection itself (`raise info`) of what it has written is passed on when the transaction is
 * over, and before its caller goes on.
 */
export function openConnections(settings: pg.PoolConfig, { onLost, announcements }: Options): Connections {
  const pool = new pg.Pool({ query_timeout: ANSWER_MS, ...settings });
  const announced = new WeakMap<pg.PoolClient, Map<string, () => void>>();
  // Each connection says so itself.
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
      try {
        return await client.query<unknown[]>({ ...query, rowMode: "array" });
      } catch (error) {
        if (isSilence(error)) endSilent(pool, client);
        throw error;
      } finally {
        const passOn = announced.get(client);
        // Within a transaction there is nothing yet that others can see.
        if (passOn && passOn.size > 0 && client.getTransactionStatus() === "I") {
          for (const pass of passOn.values()) pass();
          passOn.clear();
        }
      }
    },
  };
}

const isSilence = (error: unknown) => error instanceof Error && error.message === "Query read timeout";

/** What happened to one has probably happened to all. Those that rest are taken first, so that nobody is given one of them. */
function endSilent(pool: pg.Pool, silent: pg.PoolClient): void {
  for (let resting = pool.idleCount; resting > 0; resting -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    );
  void silent.end();
}
