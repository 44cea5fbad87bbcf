import pg from "pg";

/** A statement of a fixed text; its name stands for that text on every connection. */
export type NamedQuery = { name: string; text: string; values: unknown[] };
export type Answered = pg.QueryArrayResult<unknown[]>;

/** Connections that many read over at the same time, each read being a transaction of its own. */
export type ReadConnections = {
  ask(query: NamedQuery): Promise<Answered>;
  close(): Promise<void>;
};

type Options = {
  settings: pg.ClientConfig;
  onLost: (error: Error) => void;
  /** The database ends each statement long before; an answer that takes longer will not come any more. */
  answerWithinMs: number;
};

/**
 * How PostgreSQL plans what is read: once for all values. It does not know then that a member may have a hundred times as
 * many rows as another, so that it would gather and sort what an index holds in order.
 */
export const PLAN_SETTINGS = { plan_cache_mode: "force_generic_plan", enable_bitmapscan: "off" };
const PLAN_OPTIONS = Object.entries(PLAN_SETTINGS).map(([name, value]) => `-c ${name}=${value}`);

const CONNECTIONS_MAX = 8;
/** So many wait for one connection before another one is opened. */
const SHARED_BY = 2;

type Link = {
  client: pg.Client;
  opening: Promise<void> | undefined;
  waiting: number;
  timer: NodeJS.Timeout;
  isCorked: boolean;
};

/**
 * Opens connections as they are needed. What is asked in one turn of the event loop is sent together, and nobody waits for
 * the answer to another one's question before sending: where many ask, a read costs far less than on a connection of its own.
 */
export function openReadConnections({ settings, onLost, answerWithinMs }: Options): ReadConnections {
  const links = new Set<Link>();
  let isClosing = false;

  function open(): Link {
    const client = new pg.Client({
      ...settings,
      options: [settings.options, ...PLAN_OPTIONS].join(" "),
      pipeline: true,
    });
    let reason: Error | undefined;
    client.on("error", (error) => {
      reason = error;
    });
    // What happened to one has probably happened to all.
    const giveUp = () => {
      if (link.waiting > 0) for (const one of links) one.client.connection.stream.destroy();
    };
    const timer = setTimeout(giveUp, answerWithinMs);
    timer.unref();
    const link: Link = { client, opening: undefined, waiting: 0, timer, isCorked: false };
    client.once("end", () => {
      clearTimeout(timer);
      links.delete(link);
      if (reason && !isClosing) onLost(reason);
    });
    links.add(link);
    link.opening = client.connect().then(
      () => {
        link.opening = undefined;
      },
      (error: Error) => {
        links.delete(link);
        // The pool names it so, and what is tried again goes by the name.
        const hasTimedOut = error.message === "timeout expired";
        throw hasTimedOut ? new Error("Connection terminated due to connection timeout", { cause: error }) : error;
      },
    );
    return link;
  }

  function choose(): Link {
    let best: Link | undefined;
    for (const link of links) if (!best || link.waiting < best.waiting) best = link;
    const isBusy = best === undefined || best.waiting >= SHARED_BY;
    return best && !(isBusy && links.size < CONNECTIONS_MAX) ? best : open();
  }

  return {
    async ask(query) {
      const link = choose();
      if (link.waiting === 0) link.timer.refresh();
      link.waiting += 1;
      try {
        if (link.opening) await link.opening;
        sendWithThisTurn(link);
        return await link.client.query<unknown[]>({ ...query, rowMode: "array" });
      } finally {
        link.waiting -= 1;
        link.timer.refresh();
      }
    },
    async close() {
      isClosing = true;
      await Promise.all([...links].map(({ client }) => client.end()));
    },
  };
}

/** Holds back what is sent until the requests that have arrived together have all been read. */
function sendWithThisTurn(link: Link): void {
  if (link.isCorked) return;
  const { stream } = link.client.connection;
  link.isCorked = true;
  stream.cork();
  setImmediate(() => {
    link.isCorked = false;
    stream.uncork();
  });
}
