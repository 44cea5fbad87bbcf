import type pg from "pg";

/** The database ends each statement after 15 seconds, so an answer that takes longer will not come any more. */
export const ANSWER_MS = 20_000;

type Ask = (...args: unknown[]) => unknown;

/**
 * Ends the connections of a pool that fell silent while they were asked something: the network swallows what is said, or
 * the database hangs. Without it what was asked would wait until the system gives the connection up, which takes many
 * minutes. The function that it answers is to be called with each new connection.
 */
export function openSilenceWatch(): (client: pg.PoolClient) => void {
  const resting = new Set<pg.PoolClient>();

  return (client) => {
    const timer = setTimeout(() => {
      if (resting.has(client)) return;
      // What happened to one has probably happened to all. They go first, so that nobody is given one of them next.
      for (const one of [...resting, client]) one.connection.stream.destroy();
    }, ANSWER_MS);
    timer.unref();
    resting.add(client);
    client.on("drain", () => resting.add(client));
    client.once("end", () => {
      clearTimeout(timer);
      resting.delete(client);
    });
    const ask: Ask = client.query.bind(client);
    const watched: Ask = (...args) => {
      resting.delete(client);
      timer.refresh();
      return ask(...args);
    };
    client.query = watched as typeof client.query;
  };
}
