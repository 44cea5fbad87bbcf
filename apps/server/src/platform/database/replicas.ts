import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../log.ts";
import type { LastWrites } from "../nodes/last-writes.ts";
import type { Traces } from "../traces/traces.ts";
import { READ_ONLY } from "./connections.ts";
import type { Connection, Pools } from "./database.ts";
import { openReplica, type Replica } from "./replica.ts";
import type { Reader, ReplicaReads } from "./replica-reads.ts";
import { FRESH_MS, type Position } from "./replica-rules.ts";
import { checkPosition, openPrimaryPositions, type PrimaryPositions } from "./server-positions.ts";

/** The server that answered a declared read, and why. */
export type ReplicaChoice = "replica" | "stale" | "own write" | "writes unknown" | "failed";

/**
 * How to connect to a replica. `check` finds one row if, and only if, the connection's server still has everything that
 * the replica was chosen for: after a crash a replica is behind, and it is reconnected at once.
 */
export type ReplicaSource = { connection: pg.ClientConfig; check: { text: string; values: unknown[] } };

export type Replicas = ReplicaReads & {
  /**
   * Reads over a separate connection from a replica that has everything committed before now. Undefined when none has
   * it within two seconds, or when the reading fails; the signal is aborted when the replica falls silent.
   */
  readAll<T>(read: (source: ReplicaSource, signal: AbortSignal) => Promise<T>): Promise<T | undefined>;
  /** Records that a member has just written, or has just received an event about another's write. */
  noteWrite(memberId: string): Promise<void>;
  /** Each replica in the order of DATABASE_READ_URL: the maximum age of its data, and whether it may answer. */
  list(): { ageMs: number | undefined; mayAnswer: boolean }[];
  pools: Pools;
  close(): Promise<void>;
};

type Options = {
  primary: Connection;
  replicas: readonly Connection[];
  /** The role whose rights the reads have. */
  role: string | undefined;
  lastWrites: LastWrites;
  log: Log;
  traces?: Traces | undefined;
  onChoice?: ((choice: ReplicaChoice) => void) | undefined;
  /** How old an answer may be. */
  freshMs?: number | undefined;
  /** A server that does not answer in time counts as gone. */
  answerMs?: number | undefined;
};

/** How often each server is asked for its position. */
const FOLLOW_MS = 500;
const ANSWER_MS = 1_000;

/** Failures of the read itself, which the primary would repeat: it takes too long, or it writes. */
const OWN_FAULTS = ["57014", READ_ONLY];

/** Opens the replicas and begins to follow their positions. No read waits for one. */
export function openReplicas({ primary: connection, lastWrites, log, onChoice, ...options }: Options): Replicas {
  const { role, traces, freshMs = FRESH_MS, answerMs = ANSWER_MS } = options;
  const ending = new AbortController();
  const primary = openPrimaryPositions(connection, answerMs);
  const sharedOptions = { role, traces, freshMs, answerMs, log, primary, signal: ending.signal };
  const replicas = options.replicas.map((replica, number) => openReplica(replica, { ...sharedOptions, number }));
  const followedServers = { primary, replicas, freshMs, signal: ending.signal };
  const following = follow(followedServers);
  const choose = openChoice(replicas, lastWrites);
  const logFailure = (replica: Replica, err: unknown) =>
    log.warn({ err, replica: replica.number }, "a replica failed, and the primary answers");

  return {
    async ask(primaryDb, reader, readRows) {
      const chosenReplica = await choose(reader);
      if (typeof chosenReplica === "string") {
        onChoice?.(chosenReplica);
        return readRows(primaryDb);
      }
      try {
        const answer = await chosenReplica.reader.ask(readRows);
        onChoice?.("replica");
        return answer;
      } catch (err) {
        if (OWN_FAULTS.includes(codeOf(err))) throw err;
        // After any other failure, such as a conflict with replayed changes, the primary can answer.
        onChoice?.("failed");
        logFailure(chosenReplica, err);
        return readRows(primaryDb);
      }
    },
    async readAll(readRows) {
      const latest = await findLatest(followedServers);
      if (!latest) return undefined;
      const { replica, position } = latest;
      const source = { connection: replica.reader.source, check: checkPosition(primary.identity, position) };
      const reading = new AbortController();
      try {
        return await replica.reader.ask(() => readRows(source, reading.signal));
      } catch (err) {
        logFailure(replica, err);
        return undefined;
      } finally {
        reading.abort();
      }
    },
    noteWrite: lastWrites.note,
    list: () => replicas.map(({ progress }) => ({ ageMs: progress.ageMs(), mayAnswer: progress.mayAnswer() })),
    pools: Object.assign({}, ...replicas.map(({ reader }) => reader.pools)),
    async close() {
      ending.abort();
      for (const replica of replicas) replica.reader.giveUp(new Error("the process ends"));
      await following;
      await Promise.all([primary.close(), ...replicas.map((replica) => replica.close())]);
    },
  };
}

type Followed = { primary: PrimaryPositions; replicas: readonly Replica[]; freshMs: number; signal: AbortSignal };

/** Polls the position of all servers. A slow replica delays no other. */
async function follow({ primary, replicas, signal }: Followed): Promise<void> {
  while (!signal.aborted) {
    await primary.sample();
    for (const replica of replicas) void replica.follow();
    await sleep(FOLLOW_MS, undefined, { signal }).catch(() => {});
  }
}

/** Chooses in turn among the replicas that may answer a reader, or else says why none may. */
function openChoice(replicas: readonly Replica[], lastWrites: LastWrites) {
  let turn = 0;
  return async (reader: Reader): Promise<Replica | Exclude<ReplicaChoice, "replica" | "failed">> => {
    if (!replicas.some(({ progress }) => progress.mayAnswer())) return "stale";
    const wroteAt = reader === undefined ? undefined : await lastWrites.find(reader);
    if (wroteAt === "unknown") return "writes unknown";
    const candidates = replicas.filter(({ progress }) => progress.mayAnswer(wroteAt));
    turn += 1;
    return candidates[turn % candidates.length] ?? "own write";
  };
}

/** A replica that has everything committed before now, and the position that proves it. */
async function findLatest({
  primary,
  replicas,
  freshMs,
  signal,
}: Followed): Promise<{ replica: Replica; position: Position } | undefined> {
  const calledAt = performance.now();
  while (performance.now() - calledAt < freshMs && !signal.aborted) {
    const replica = replicas.find(({ progress }) => progress.mayAnswer(calledAt));
    const position = primary.samples.find(({ takenAt }) => takenAt === replica?.progress.freshAt());
    if (replica && position) return { replica, position };
    await sleep(FOLLOW_MS / 5);
  }
  return undefined;
}

/** PostgreSQL's code (SQLSTATE) of a failure or of its cause; empty when it has none. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error ? String(error.code) : codeOf(error.cause);
}
