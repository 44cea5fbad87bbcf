import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { listIds } from "../../testing/discovery-pages.ts";
import { makeMember } from "../../testing/people.ts";
import { startPostgresServers } from "../../testing/postgres-servers.ts";
import { startRedis } from "../../testing/redis-server.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { openLog } from "../log.ts";
import { openLastWrites } from "../nodes/last-writes.ts";
import { APP_ROLE, type Db, withClient } from "./database.ts";
import { migrate } from "./migrate.ts";
import { replicaRead } from "./replica-reads.ts";
import { openReplicas } from "./replicas.ts";

const servers = await startPostgresServers({ hasReplica: true });
afterAll(servers.stop);
const redis = await startRedis();
afterAll(redis.kill);
const dataDir = await mkdtemp(join(tmpdir(), "caramelo-replicas-"));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const { replica } = servers;
if (!replica) throw new Error("the servers have no replica");

await servers.primary().ask("create database caramelo");
const connection = { connectionString: servers.primary().url("caramelo") };
await migrate(connection);

const TOKEN = "um-segredo-de-metricas-1";
const SETTINGS = {
  DATABASE_URL: connection.connectionString,
  DATABASE_READ_URL: replica.url("caramelo"),
  REDIS_URL: redis.url,
  METRICS_TOKEN: TOKEN,
};
// The speed of the machine decides nothing: a replica is dropped when it is gone, and otherwise only where a test says
// so.
const besideOptions = { ...connection, dataDir, replicaTimes: { freshMs: 60_000, answerMs: 20_000, doubtMs: 0 } };
const world = await openWorld(SETTINGS, besideOptions);
const otherWorld = await openWorld(SETTINGS, besideOptions);

/** How often declared reads were answered in each way, of one process. */
async function countAnswers({ app }: World): Promise<Record<string, number>> {
  const { body } = await app.inject({ url: "/metrics", headers: { authorization: `Bearer ${TOKEN}` } });
  const lines = body.matchAll(/^caramelo_replica_reads_total\{answer="([^"]+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, answer, count]) => [answer, Number(count)]));
}
/** How the declared reads of some work were answered, and the result of the work. */
async function answersOf<T>(work: () => Promise<T>, at = world): Promise<{ result: T; answers: string[] }> {
  const before = await countAnswers(at);
  const result = await work();
  const after = await countAnswers(at);
  return { result, answers: Object.keys(after).filter((answer) => after[answer] !== (before[answer] ?? 0)) };
}

const mayAnswer = ({ context }: World) => context.replicas?.list().some((one) => one.mayAnswer);
const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
const waitUntilAsked = async () => {
  for (const at of [world, otherWorld]) await waitFor(() => expect(mayAnswer(at)).toBe(true));
};
const waitUntilLeft = () => waitFor(() => expect(mayAnswer(world)).toBe(false));
/**
 * Waits until some work has this result and is answered in this way. Redis may not answer in time, so one try is not
 * enough; the pause leaves enough of the limits of members.
 */
const waitForAnswer = <T>(work: () => Promise<T>, result: T, answer: string, at = world) =>
  vi.waitFor(async () => expect(await answersOf(work, at)).toEqual({ result, answers: [answer] }), {
    timeout: 20_000,
    interval: 200,
  });

async function pauseReplica(): Promise<void> {
  await replica?.pauseReplay();
  onTestFinished(() => replica?.resumeReplay());
}

type Member = Awaited<ReturnType<typeof makeSignedIn>>;
const favoritesOf = async ({ browser }: Pick<Member, "browser">) => {
  const { status, body } = await browser.api.favorites.list({ query: {} });
  expect(status).toBe(200);
  return body.profiles.map(({ id }) => id);
};
const addFavorite = async ({ browser }: Pick<Member, "browser">, id: string) =>
  expect((await browser.api.favorites.add({ params: { id } })).status).toBe(200);

/** A member with one favourite, whom the replica knows. */
async function makeAdmirer() {
  const viewer = await makeSignedIn(world);
  const favorite = await makeSignedIn(world, { role: "daddy", name: "Dan" });
  await addFavorite(viewer, favorite.id);
  await waitForAnswer(() => favoritesOf(viewer), [favorite.id], "replica");
  return { viewer, favorite };
}

