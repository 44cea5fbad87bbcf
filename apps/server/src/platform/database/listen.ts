import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { PRODUCT_NAME } from "../product-name.ts";
import type { Connection } from "./database.ts";

/** Asked again and again, whatever else goes on. */
export const STILL_HEARING = "select 'still hearing'";

type Options = {
  /** What is listened to; `pg_notify` names it. */
  channel: string;
  /** Called with the text of each announcement, and without one whenever listening begins: before that some may have been missed. */
  onNews: (text?: string) => void;
  /** The connection was lost; it is opened again until it holds. */
  onLost?: (error: Error) => void;
  retryMs?: number;
  /** An attempt to connect is given up after so long; 0: never. */
  connectWithinMs?: number;
  confirming?: Confirmation;
};

/** Asks the database again and again whether the connection still lives. */
type Confirmation = {
  everyMs: number;
  /** A connection that is silent for so long is given up. */
  withinMs: number;
  /** All that was announced up to this moment, of `performance.now()`, has been received. */
  onConfirmed: (upTo: number) => void;
};

/**
 * Listens to what the processes on a database announce to each other, on a connection of its own: an announcement arrives
 * when its transaction has committed. The caller must call `stop`.
 */
export async function listenTo(
  connection: Connection,
  { channel, onNews, onLost, retryMs = 1_000, connectWithinMs = 5_000, confirming }: Options,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();

  async function open() {
    const socket = new Socket();
    const client = new pg.Client({
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
    client.on("notification", ({ payload }) => onNews(payload ?? ""));
    const ended = new Promise<Error>((resolve) => client.once("end", () => resolve(reason)));
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
    onNews();
    if (confirming) confirm(client, cut, confirming);
    return { client, ended };
  }

  /** Tries until it works; undefined once the caller has stopped. */
  async function openAgain(): Promise<typeof current | undefined> {
    while (!stopping.signal.aborted) {
      await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
      const opened = stopping.signal.aborted ? undefined : await open().catch(() => {});
      if (opened) return opened;
    }
  }

  async function keepListening(): Promise<void> {
    for (;;) {
      const error = await current.ended;
      if (stopping.signal.aborted) return;
      onLost?.(error);
      const opened = await openAgain();
      if (!opened) return;
      current = opened;
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

/** The answer to a question comes after what was announced before the database read the question. */
function confirm(client: pg.Client, cut: () => void, { everyMs, withinMs, onConfirmed }: Confirmation): void {
  let askedAt: number | undefined;
  const ask = () => {
    const now = performance.now();
    if (askedAt !== undefined) {
      if (now - askedAt > withinMs) cut();
      return;
    }
    askedAt = now;
    // A connection that ended meanwhile is opened again by its listener.
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
