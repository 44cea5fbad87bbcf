import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { PATIENT } from "../../testing/patience.ts";
import { openWorld } from "../../testing/world.ts";
import { claimDatabase, findProcesses } from "./claim-database.ts";

const world = await openWorld();
const connection = { connectionString: world.connectionString };
const QUICK = { log: world.context.log, patienceMs: 0, lookEveryMs: 5 };
const [MARK, OTHER_MARK] = [7, -7];
const find = () => findProcesses(world.db);

async function claim(isShared: boolean, { patienceMs = 0, mark = MARK } = {}) {
  const claimResult = await claimDatabase(connection, { ...QUICK, isShared, patienceMs, mark });
  let isReleased = false;
  const release = async () => {
    if (!isReleased) await claimResult.release();
    isReleased = true;
  };
  onTestFinished(release);
  return { release };
}

test("[TB.10] a second process without REDIS_URL is refused in words that say what to do, and starts once the first is gone", async () => {
  const { release } = await claim(false);
  expect(await find()).toEqual({ count: 1, isContested: false });
  await expect(claim(false)).rejects.toThrow(/^Another process of this site works on the same database.*REDIS_URL/);
  await expect(claim(true)).rejects.toThrow("REDIS_URL");
  await release();
  await claim(false);
});

test("[TB.10] a process waits for the one before it, and says so once", async () => {
  const { release } = await claim(false);
  const saidLines: string[] = [];
  const say = (line: string) => {
    saidLines.push(line);
    void release();
  };
  const later = await claimDatabase(connection, { ...QUICK, isShared: false, patienceMs: 60_000, mark: MARK, say });
  onTestFinished(later.release);
  expect(saidLines).toEqual(["Another process of this site still works on the database; waiting for it to end …"]);
});

test("[TB.10] any number of processes with REDIS_URL work together, and none without it next to them", async () => {
  for (let i = 0; i < 3; i += 1) await claim(true);
  expect(await find()).toEqual({ count: 3, isContested: false });
  await expect(claim(false)).rejects.toThrow("REDIS_URL");
});

test("[TB.15] a process with another master key is refused next to others, in words that say what to do, and counts as none of them", async () => {
  const claims = [await claim(true), await claim(true)];
  await expect(claim(true, { mark: OTHER_MARK })).rejects.toThrow(/another master key.*DATA_DIR/);
  expect(await find()).toEqual({ count: 2, isContested: false });
  await claim(true);
  for (const { release } of claims) await release();
  await expect(claim(true, { mark: OTHER_MARK })).rejects.toThrow("master key");
});

test("[TB.15] of processes with different master keys that start at the same moment never two work together", async () => {
  const starts = [MARK, OTHER_MARK].map((mark) => claim(true, { mark }));
  const startedClaims = (await Promise.allSettled(starts)).filter(({ status }) => status === "fulfilled");
  expect(startedClaims.length).toBeLessThanOrEqual(1);
  expect((await find()).count).toBe(startedClaims.length);
});

const CLAIMS = sql`
  from pg_locks
  where locktype = 'advisory' and objid = 0 and objsubid = 2 and granted
    and classid = (hashtext('product process')::bigint & 4294967295)::oid
    and database = (select oid from pg_database where datname = current_database())`;
/** The connections that hold claims. */
const listClaims = async () =>
  (await sql<{ pid: number }>`select pid ${CLAIMS}`.execute(world.owner)).rows.map(({ pid }) => pid);
/** Ends the connections that hold claims, as a restart of the database does. */
const cutClaims = () => sql`select pg_terminate_backend(pid) ${CLAIMS}`.execute(world.owner);

test("[TB.10] a process that lost its connection claims the database again", async () => {
  await claim(false);
  const [before] = await listClaims();
  await cutClaims();
  // A connection that is being ended holds its claim a moment longer.
  await vi.waitFor(async () => expect(await listClaims()).toEqual([expect.not.toSatisfy((pid) => pid === before)]), {
    timeout: 10_000,
  });
  await expect(claim(false)).rejects.toThrow("REDIS_URL");
});

test("[TB.10] one that then finds another process there goes on, says so to the log and the office, and no longer when it is alone", async () => {
  await claim(false);
  // A process that waits for the claim gets it before the one that reconnects.
  const another = new pg.Client(connection);
  await another.connect();
  const waitingLock = another.query("select pg_advisory_lock(hashtext('product process'), 0)");
  await waitForLocks(world.owner, 1);
  await cutClaims();
  await waitingLock;
  await vi.waitFor(async () => expect(await find()).toEqual({ count: 2, isContested: true }), PATIENT);
  expect(world.logged.filter((line) => line.includes("Another process of this site works"))).toHaveLength(1);
  await another.end();
  await vi.waitFor(async () => expect(await find()).toEqual({ count: 1, isContested: false }), PATIENT);
});
