import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { PRODUCT_NAME } from "../product-name.ts";
import type { Connection } from "./database.ts";
import { makeClient } from "./make-client.ts";

/** The query with which `confirm` repeatedly checks whether the connection lives. */
export const STILL_HEARING = "select 'still hearing'";

type Options = {
  /** The channel of `pg_notify`. */
  channel: string;
  /**
   * Called with the text of each announcement, and without a text whenever listening begins, because earlier
   * announcements may have been missed.
   */
  onAnnouncement: (text?: string) => void;
  /** Called when the connection is lost. The listener then tries again until it has a new one. */
  onLost?: (error: Error) => void;
  retryMs?: number;
  /** An attempt to connect is given up after this time; 0 means never. */
  connectWithinMs?: number;
  confirming?: Confirmation;
};

/** Repeatedly checks whether the connection to the database lives. */
type Confirmation = {
  everyMs: number;
  /** A connection that does not answer for this long is given up. */
  withinMs: number;
  /** Called when everything announced until `upTo`, a time of `performance.now()`, has been received. */
  onConfirmed: (upTo: number) => void;
};

/**
 * Listens, on its own connection, to announcements between the processes on a database. An announcement arrives when
 * its transaction has committed. The caller must call `stop`.
 */
export async function listenTo(
  connection: Connection,
  { channel, onAnnouncement, onLost, retryMs = 1_000, connectWithinMs = 5_000, confirming }: Options,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();

  async function open() {
    const socket = new Socket();
    const client = makeClient({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: connectWithinMs,
      application_name: PRODUCT_NAME,
      stream: () => socket,
    });
    let reason = new Error("the database ended the connection");
    client.on("error", (error) => {
      reason = error;
    });
    client.on("notification", ({ payload }) => onAnnouncement(payload ?? ""));
    const ending = new Promise<Error>((resolve) => client.once("end", () => resolve(reason)));
    const cut = () => void socket.destroy();
    stopping.signal.addEventListener("abort", cut);
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      stopping.signal.throwIfAborted();
    } catch (error) {
      cut();
      throw error;
    } finally {
      stopping.signal.removeEventListener("abort", cut);
    }
    onAnnouncement();
    if (confirming) confirm(client, cut, confirming);
    return { client, ended: ending };
  }

  /** Tries until a connection opens. Returns undefined once the caller has stopped. */
  async function openAgain(): Promise<typeof current | undefined> {
    while (!stopping.signal.aborted) {
      await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
      const openedClient = stopping.signal.aborted ? undefined : await open().catch(() => {});
      if (openedClient) return openedClient;
    }
  }

  async function keepListening(): Promise<void> {
    for (;;) {
      const error = await current.ended;
      if (stopping.signal.aborted) return;
      onLost?.(error);
      const openedClient = await openAgain();
      if (!openedClient) return;
      current = openedClient;
    }
  }

  let current = await open();
  const listening = keepListening();
  return {
    async stop() {
      stopping.abort();
      await current.client.end();
      await listening;
    },
  };
}

/**
 * The database answers in order: when the answer to a query arrives, everything announced before the query has arrived
 * too.
 */
function confirm(client: pg.Client, cutConnection: () => void, { everyMs, withinMs, onConfirmed }: Confirmation): void {
  let askedAt: number | undefined;
  const ask = () => {
    const now = performance.now();
    if (askedAt !== undefined) {
      if (now - askedAt > withinMs) cutConnection();
      return;
    }
    askedAt = now;
    // If the connection has ended meanwhile, `listenTo` opens a new one.
    client.query(STILL_HEARING).then(
      () => {
        onConfirmed(now);
        askedAt = undefined;
      },
      () => {},
    );
  };
  const timer = setInterval(ask, everyMs);
  client.once("end", () => clearInterval(timer));
  ask();
}