/** The replicas of a separate process, how its reads were answered, and what it logged. */
function follow({
  primary = connection.connectionString,
  read: readUrl = replica?.url("caramelo") ?? "",
  ...times
}: {
  primary?: string;
  read?: string;
  freshMs?: number;
  answerMs?: number;
} = {}) {
  const choices: string[] = [];
  const logged: string[] = [];
  const openedReplicas = openReplicas({
    primary: { connectionString: primary },
    replicas: [{ connectionString: readUrl }],
    role: APP_ROLE,
    lastWrites: openLastWrites(undefined),
    log: openLog("info", { write: (line) => logged.push(line) }),
    onChoice: (choice) => choices.push(choice),
    ...times,
  });
  onTestFinished(openedReplicas.close);
  const waitUntilThisAnswers = () => waitFor(() => expect(openedReplicas.list()).toMatchObject([{ mayAnswer: true }]));
  return { ...openedReplicas, choices, logged, waitUntilAsked: waitUntilThisAnswers };
}
/** Whether the server that answers is the primary. */
const readsPrimary = async (db: Db) =>
  (await sql<{ isPrimary: boolean }>`select not pg_is_in_recovery() as is_primary`.execute(db)).rows[0]?.isPrimary;

beforeEach(waitUntilAsked);

test("a replica answers a member, with the rights of the product's role and without writing", async () => {
  await makeAdmirer();
  const askRole = replicaRead(
    "role of a test",
    async (db: Db) => (await sql<{ role: string }>`select current_user as role`.execute(db)).rows[0]?.role,
    () => undefined,
  );
  const { result, answers } = await answersOf(() => askRole(world.db));
  expect([result, answers]).toEqual(["caramelo_app", ["replica"]]);
});

test("a member sees what they wrote at once, at every process, although the replica does not have it", async () => {
  const { viewer, favorite } = await makeAdmirer();
  const { id } = await makeMember(world.owner, { role: "daddy", name: "Davi" });
  const there = { browser: await openBrowserOf(otherWorld, viewer.id) };
  await waitForAnswer(() => favoritesOf(there), [favorite.id], "replica", otherWorld);
  await pauseReplica();
  await addFavorite(viewer, id);
  await waitForAnswer(() => favoritesOf(viewer), [id, favorite.id], "own write");
  await waitForAnswer(() => favoritesOf(there), [id, favorite.id], "own write", otherWorld);
});

test.each([
  [
    "blocked the viewer",
    (viewer: string, id: string) => {
      const pairs = [
        { viewerId: viewer, otherId: id },
        { viewerId: id, otherId: viewer },
      ];
      return world.owner.insertInto("hiddenPair").values(pairs).execute();
    },
  ],
  [
    "was suspended",
    (_: string, id: string) =>
      world.owner.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", id).execute(),
  ],
  [
    "was erased",
    (_: string, id: string) =>
      world.owner.transaction().execute(async (trx) => {
        // Without this, rows of other tables would have to go first.
        await sql`set local session_replication_role = replica`.execute(trx);
        await trx.deleteFrom("profile").where("memberId", "=", id).execute();
      }),
  ],
])("a member who %s is shown to nobody, although the replica that answers does not know", async (_, hide) => {
  const { viewer, favorite } = await makeAdmirer();
  await pauseReplica();
  await hide(viewer.id, favorite.id);
  await waitForAnswer(() => favoritesOf(viewer), [], "replica");
});

test("a member who was notified of a change reads no replica without it", async () => {
  const { viewer, favorite } = await makeAdmirer();
  await pauseReplica();
  otherWorld.context.live.publish(viewer.id, "changed", { what: "people" });
  await waitForAnswer(() => favoritesOf(viewer), [favorite.id], "own write");
});

test("a replica that stops replaying is not used once it is behind, and is used again once it has caught up", async () => {
  const { ask, choices, logged, list, ...replicas } = follow({ freshMs: 1_000, answerMs: 20_000 });
  await replicas.waitUntilAsked();
  await pauseReplica();
  await makeMember(world.owner);
  await waitFor(() => expect(list()).toMatchObject([{ mayAnswer: false }]));
  expect(await ask(world.db, undefined, readsPrimary)).toBe(true);
  expect(choices).toEqual(["stale"]);
  await waitFor(() => expect(logged.join()).toContain("it is behind"));
  await replica.resumeReplay();
  await waitFor(async () => expect(await ask(world.db, undefined, readsPrimary)).toBe(false));
});

test("a read that waits for a connection until the replica is behind is answered by the primary", async () => {
  const { ask, choices, list, ...replicas } = follow({ freshMs: 1_000, answerMs: 20_000 });
  await replicas.waitUntilAsked();
  const answer = await ask(world.db, undefined, async (db) => {
    if (db !== world.db) {
      await pauseReplica();
      await makeMember(world.owner);
      await waitFor(() => expect(list()).toMatchObject([{ mayAnswer: false }]));
    }
    return readsPrimary(db);
  });
  expect([answer, ...choices]).toEqual([true, "failed"]);
});

