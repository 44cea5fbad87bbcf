import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { Traces } from "../traces/traces.ts";
import { openBuilder } from "./builder.ts";
import { openConnections } from "./connections.ts";
import { type Connection, type Db, settingsOf } from "./database.ts";
import { openReadConnections } from "./read-connections.ts";
import { type Known, learn, mayAnswer, UNKNOWN } from "./replica-rules.ts";
import { openReplicaProbe, type PrimaryPositions, type ServerPosition } from "./server-positions.ts";

type Options = ProgressOptions & {
  /** The role whose rights the reads have. */
  role: string | undefined;
  traces: Traces | undefined;
  /** A server that does not answer in time counts as gone. */
  answerMs: number;
};

export type Replica = ReturnType<typeof openReplica>;

/** A replica that is polled for its position, and that reads while it may answer. */
export function openReplica(connection: Connection, options: Options) {
  const { number, answerMs } = options;
  const progress = openProgress(options);
  /** Forgets the replica's position: after a crash, it has less than before. */
  const onLost = (error: unknown) => {
    progress.forget(error);
    reader.giveUp(error);
  };
  const reader = openReader(connection, { ...options, mayAnswer: progress.mayAnswer, onLost });
  const probe = openReplicaProbe(connection, { answerMs, onLost });
  let isAsking = false;

  return {
    number,
    progress,
    reader,
    /** Asks for the position, unless the previous question is unanswered. */
    async follow(): Promise<void> {
      if (isAsking) return;
      isAsking = true;
      const takenAt = performance.now();
      try {
        const position = await probe.ask();
        if (!position) throw new Error("it is not in recovery");
        progress.learn(position, takenAt);
      } catch (error) {
        onLost(error);
      } finally {
        isAsking = false;
      }
    },
    async close(): Promise<void> {
      // The connections to a silent replica would end only when their statements are given up.
      await Promise.race([Promise.all([probe.close(), reader.close()]), sleep(answerMs, undefined, { ref: false })]);
    },
  };
}

type ProgressOptions = {
  number: number;
  log: Log;
  primary: PrimaryPositions;
  freshMs: number;
  /** Aborted when the process ends: later losses are not logged. */
  signal: AbortSignal;
};

/** The known position of a replica. Logs when the replica becomes available or unavailable. */
function openProgress({ number, log, primary, freshMs, signal }: ProgressOptions) {
  let knownState = UNKNOWN;
  /** The replica's latest moment when its state was last known, for its age. */
  let lastFreshAt: number | undefined;
  let reason = "it has not answered yet";
  let isAsked: boolean | undefined;
  const mayAnswerNow = (wroteAt?: number) => mayAnswer(knownState, { now: performance.now(), wroteAt, freshMs });

  /** Logs each change once, because a lost replica stays lost for many rounds. */
  function logChange(): void {
    const isNew = knownState.report !== undefined && knownState.isProven === undefined;
    const isAskedNow = mayAnswerNow();
    if (isNew || isAskedNow === isAsked || signal.aborted) return;
    isAsked = isAskedNow;
    if (isAsked) log.info({ replica: number }, "a replica answers");
    else log.warn({ replica: number, reason: reasonOf(knownState, reason, primary.error) }, "a replica is not asked");
  }

  return {
    /** Whether it may now answer a reader whose last write was committed by `wroteAt`. */
    mayAnswer: mayAnswerNow,
    freshAt: () => knownState.freshAt,
    ageMs: () => (lastFreshAt === undefined ? undefined : performance.now() - lastFreshAt),
    /** @throws when the position is one of another database */
    learn(position: ServerPosition, takenAt: number): void {
      if (primary.identity !== undefined && position.identity !== primary.identity)
        throw new Error("it is another database than that of DATABASE_URL");
      knownState = learn(knownState, { ...position, takenAt, answeredAt: performance.now() }, primary.samples);
      lastFreshAt = knownState.freshAt ?? lastFreshAt;
      logChange();
    },
    forget(error: unknown): void {
      knownState = UNKNOWN;
      reason = messageOf(error);
      logChange();
    },
  };
}

function reasonOf({ report, isProven }: Known, reason: string, primaryError: unknown): string {
  if (report === undefined) return reason;
  if (primaryError !== undefined) return `the primary does not say how far it is: ${messageOf(primaryError)}`;
  return isProven ? "it is behind" : "it is ahead of the primary, so it follows another one";
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const READS_MAX = 8;

type ReaderOptions = Pick<Options, "number" | "role" | "traces" | "answerMs"> & {
  mayAnswer: () => boolean;
  onLost: (error: Error) => void;
};

/** The connections over which a replica is read. */
function openReader(connection: Connection, { number, role, traces, answerMs, mayAnswer, onLost }: ReaderOptions) {
  /** A replica refuses writes anyway; a server that was promoted would not. */
  const settingsFor = (options: { role?: string }) => {
    const plain = settingsOf(connection, options);
    return { ...plain, options: `${plain.options} -c default_transaction_read_only=on` };
  };
  // A read that gets no connection in this time goes to the primary.
  const settings = { ...settingsFor(role === undefined ? {} : { role }), connectionTimeoutMillis: answerMs };
  const onBegin = () => {
    // The read may have waited for the connection.
    if (!mayAnswer()) throw new Error("the replica may not answer any more");
  };
  const listeners = { onLost, traces, onBegin };
  const connections = openConnections({ ...settings, max: READS_MAX }, { ...listeners, announcements: [] });
  const db: Db = openBuilder(connections);
  const reads = openReadConnections(db, settings, listeners);
  const waitingReads = new Set<(error: unknown) => void>();
  return {
    /** The check of a source reads the receiver's state, which the product's role may not see. */
    source: settingsFor({}),
    pools: { [`replica-${number}`]: connections.pool, [`replica-${number}-reads`]: reads.pool },
    /** Reads from the replica. Fails at once when the replica turns out to be gone. */
    async ask<T>(readRows: (db: Db) => Promise<T>): Promise<T> {
      const { promise: whenLost, reject } = Promise.withResolvers<never>();
      waitingReads.add(reject);
      try {
        return await Promise.race([readRows(db), whenLost]);
      } finally {
        waitingReads.delete(reject);
      }
    },
    /** Fails all reads that wait for the replica. */
    giveUp(reason: unknown): void {
      for (const reject of waitingReads) reject(reason);
    },
    close: () => Promise.all([connections.pool.end(), reads.close()]),
  };
}
