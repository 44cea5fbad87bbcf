import type pg from "pg";

/** An announcement of a trigger, `channel` being what its message says and the text its detail. */
export type OwnAnnouncements = { channel: string; onNews: (text: string) => void };

/**
 * Hears what triggers tell the connection itself (`raise info`) of what it has written. `onNews` is called when the
 * transaction is over and before whoever waits for it goes on, so that what they do next finds the news received.
 */
export function hearOwnAnnouncements(client: pg.PoolClient | pg.Client, { channel, onNews }: OwnAnnouncements): void {
  const told = new Set<string>();
  client.on("notice", ({ message, detail }) => {
    if (message === channel) told.add(detail ?? "");
  });
  client.connection.prependListener("readyForQuery", ({ status }: { status: string }) => {
    // Within a transaction there is nothing yet that others can see.
    if (told.size === 0 || status !== "I") return;
    for (const text of told) onNews(text);
    told.clear();
  });
}