test("a primary that does not answer is named where no replica can be asked for that", async () => {
  const { logged, ...replicas } = follow({ freshMs: 1_000 });
  await replicas.waitUntilAsked();
  await servers.freeze(servers.primary());
  try {
    await waitFor(() => expect(logged.join()).toContain("the primary does not say how far it is: "));
  } finally {
    await servers.thaw(servers.primary());
  }
});

/** A read that never ends at a replica. Resolves to whether the primary answered. */
const slowRead = replicaRead(
  "slow read of a test",
  async (db: Db) => {
    const slow = sql<{ isPrimary: boolean }>`
      select not pg_is_in_recovery() as is_primary from (select count(*) from visit) one
      where not pg_is_in_recovery() or pg_sleep(60) is not null`;
    return (await slow.execute(db)).rows;
  },
  () => undefined,
);
const waitUntilReading = () =>
  waitFor(async () => {
    const isReading = "select from pg_stat_activity where query like '%from visit%' and wait_event = 'PgSleep'";
    expect(await replica?.ask(isReading)).toHaveLength(1);
  });

test("the end of a replica fails no request, and it is asked again when it is back", async () => {
  const { viewer, favorite } = await makeAdmirer();
  const reading = answersOf(() => slowRead(world.db));
  await waitUntilReading();
  await replica.kill();
  const lists = await Promise.all(Array.from({ length: 12 }, () => favoritesOf(viewer)));
  expect(lists).toEqual(Array.from({ length: 12 }, () => [favorite.id]));
  const { result, answers } = await reading;
  expect(result).toEqual([{ isPrimary: true }]);
  expect(answers).toContain("failed");
  await waitUntilLeft();
  expect(await answersOf(() => favoritesOf(viewer))).toEqual({ result: [favorite.id], answers: ["stale"] });
  await replica.restart();
  await waitUntilAsked();
  await waitForAnswer(() => favoritesOf(viewer), [favorite.id], "replica");
});

test("a replica that ends a connection is not used until it has reported its position again", async () => {
  const { ask, logged, ...replicas } = follow();
  await replicas.waitUntilAsked();
  await waitFor(async () => expect(await ask(world.db, undefined, readsPrimary)).toBe(false));
  logged.length = 0;
  await replica.ask("select pg_terminate_backend(pid) from pg_stat_activity where query like '%as is_primary'");
  await waitFor(() => expect(logged.join()).toContain("terminating connection due to administrator command"));
  await replicas.waitUntilAsked();
});

test("a replica that falls silent delays a request only until its silence is noticed", async () => {
  const { ask, readAll, choices, ...replicas } = follow({ freshMs: 60_000 });
  await replicas.waitUntilAsked();
  onTestFinished(() => servers.thaw(replica));
  const whenBegun = Promise.withResolvers<AbortSignal>();
  const readingAll = readAll((_, signal) => {
    whenBegun.resolve(signal);
    return new Promise(() => {});
  });
  const signal = await whenBegun.promise;
  const answer = await ask(world.db, undefined, async (db) => {
    if (db !== world.db) await servers.freeze(replica);
    return readsPrimary(db);
  });
  expect([answer, ...choices]).toEqual([true, "failed"]);
  expect([await readingAll, signal.aborted]).toEqual([undefined, true]);
});

test("a read that the replica cancels, because it must replay what is in the way, is answered by the primary", async () => {
  await replica.ask("alter system set max_standby_streaming_delay = 0");
  await replica.ask("select pg_reload_conf()");
  const reading = answersOf(() => slowRead(world.db));
  await waitUntilReading();
  await world.owner.transaction().execute((trx) => sql`lock table visit in access exclusive mode`.execute(trx));
  expect(await reading).toEqual({ result: [{ isPrimary: true }], answers: ["failed"] });
  expect(world.logged.findLast((line) => line.includes("a replica failed"))).toContain('"code":"40001"');
});

