import type pg from "pg";

/** An announcement of a trigger, `channel` being its message and the text its detail. */
export type OwnAnnouncements = { channel: string; onAnnouncement: (text: string) => void };

/**
 * Receives what triggers announce to the connection itself (`raise info`) of what it has written. `onAnnouncement` is called
 * when the transaction is over, and before its caller goes on.
 */
export function receiveOwnAnnouncements(
  client: pg.PoolClient | pg.Client,
  { channel, onAnnouncement }: OwnAnnouncements,
): void {
  const announced = new Set<string>();
  client.on("notice", ({ message, detail }) => {
    if (message === channel) announced.add(detail ?? "");
  });
  client.connection.prependListener("readyForQuery", ({ status }: { status: string }) => {
    // Within a transaction there is nothing yet that others can see.
    if (announced.size === 0 || status !== "I") return;
    for (const text of announced) onAnnouncement(text);
    announced.clear();
  });
}
