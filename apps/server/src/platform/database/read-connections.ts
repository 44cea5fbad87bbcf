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
  /** One that nothing was asked over for so long is ended: a network forgets connections that rest, and says nothing. */
  restMs?: number;
  /** Its questions take long, so that none waits behind another one's while a connection is free. */
  takeLong?: boolean;
};

/**
 * How PostgreSQL plans what is read: once for all values. It does not know then that a member may have a hundred times as
 * many rows as another, so that it would gather and sort what an index holds in order.
 */
export const PLAN_SETTINGS = { plan_cache_mode: "force_generic_plan", enable_bitmapscan: "off" };
/** Which of these connections something is asked over depends on who else asks, so nothing may be written over them. */
const READ_OPTIONS = Object.entries({ ...PLAN_SETTINGS, default_transaction_read_only: "on" }).map(
  ([name, value]) => `-c ${name}=${value}`,
);

/**
 * `sharedBy` wait for one connection before another one is opened. Up to `together` questions of one turn of the event loop
 * share one where many are busy, and are sent in one write.
 */
const SHORT = { max: 8, sharedBy: 2, together: 4 };
const LONG = { max: 4, sharedBy: 1, together: 1 };
/** Beyond so many busy connections questions are sent together. */
const SPREAD_OVER = 4;
/** Whoever asks over one that has not answered for so long waits behind a slow question. */
const SLOW_MS = 50;
const BEHIND_ALL = 1_000_000;

type Link = {
  client: pg.Client;
  opening: Promise<void> | undefined;
  /** When the questions that wait for their answers were asked, the oldest first. */
  askedAt: number[];
  timer: NodeJS.Timeout;
  resting: NodeJS.Timeout;
  isCorked: boolean;
};

/**
 * Opens connections as they are needed. What is asked in one turn of the event loop is sent together, and nobody waits for
 * the answer to another one's question before sending: where many ask, a read costs far less than on a connection of its own.
 */
export function openReadConnections({
  settings,
  onLost,
  answerWithinMs,
  restMs = 10_000,
  takeLong = false,
}: Options): ReadConnections {
  const { max, sharedBy, together } = takeLong ? LONG : SHORT;
  const links = new Set<Link>();
  let isClosing = false;

  function open(): Link {
    const client = new pg.Client({
      ...settings,
      options: [settings.options, ...READ_OPTIONS].join(" "),
      pipeline: true,
    });
    let reason: Error | undefined;
    client.on("error", (error) => {
      reason = error;
      // Nothing that is asked over it from here on would be answered.
      links.delete(link);
      client.connection.stream.destroy();
    });
    // What happened to one has probably happened to all.
    const giveUp = () => {
      if (link.askedAt.length > 0) for (const one of links) one.client.connection.stream.destroy();
    };
    const timer = setTimeout(giveUp, answerWithinMs);
    timer.unref();
    const resting = setTimeout(() => {
      if (link.askedAt.length > 0 || !links.delete(link)) return;
      void client.end();
    }, restMs);
    resting.unref();
    const link: Link = { client, opening: undefined, askedAt: [], timer, resting, isCorked: false };
    client.once("end", () => {
      clearTimeout(timer);
      clearTimeout(resting);
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
    const slowSince = performance.now() - SLOW_MS;
    let best: Link | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    let filling: Link | undefined;
    let busy = 0;
    for (const link of links) {
      const { askedAt } = link;
      if (askedAt.length > 0) busy += 1;
      if (link.isCorked && askedAt.length < together) filling = link;
      const isSlow = askedAt[0] !== undefined && askedAt[0] < slowSince;
      // Only where all others are slow as well.
      const ahead = isSlow ? askedAt.length + BEHIND_ALL : askedAt.length;
      if (ahead < fewest) [best, fewest] = [link, ahead];
    }
    if (filling && busy >= SPREAD_OVER) return filling;
    const isBusy = fewest >= sharedBy;
    return best && !(isBusy && links.size < max) ? best : open();
  }

  return {
    async ask(query) {
      const link = choose();
      if (link.askedAt.length === 0) link.timer.refresh();
      link.askedAt.push(performance.now());
      try {
        if (link.opening) await link.opening;
        sendWithThisTurn(link);
        return await link.client.query<unknown[]>({ ...query, rowMode: "array" });
      } finally {
        // Answers come in the order of the questions.
        link.askedAt.shift();
        link.timer.refresh();
        link.resting.refresh();
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
