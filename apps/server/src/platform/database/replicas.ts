import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../log.ts";
import type { LastWrites } from "../nodes/last-writes.ts";
import type { Traces } from "../traces/traces.ts";
import { openBuilder } from "./builder.ts";
import { openConnections } from "./connections.ts";
import { type Connection, type Db, type Pools, settingsOf } from "./database.ts";
import { openReads } from "./read-connections.ts";
import type { Reader, ReplicaReads } from "./replica-reads.ts";
import { FRESH_MS, freshAt, keepSamples, mayAnswer, type Position, type Report, type Sample } from "./replica-rules.ts";

/** Who answered a declared read, and why. */
export type ReplicaChoice = "replica" | "stale" | "own write" | "writes unknown" | "failed";

export type Replicas = ReplicaReads & {
  /**
   * How to connect to a replica that has all that was committed before now; undefined when none has it within two
   * seconds.
   */
  findSource(): Promise<pg.ClientConfig | undefined>;
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
};

/** How often each server is asked how far it is. */
const FOLLOW_MS = 500;
/** A server that does not say in time how far it is counts as gone. */
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

type Place = Position & { identity: string };
type Replica = ReturnType<typeof openReplica>;

/** Opens the replicas and begins to follow how far each of them is. No read waits for one. */
export function openReplicas({ primary, replicas, role, lastWrites, log, traces, onChoice }: Options): Replicas {
  const followed = replicas.map((connection, number) => openReplica(connection, { number, role, traces }));
  const probe = openProbe(primary, WHERE_PRIMARY_IS);
  const ending = new AbortController();
  let samples: readonly Sample[] = [];
  let identity: string | undefined;
  let turn = 0;

  async function report(replica: Replica): Promise<void> {
    const takenAt = performance.now();
    try {
      const place = await replica.probe.ask();
      if (!place) throw new Error("it is not in recovery");
      if (place.identity !== identity) throw new Error("it is another database than that of DATABASE_URL");
      replica.report = { ...place, takenAt };
      replica.freshAt = freshAt(replica.report, samples) ?? replica.freshAt;
    } catch (error) {
      replica.report = undefined;
      replica.giveUp(error);
      replica.reason = error instanceof Error ? error.message : "unknown";
    }
    logChange(replica);
  }

  /** Logs each change once, because a replica that is gone stays so for many rounds. */
  function logChange(replica: Replica): void {
    const isAsked = mayAnswer(replica, { now: performance.now(), wroteAt: undefined });
    if (isAsked === replica.isAsked) return;
    replica.isAsked = isAsked;
    const facts = { replica: replica.number };
    if (isAsked) log.info(facts, "a replica answers");
    else log.warn({ ...facts, reason: replica.report ? "it is behind" : replica.reason }, "a replica is not asked");
  }

  async function follow(): Promise<void> {
    while (!ending.signal.aborted) {
      const takenAt = performance.now();
      const place = await probe.ask().catch(() => undefined);
      samples = keepSamples(samples, performance.now());
      if (place) {
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

  const listFresh = (wroteAt?: number) =>
    followed.filter((replica) => mayAnswer(replica, { now: performance.now(), wroteAt }));

  async function choose(reader: Reader): Promise<Replica | Exclude<ReplicaChoice, "replica" | "failed">> {
    if (listFresh().length === 0) return "stale";
    const wroteAt = reader === undefined ? undefined : await lastWrites.find(reader);
    if (wroteAt === "unknown") return "writes unknown";
    const candidates = listFresh(wroteAt);
    turn += 1;
    return candidates[turn % candidates.length] ?? "own write";
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
        // Whatever the cause, a conflict with what is replayed or the end of the server: the primary knows the answer.
        onChoice?.("failed");
        log.warn({ err, replica: chosen.number }, "a replica failed, and the primary answers");
        return read(primaryDb);
      }
    },
    async findSource() {
      const wroteAt = performance.now();
      while (performance.now() - wroteAt < FRESH_MS && !ending.signal.aborted) {
        const [replica] = listFresh(wroteAt);
        if (replica) return replica.settings;
        await sleep(FOLLOW_MS / 5);
      }
      return undefined;
    },
    noteWrite: lastWrites.note,
    list: () =>
      followed.map((replica) => {
        const now = performance.now();
        return {
          ageMs: replica.freshAt === undefined ? undefined : now - replica.freshAt,
          mayAnswer: mayAnswer(replica, { now, wroteAt: undefined }),
        };
      }),
    pools: Object.fromEntries(followed.map(({ number, pool }) => [`replica-${number}`, pool])),
    async close() {
      ending.abort();
      await following;
      await Promise.all([probe.close(), ...followed.map((replica) => replica.close())]);
    },
  };
}

/** A connection of its own that asks a server how far it is, so that no other work holds the question up. */
function openProbe(connection: Connection, text: string) {
  const settings = { ...settingsOf(connection, {}), connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
  const { pool } = openConnections({ ...settings, max: 1 }, { onLost: () => {}, announcements: [] });
  return { ask: async () => (await pool.query<Place>(text)).rows[0], close: () => pool.end() };
}

type ReplicaOptions = { number: number; role: string | undefined; traces: Traces | undefined };

function openReplica(connection: Connection, { number, role, traces }: ReplicaOptions) {
  const probe = openProbe(connection, WHERE_REPLICA_IS);
  const plain = settingsOf(connection, role === undefined ? {} : { role });
  // A replica refuses writes anyway; a server that was promoted would not.
  const settings = { ...plain, options: `${plain.options} -c default_transaction_read_only=on` };
  const heard = { onLost: () => {}, traces };
  const connections = openConnections({ ...settings, max: READS_MAX }, { ...heard, announcements: [] });
  const db: Db = openBuilder(connections);
  const reads = openReads(db, settings, heard);
  const waiting = new Set<(error: unknown) => void>();
  return {
    number,
    probe,
    settings,
    pool: connections.pool,
    report: undefined as Report | undefined,
    freshAt: undefined as number | undefined,
    reporting: undefined as Promise<void> | undefined,
    reason: "it has not answered yet",
    isAsked: undefined as boolean | undefined,
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
    close: () => Promise.all([probe.close(), connections.pool.end(), reads.close()]),
  };
}
