import { openConnections } from "./connections.ts";
import { type Connection, settingsOf } from "./database.ts";
import { keepSamples, type Position, type Sample } from "./replica-rules.ts";

/** The position of a server in the journal of a database. */
export type ServerPosition = Position & { identity: string };

/** SQL: a text that is equal for a primary and its replicas, and differs between databases. */
const IDENTITY =
  "(select system_identifier from pg_control_system()) || ' ' || (select oid from pg_database where datname = current_database()) as identity";
// Unflushed changes have not left the primary. Where commits do not wait for the flush, they are visible before.
const PRIMARY_POSITION = `select ${IDENTITY}, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
  (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end
    - '0/0')::float8 as bytes`;
// The replica follows each of the three timelines. The last restart point may show a new one minutes later than the
// receiver, which only members of pg_read_all_stats see.
const REPLICA_POSITION = `select ${IDENTITY}, (pg_last_wal_replay_lsn() - '0/0')::float8 as bytes, greatest(
    (select timeline_id from pg_control_checkpoint()),
    (select min_recovery_end_timeline from pg_control_recovery()),
    (select received_tli from pg_stat_wal_receiver)
  ) as timeline
  where pg_is_in_recovery()`;

/** A query that finds one row if, and only if, the replica that it asks has everything before a position. */
export const checkPosition = (identity: string | undefined, { timeline, bytes }: Position) => ({
  text: `select from (${REPLICA_POSITION}) position where identity = $1 and timeline >= $2 and bytes >= $3`,
  values: [identity, timeline, bytes],
});

type ProbeOptions = { answerMs: number; onLost: (error: Error) => void };

/** A separate connection that asks a server for its position, so that no other work delays the question. */
function openProbe(connection: Connection, text: string, { answerMs, onLost }: ProbeOptions) {
  const settings = { ...settingsOf(connection, {}), connectionTimeoutMillis: answerMs, query_timeout: answerMs };
  const { pool } = openConnections({ ...settings, max: 1 }, { onLost, announcements: [] });
  return { ask: async () => (await pool.query<ServerPosition>(text)).rows[0], close: () => pool.end() };
}

export const openReplicaProbe = (connection: Connection, options: ProbeOptions) =>
  openProbe(connection, REPLICA_POSITION, options);

export type PrimaryPositions = ReturnType<typeof openPrimaryPositions>;

/** The latest positions of the primary. */
export function openPrimaryPositions(connection: Connection, answerMs: number) {
  const probe = openProbe(connection, PRIMARY_POSITION, { answerMs, onLost: () => {} });
  const positions = {
    samples: [] as readonly Sample[],
    /** The database's; undefined until the primary has answered once. */
    identity: undefined as string | undefined,
    /** Why the primary did not answer the last question. */
    error: undefined as unknown,
    async sample(): Promise<void> {
      const takenAt = performance.now();
      const position = await probe.ask().catch((error: unknown) => {
        positions.error = error;
      });
      positions.samples = keepSamples(positions.samples, performance.now());
      if (!position) return;
      positions.error = undefined;
      positions.identity = position.identity;
      positions.samples = [...positions.samples, { ...position, takenAt }];
    },
    close: probe.close,
  };
  return positions;
}