test("a read that takes too long or that writes fails as it would at the primary, which is not asked the same", async () => {
  const { ask, choices, ...replicas } = follow({ freshMs: 60_000, answerMs: 20_000 });
  await replicas.waitUntilAsked();
  const takesLong = (db: Db) =>
    db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = '20ms'`.execute(trx);
      await sql`select pg_sleep(60)`.execute(trx);
    });
  await expect(ask(world.db, undefined, takesLong)).rejects.toMatchObject({ code: "57014" });
  const writes = (db: Db) => db.updateTable("profile").set({ tier: 1 }).execute();
  await expect(ask(world.db, undefined, writes)).rejects.toMatchObject({ code: "25006" });
  expect(choices).toEqual([]);
});

test("while Redis is away the primary answers members who may have written", async () => {
  const { viewer, favorite } = await makeAdmirer();
  await redis.kill();
  expect(await answersOf(() => favoritesOf(viewer))).toEqual({ result: [favorite.id], answers: ["writes unknown"] });
  await redis.restart();
});

test("a page of the search is read from one replica, and presences from none", async () => {
  const viewer = await makeSignedIn(world);
  const { id } = await makeMember(world.owner, { role: "daddy" });
  const count = (query: object) => viewer.browser.api.discovery.count({ query }).then(({ status }) => status);
  const countReplicaReads = async () => (await countAnswers(world)).replica ?? 0;
  await waitFor(async () => {
    const before = await countReplicaReads();
    expect(await listIds(viewer)).toContain(id);
    expect((await countReplicaReads()) - before).toBe(1);
  });
  let ageMin = 18;
  await waitFor(async () => {
    // Each try asks a different question, because counts are cached.
    ageMin += 1;
    expect(await answersOf(() => count({ ageMin }))).toEqual({ result: 200, answers: ["replica"] });
  });
  expect(await answersOf(() => count({ presence: "recent" }))).toEqual({ result: 200, answers: [] });
  expect((await answersOf(() => listIds(viewer, { presence: "recent" }))).answers).toEqual([]);
});

test("the index of discovery is read from a replica, and misses nothing that is committed meanwhile", async () => {
  const viewer = await makeSignedIn(world);
  const there = { browser: await openBrowserOf(otherWorld, viewer.id) };
  const { id } = await makeMember(world.owner, { role: "daddy" });
  const [whenWritten, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = world.owner.transaction().execute(async (trx) => {
    await trx.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", id).execute();
    whenWritten.resolve();
    await over.promise;
  });
  await whenWritten.promise;
  // A later transaction that is over sooner: for the snapshot of a replica the open one is over, too.
  await makeMember(world.owner);
  const { replicas, discoveryIndex } = otherWorld.context;
  if (!replicas) throw new Error("the world has no replicas");
  const { readAll } = replicas;
  vi.spyOn(replicas, "readAll").mockImplementation((readSource) =>
    readAll(async (source, signal) => {
      await pauseReplica();
      over.resolve();
      await writing;
      return readSource(source, signal);
    }),
  );
  discoveryIndex.start(connection);
  const findLine = () => otherWorld.logged.find((line) => line.includes("discovery answers from memory"));
  await waitFor(() => expect(findLine()).toContain('"isFromReplica":true'));
  expect(otherWorld.logged.join()).not.toContain("a replica failed");
  expect(await listIds(there)).not.toContain(id);
});

test("a reading of all members begins only at a server that has what the replica had", async () => {
  const { readAll, ...replicas } = follow({ freshMs: 60_000, answerMs: 20_000 });
  await replicas.waitUntilAsked();
  const source = await readAll(async (foundMembers) => foundMembers);
  if (!source) throw new Error("no replica had everything");
  const { connection: settings, check } = source;
  const [identity, timeline, bytes] = check.values;
  const rowsAt = (connectionString: string, values: unknown[]) =>
    withClient({ ...settings, connectionString }, async (client) => (await client.query(check.text, values)).rowCount);
  const url = replica.url("caramelo");
  expect(await rowsAt(url, [identity, timeline, bytes])).toBe(1);
  expect(await rowsAt(url, [identity, timeline, Number(bytes) + 1e9])).toBe(0);
  expect(await rowsAt(url, [identity, Number(timeline) + 1, bytes])).toBe(0);
  expect(await rowsAt(replica.url("postgres"), [identity, timeline, bytes])).toBe(0);
  expect(await rowsAt(connection.connectionString, [identity, timeline, bytes])).toBe(0);
});

test("a replica that follows the new primary of a failover is asked again, and a promoted one or another database never", async () => {
  await servers.killPrimary();
  await servers.promote();
  const primary = servers.primary().url("caramelo");
  const following = follow({ primary });
  const promoted = follow({ primary, read: primary });
  const foreign = follow({ primary, read: replica.url("postgres") });
  await following.waitUntilAsked();
  await waitFor(() => expect(promoted.logged.join()).toContain("it is not in recovery"));
  await waitFor(() => expect(foreign.logged.join()).toContain("it is another database"));
  for (const wrong of [promoted, foreign]) {
    expect(wrong.list()).toMatchObject([{ mayAnswer: false }]);
    expect(wrong.logged.join()).not.toContain("a replica answers");
  }
});
