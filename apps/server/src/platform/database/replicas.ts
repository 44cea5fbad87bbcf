import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../log.ts";
import type { LastWrites } from "../nodes/last-writes.ts";
import type { Traces } from "../traces/traces.ts";
import { openBuilder } from "./builder.ts";
import { openConnections, READ_ONLY } from "./connections.ts";
import { type Connection, type Db, type Pools, settingsOf } from "./database.ts";
import { openReads } from "./read-connections.ts";
import type { Reader, ReplicaReads } from "./replica-reads.ts";
import { FRESH_MS, keepSamples, learn, mayAnswer, type Position, type Sample, UNKNOWN } from "./replica-rules.ts";

/** Who answered a declared read, and why. */
export type ReplicaChoice = "replica" | "stale" | "own write" | "writes unknown" | "failed";

/**
 * How to connect to a replica. `check` finds one row if, and only if, the server of the connection still has all that the
 * replica was chosen for: a crash takes a replica back, and it is connected to again at once.
 */
export type ReplicaSource = { connection: pg.ClientConfig; check: { text: string; values: unknown[] } };

export type Replicas = ReplicaReads & {
  /**
   * Reads over a connection of its own from a replica that has all that was committed before now. Undefined when none has
   * it within two seconds, or when the reading fails; the signal is aborted when the replica has fallen silent.
   */
  readAll<T>(read: (source: ReplicaSource, signal: AbortSignal) => Promise<T>): Promise<T | undefined>;
  /** Remembers that a member has just written, or was just told of what somebody else wrote. */
  noteWrite(memberId: string): Promise<void>;
  /** Each replica in the order of DATABASE_READ_URL: how old its data are at most, and whether it may answer. */
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

/** How often each server is asked how far it is. */
const FOLLOW_MS = 500;
const ANSWER_MS = 1_000;
const READS_MAX = 8;

/** SQL: the same text for a primary and its replicas, and another one for every other database. */
const IDENTITY =
  "(select system_identifier from pg_control_system()) || ' ' || (select oid from pg_database where datname = current_database()) as identity";
// What is not flushed has not left the primary. Where commits do not wait for that, they are visible before.
const WHERE_PRIMARY_IS = `select ${IDENTITY}, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
  (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end
    - '0/0')::float8 as bytes`;
// Each of the three timelines is one that the replica follows. The last restart point may tell of it minutes later than
// the receiver, which only members of pg_read_all_stats see.
const WHERE_REPLICA_IS = `select ${IDENTITY}, (pg_last_wal_replay_lsn() - '0/0')::float8 as bytes, greatest(
    (select timeline_id from pg_control_checkpoint()),
    (select min_recovery_end_timeline from pg_control_recovery()),
    (select received_tli from pg_stat_wal_receiver)
  ) as timeline
  where pg_is_in_recovery()`;

const HAS_ALL = `select from (${WHERE_REPLICA_IS}) place where identity = $1 and timeline >= $2 and bytes >= $3`;

/** Failures of the read itself, which would be the same at the primary: it takes too long, or it writes. */
const OWN_FAULTS = ["57014", READ_ONLY];

type Place = Position & { identity: string };
type Replica = ReturnType<typeof openReplica>;

/** Opens the replicas and begins to follow how far each of them is. No read waits for one. */
export function openReplicas({
  primary,
  replicas,
  role,
  lastWrites,
  log,
  traces,
  onChoice,
  ...times
}: Options): Replicas {
  const { freshMs = FRESH_MS, answerMs = ANSWER_MS } = times;
  const followed = replicas.map((connection, number) => {
    const onLost = (error: unknown) => lose(replica, error);
    const replica: Replica = openReplica(connection, { number, role, traces, freshMs, answerMs, onLost });
    return replica;
  });
  const probe = openProbe(primary, WHERE_PRIMARY_IS, { answerMs, onLost: () => {} });
  const ending = new AbortController();
  let samples: readonly Sample[] = [];
  let identity: string | undefined;
  let primaryError: unknown;
  let turn = 0;

  async function report(replica: Replica): Promise<void> {
    const takenAt = performance.now();
    try {
      const place = await replica.probe.ask();
      if (!place) throw new Error("it is not in recovery");
      if (identity !== undefined && place.identity !== identity)
        throw new Error("it is another database than that of DATABASE_URL");
      replica.known = learn(replica.known, { ...place, takenAt, answeredAt: performance.now() }, samples);
      replica.lastFreshAt = replica.known.freshAt ?? replica.lastFreshAt;
      logChange(replica);
    } catch (error) {
      lose(replica, error);
    }
  }

  /** Forgets how far a replica was: when it is back after a crash, it has less than it had. */
  function lose(replica: Replica, error: unknown): void {
    replica.known = UNKNOWN;
    replica.giveUp(error);
    replica.reason = messageOf(error);
    logChange(replica);
  }

  /** Logs each change once, because a replica that is gone stays so for many rounds. */
  function logChange(replica: Replica): void {
    const isAsked = replica.mayAnswer();
    const { report: lastReport, isProven } = replica.known;
    const isNew = lastReport !== undefined && isProven === undefined;
    if (isNew || isAsked === replica.isAsked || ending.signal.aborted) return;
    replica.isAsked = isAsked;
    const facts = { replica: replica.number };
    if (isAsked) log.info(facts, "a replica answers");
    else log.warn({ ...facts, reason: reasonOf(replica) }, "a replica is not asked");
  }

  function reasonOf({ known, reason }: Replica): string {
    if (known.report === undefined) return reason;
    if (primaryError !== undefined) return `the primary does not say how far it is: ${messageOf(primaryError)}`;
    return known.isProven ? "it is behind" : "it is ahead of the primary, so it follows another one";
  }

  async function follow(): Promise<void> {
    while (!ending.signal.aborted) {
      const takenAt = performance.now();
      const place = await probe.ask().catch((error: unknown) => {
        primaryError = error;
      });
      samples = keepSamples(samples, performance.now());
      if (place) {
        primaryError = undefined;
        identity = place.identity;
        samples = [...samples, { ...place, takenAt }];
      }
      for (const replica of followed) {
        // A replica that is slow to answer holds nobody up.
        replica.reporting ??= report(replica).finally(() => {
          replica.reporting = undefined;
        });
      }
      await sleep(FOLLOW_MS, undefined, { signal: ending.signal }).catch(() => {});
    }
  }
  const following = follow();

  const listFresh = (wroteAt?: number) => followed.filter((replica) => replica.mayAnswer(wroteAt));

  async function choose(reader: Reader): Promise<Replica | Exclude<ReplicaChoice, "replica" | "failed">> {
    if (listFresh().length === 0) return "stale";
    const wroteAt = reader === undefined ? undefined : await lastWrites.find(reader);
    if (wroteAt === "unknown") return "writes unknown";
    const candidates = listFresh(wroteAt);
    turn += 1;
    return candidates[turn % candidates.length] ?? "own write";
  }

  /** A replica that has all that was committed before now, and the position that it has for that. */
  async function findLatest(): Promise<{ replica: Replica; position: Position } | undefined> {
    const calledAt = performance.now();
    while (performance.now() - calledAt < freshMs && !ending.signal.aborted) {
      const [replica] = listFresh(calledAt);
      const position = samples.find(({ takenAt }) => takenAt === replica?.known.freshAt);
      if (replica && position) return { replica, position };
      await sleep(FOLLOW_MS / 5);
    }
    return undefined;
  }

  return {
    async ask(primaryDb, reader, read) {
      const chosen = await choose(reader);
      if (typeof chosen === "string") {
        onChoice?.(chosen);
        return read(primaryDb);
      }
      try {
        const answer = await chosen.ask(read);
        onChoice?.("replica");
        return answer;
      } catch (err) {
        if (OWN_FAULTS.includes(codeOf(err))) throw err;
        // Whatever else the cause, a conflict with what is replayed or the end of the server: the primary knows the answer.
        onChoice?.("failed");
        log.warn({ err, replica: chosen.number }, "a replica failed, and the primary answers");
        return read(primaryDb);
      }
    },
    async readAll(read) {
      const latest = await findLatest();
      if (!latest) return undefined;
      const { replica, position } = latest;
      const check = { text: HAS_ALL, values: [identity, position.timeline, position.bytes] };
      const reading = new AbortController();
      try {
        return await replica.ask(() => read({ connection: replica.source, check }, reading.signal));
      } catch (err) {
        log.warn({ err, replica: replica.number }, "a replica failed, and the primary answers");
        return undefined;
      } finally {
        reading.abort();
      }
    },
    noteWrite: lastWrites.note,
    list: () =>
      followed.map(({ lastFreshAt, ...replica }) => ({
        ageMs: lastFreshAt === undefined ? undefined : performance.now() - lastFreshAt,
        mayAnswer: replica.mayAnswer(),
      })),
    pools: Object.assign({}, ...followed.map(({ pools }) => pools)),
    async close() {
      ending.abort();
      for (const replica of followed) replica.giveUp(new Error("the process ends"));
      await following;
      await Promise.all([probe.close(), ...followed.map((replica) => replica.close())]);
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** PostgreSQL's code (SQLSTATE) of a failure or of its cause; empty when it has none. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error ? String(error.code) : codeOf(error.cause);
}

type ProbeOptions = { answerMs: number; onLost: (error: Error) => void };

/** A connection of its own that asks a server how far it is, so that no other work holds the question up. */
function openProbe(connection: Connection, text: string, { answerMs, onLost }: ProbeOptions) {
  const settings = { ...settingsOf(connection, {}), connectionTimeoutMillis: answerMs, query_timeout: answerMs };
  const { pool } = openConnections({ ...settings, max: 1 }, { onLost, announcements: [] });
  return { ask: async () => (await pool.query<Place>(text)).rows[0], close: () => pool.end() };
}

type ReplicaOptions = ProbeOptions & Pick<Options, "role" | "traces"> & { number: number; freshMs: number };

function openReplica(connection: Connection, { number, role, traces, freshMs, answerMs, onLost }: ReplicaOptions) {
  const probe = openProbe(connection, WHERE_REPLICA_IS, { answerMs, onLost });
  /** A replica refuses writes anyway; a server that was promoted would not. */
  const settingsFor = (options: { role?: string }) => {
    const plain = settingsOf(connection, options);
    return { ...plain, options: `${plain.options} -c default_transaction_read_only=on` };
  };
  // Whoever gets no connection in this time goes to the primary.
  const settings = { ...settingsFor(role === undefined ? {} : { role }), connectionTimeoutMillis: answerMs };
  const onBegin = () => {
    // The read may have waited for the connection.
    if (!replica.mayAnswer()) throw new Error("the replica may not answer any more");
  };
  const heard = { onLost, traces, onBegin };
  const connections = openConnections({ ...settings, max: READS_MAX }, { ...heard, announcements: [] });
  const db: Db = openBuilder(connections);
  const reads = openReads(db, settings, heard);
  const waiting = new Set<(error: unknown) => void>();
  const replica = {
    number,
    probe,
    /** The check of a source looks at the receiver, which the product's role may not see. */
    source: settingsFor({}),
    pools: { [`replica-${number}`]: connections.pool, [`replica-${number}-reads`]: reads.pool },
    known: UNKNOWN,
    /** The latest moment that it had when it was last known, for its age. */
    lastFreshAt: undefined as number | undefined,
    reporting: undefined as Promise<void> | undefined,
    reason: "it has not answered yet",
    isAsked: undefined as boolean | undefined,
    /** Whether it may answer now a reader whose last write was committed by `wroteAt`. */
    mayAnswer(wroteAt?: number): boolean {
      return mayAnswer(replica.known, { now: performance.now(), wroteAt, freshMs });
    },
    /** Reads from the replica. Fails at once when the replica turns out to be gone. */
    async ask<T>(read: (db: Db) => Promise<T>): Promise<T> {
      const { promise: gone, reject } = Promise.withResolvers<never>();
      waiting.add(reject);
      try {
        return await Promise.race([read(db), gone]);
      } finally {
        waiting.delete(reject);
      }
    },
    /** Fails all reads that wait for the replica. */
    giveUp(reason: unknown): void {
      for (const reject of waiting) reject(reason);
    },
    async close(): Promise<void> {
      const closing = Promise.all([probe.close(), connections.pool.end(), reads.close()]);
      // The connections to a silent replica would end only when their statements are given up.
      await Promise.race([closing, sleep(answerMs, undefined, { ref: false })]);
    },
  };
  return replica;
}
