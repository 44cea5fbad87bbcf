import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import type { Connection, Db } from "../database/database.ts";
import { makeClient } from "../database/make-client.ts";
import type { Log } from "../log.ts";
import { PRODUCT_NAME } from "../product-name.ts";
import { type MasterKeyPlace, openSealer } from "../secrets/sealer.ts";
import type { StoreSettings } from "../storage/stores.ts";

/** How long a restarted process waits for the previous one to end. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 250;
/** How often a process that lost its claim to another one tries to claim again. */
const LOOK_EVERY_MS = 5_000;

/** When the machine of a process vanishes, the database releases the locks of its connection after about 25 seconds. */
export const KEEP_ALIVE = {
  keepAlive: true,
  options: "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3",
};

const NOT_ALONE =
  "Another process of this site works on the same database. Several processes need REDIS_URL, each of them: see docs/operations.md, “Several processes”.";

const OTHER_KEY =
  "Another process of this site works on the same database with another master key or another bucket: what one stores the other cannot read. All of them need the same DATA_DIR, or the same MASTER_KEY and S3_ settings: see docs/operations.md, “Several processes”.";

const WORKING = "hashtext('product process'), 0";
const CONTESTED = "hashtext('product process'), 1";
const MARKS = "hashtext('product master key')";

const IN_THIS_DATABASE = "database = (select oid from pg_database where datname = current_database())";

type Options = {
  /** Whether this process shares its work through Redis with other processes that do the same. */
  isShared: boolean;
  /** The result of `readProcessMark`: processes with the same master key and bucket have the same one. */
  mark: number;
  log: Log;
  say?: (line: string) => void;
  patienceMs?: number;
  lookEveryMs?: number;
};

/**
 * Claims the database for this process, for as long as its own connection lives: however the process ends, the database
 * releases the claim. Two processes that do not share Redis would each count limits for themselves and miss each
 * other's events, and two with different master keys or buckets could not read each other's data. Of two such
 * processes, the one that starts second waits, and is refused if the first one stays. A process that lost its
 * connection claims again. If another process has claimed the database meanwhile, this one keeps working, and reports
 * the conflict until the other one is gone. The caller must call `release`.
 * @throws when this process may not work on the database together with another one
 */
export async function claimDatabase(
  connection: Connection,
  { log, say = () => {}, patienceMs = PATIENCE_MS, lookEveryMs = LOOK_EVERY_MS, ...claimant }: Options,
): Promise<{ release(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  async function claimOrThrow(): Promise<void> {
    const giveUpAt = performance.now() + patienceMs;
    for (let isFirst = true; ; isFirst = false) {
      const reason = await claim(current.client, claimant);
      if (reason === undefined) return;
      if (performance.now() >= giveUpAt) throw new Error(reason);
      if (isFirst) say("Another process of this site still works on the database; waiting for it to end …");
      await wait(RETRY_MS);
    }
  }

  /** Claims again after a loss: tries until the claim holds. Fails when the connection is lost again. */
  async function claimInTime(): Promise<void> {
    const reason = await claim(current.client, claimant);
    if (reason === undefined) return;
    log.error(reason);
    // The office of every process shows this lock as a warning.
    await current.client.query(`select pg_advisory_lock_shared(${CONTESTED})`);
    do {
      await wait(lookEveryMs);
      if (signal.aborted) return;
    } while ((await claim(current.client, claimant)) !== undefined);
    await current.client.query(`select pg_advisory_unlock_shared(${CONTESTED})`);
    log.warn("no other process stands against the claim any more");
  }

  async function keepClaim(): Promise<void> {
    for (;;) {
      await current.ended;
      while (!signal.aborted) {
        const openedConnection = await open(connection).catch(() => {});
        if (openedConnection) {
          current = openedConnection;
          // When this fails, the connection is closed, so that the loop starts again with a new one.
          void claimInTime().catch(() => current.client.end());
          break;
        }
        await wait(1_000);
      }
      if (signal.aborted) return;
    }
  }

  let current = await open(connection);
  try {
    await claimOrThrow();
  } catch (error) {
    await current.client.end();
    throw error;
  }
  const keeping = keepClaim();
  return {
    async release() {
      stopping.abort();
      await current.client.end();
      await keeping;
    },
  };
}

async function open(connection: Connection) {
  const client = makeClient({ ...connection, ...KEEP_ALIVE, application_name: PRODUCT_NAME });
  client.on("error", () => {});
  const ending = new Promise<void>((resolve) => client.once("end", resolve));
  await client.connect();
  return { client, ended: ending };
}

/** Tries to claim. Returns the reason why the claim failed; undefined when it holds. */
async function claim(
  client: pg.Client,
  { isShared, mark }: Pick<Options, "isShared" | "mark">,
): Promise<string | undefined> {
  const lock = isShared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
  const { rows } = await client.query(`select ${lock}(${WORKING}) as is_ours`);
  if (rows[0]?.is_ours !== true) return NOT_ALONE;
  if (await showMark(client, mark)) return undefined;
  await client.query(`select pg_advisory_unlock${isShared ? "_shared" : ""}(${WORKING})`);
  return OTHER_KEY;
}

/**
 * Shows the mark of a process for as long as the client is connected. Returns false, and shows nothing, where another
 * process shows another mark.
 */
export async function showMark(client: pg.ClientBase, mark: number): Promise<boolean> {
  // The process first shows its own mark and then looks for others, so that of two processes at the same moment each
  // sees the other.
  await client.query(`select pg_advisory_lock_shared(${MARKS}, $1)`, [mark]);
  const { rowCount } = await client.query(
    `select from pg_locks
     where locktype = 'advisory' and objsubid = 2 and granted and ${IN_THIS_DATABASE}
       and classid = (${MARKS}::bigint & 4294967295)::oid and objid <> ($1::bigint & 4294967295)::oid`,
    [mark],
  );
  if (rowCount === 0) return true;
  await client.query(`select pg_advisory_unlock_shared(${MARKS}, $1)`, [mark]);
  return false;
}

/** Returns how many processes work on the database, and whether some of them do not share what they must. */
export async function findProcesses(db: Db): Promise<{ count: number; isContested: boolean }> {
  const { rows } = await sql<{ working: number; contested: number }>`
    select count(*) filter (where objid = 0)::int as working, count(*) filter (where objid = 1)::int as contested
    from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted
      and ${sql.raw(IN_THIS_DATABASE)}
      and classid = (hashtext('product process')::bigint & 4294967295)::oid`.execute(db);
  const { working = 0, contested = 0 } = rows[0] ?? {};
  return { count: working + contested, isContested: contested > 0 };
}

/**
 * A number shared by processes with the same master key whose files are in the same bucket, or in none. Data folders
 * are distinguished by the keys in them; the settings refuse several processes with separate keys and no bucket.
 */
export async function readProcessMark(settings: MasterKeyPlace & StoreSettings): Promise<number> {
  const { s3 } = settings;
  const files = s3 ? JSON.stringify([s3.endpoint, s3.bucket, s3.prefix, s3.isRetired === true]) : "";
  return (await openSealer(settings)).hash(files, "process claim").readInt32BE();
}
