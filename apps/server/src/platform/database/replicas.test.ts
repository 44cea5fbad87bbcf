import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { listIds } from "../../testing/discovery-pages.ts";
import { makeMember } from "../../testing/people.ts";
import { startPostgresServers } from "../../testing/postgres-servers.ts";
import { startRedis } from "../../testing/redis-server.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { openLog } from "../log.ts";
import { openLastWrites } from "../nodes/last-writes.ts";
import type { Db } from "./database.ts";
import { migrate } from "./migrate.ts";
import { replicaRead } from "./replica-reads.ts";
import { openReplicas } from "./replicas.ts";

const servers = await startPostgresServers({ hasReplica: true });
afterAll(servers.stop);
const redis = await startRedis();
afterAll(redis.kill);
const dataDir = await mkdtemp(join(temporaryFolder(), "caramelo-replicas-"));
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
const beside = { ...connection, dataDir };
const world = await openWorld(SETTINGS, beside);
const otherWorld = await openWorld(SETTINGS, beside);

/** How often declared reads were answered in each way, of one process. */
async function countAnswers({ app }: World): Promise<Record<string, number>> {
  const { body } = await app.inject({ url: "/metrics", headers: { authorization: `Bearer ${TOKEN}` } });
  const lines = body.matchAll(/^caramelo_replica_reads_total\{answer="([^"]+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, answer, count]) => [answer, Number(count)]));
}
/** How the declared reads of some work were answered, and what came of it. */
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
  await waitFor(async () => {
    const { result, answers } = await answersOf(() => favoritesOf(viewer));
    expect({ result, answers }).toEqual({ result: [favorite.id], answers: ["replica"] });
  });
  return { viewer, favorite };
}

beforeEach(waitUntilAsked);

test("a replica answers a member, with the rights of the product's role and without writing", async () => {
  await makeAdmirer();
  const asked = replicaRead(
    "role of a test",
    async (db: Db) => (await sql<{ role: string }>`select current_user as role`.execute(db)).rows[0]?.role,
    () => undefined,
  );
  const { result, answers } = await answersOf(() => asked(world.db));
  expect([result, answers]).toEqual(["caramelo_app", ["replica"]]);
});

test("a member sees what they wrote at once, at every process, although the replica does not have it", async () => {
  const { viewer, favorite } = await makeAdmirer();
  const { id } = await makeMember(world.owner, { role: "daddy", name: "Davi" });
  const there = { browser: await openBrowserOf(otherWorld, viewer.id) };
  await waitFor(async () => {
    const { answers } = await answersOf(() => favoritesOf(there), otherWorld);
    expect(answers).toEqual(["replica"]);
  });
  await pauseReplica();
  await addFavorite(viewer, id);
  for (const [at, browser] of [
    [world, viewer],
    [otherWorld, there],
  ] as const) {
    const { result, answers } = await answersOf(() => favoritesOf(browser), at);
    expect(result).toEqual([id, favorite.id]);
    // On a busy machine the replica may be too far behind by now.
    expect(["own write", "stale"]).toContain(answers.join());
  }
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
])("nobody is shown who %s, although the replica that answers does not know", async (_, hide) => {
  const { viewer, favorite } = await makeAdmirer();
  await pauseReplica();
  await hide(viewer.id, favorite.id);
  const { result, answers } = await answersOf(() => favoritesOf(viewer));
  expect([result, answers]).toEqual([[], ["replica"]]);
});

test("whoever is told of a change reads no replica without it", async () => {
  const { viewer, favorite } = await makeAdmirer();
  await pauseReplica();
  otherWorld.context.live.publish(viewer.id, "changed", { what: "people" });
  await waitFor(async () => {
    const { result, answers } = await answersOf(() => favoritesOf(viewer));
    expect([result, answers]).toEqual([[favorite.id], ["own write"]]);
  });
});

test("a replica that stands still is left once it is behind, and asked again once it has caught up", async () => {
  const { viewer, favorite } = await makeAdmirer();
  await pauseReplica();
  await makeMember(world.owner);
  await waitUntilLeft();
  const paused = await answersOf(() => favoritesOf(viewer));
  expect(paused).toEqual({ result: [favorite.id], answers: ["stale"] });
  await waitFor(() => expect(world.logged.join()).toContain("it is behind"));
  await replica.resumeReplay();
  await waitUntilAsked();
  const resumed = await answersOf(() => favoritesOf(viewer));
  expect(resumed).toEqual({ result: [favorite.id], answers: ["replica"] });
});

test("the end of a replica fails no request, and it is asked again when it is back", async () => {
  const { viewer, favorite } = await makeAdmirer();
  await replica.kill();
  const lists = await answersOf(() => Promise.all(Array.from({ length: 12 }, () => favoritesOf(viewer))));
  expect(lists.result).toEqual(Array.from({ length: 12 }, () => [favorite.id]));
  expect(lists.answers).toContain("failed");
  await waitUntilLeft();
  expect((await answersOf(() => favoritesOf(viewer))).answers).toEqual(["stale"]);
  await replica.restart();
  await waitUntilAsked();
  expect((await answersOf(() => favoritesOf(viewer))).answers).toEqual(["replica"]);
});

test("a replica that falls silent holds nobody up for longer than its silence is noticed", async () => {
  const { viewer, favorite } = await makeAdmirer();
  await servers.freeze(replica);
  onTestFinished(() => servers.thaw(replica));
  const { result, answers } = await answersOf(() => favoritesOf(viewer));
  expect([result, answers]).toEqual([[favorite.id], ["failed"]]);
});

test("a read that the replica cancels, because it must replay what is in the way, is answered by the primary", async () => {
  await replica.ask("alter system set max_standby_streaming_delay = 0");
  await replica.ask("select pg_reload_conf()");
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
  const reading = answersOf(() => slowRead(world.db));
  const isReading = "select from pg_stat_activity where query like '%from visit%' and wait_event = 'PgSleep'";
  await waitFor(async () => expect(await replica.ask(isReading)).toHaveLength(1));
  await world.owner.transaction().execute((trx) => sql`lock table visit in access exclusive mode`.execute(trx));
  expect(await reading).toEqual({ result: [{ isPrimary: true }], answers: ["failed"] });
  expect(world.logged.findLast((line) => line.includes("a replica failed"))).toContain('"code":"40001"');
});

test("while Redis is away the primary answers whoever may have written", async () => {
  const { viewer, favorite } = await makeAdmirer();
  await redis.kill();
  const { result, answers } = await answersOf(() => favoritesOf(viewer));
  expect([result, answers]).toEqual([[favorite.id], ["writes unknown"]]);
  await redis.restart();
});

test("the index of discovery is read from a replica, and misses nothing that is committed meanwhile", async () => {
  const viewer = await makeSignedIn(world);
  const there = { browser: await openBrowserOf(otherWorld, viewer.id) };
  const { id } = await makeMember(world.owner, { role: "daddy" });
  const [written, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = world.owner.transaction().execute(async (trx) => {
    await trx.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", id).execute();
    written.resolve();
    await over.promise;
  });
  await written.promise;
  // A later transaction that is over sooner: for the snapshot of a replica the open one is over, too.
  await makeMember(world.owner);
  const { replicas, discoveryIndex } = otherWorld.context;
  if (!replicas) throw new Error("the world has no replicas");
  const findSource = replicas.findSource;
  vi.spyOn(replicas, "findSource").mockImplementation(async () => {
    const source = await findSource();
    await pauseReplica();
    over.resolve();
    await writing;
    return source;
  });
  discoveryIndex.start(connection);
  const findLine = () => otherWorld.logged.find((line) => line.includes("discovery answers from memory"));
  await waitFor(() => expect(findLine()).toContain('"isFromReplica":true'));
  expect(await listIds(there)).not.toContain(id);
});

describe("a failover", () => {
  const log = openLog("silent");
  const follow = (primaryUrl: string, replicaUrl: string) => {
    const following = openReplicas({
      primary: { connectionString: primaryUrl },
      replicas: [{ connectionString: replicaUrl }],
      role: undefined,
      lastWrites: openLastWrites(undefined),
      log,
    });
    onTestFinished(following.close);
    return following;
  };

  test("a replica that follows the new primary is asked again, and a promoted one or another database never", async () => {
    await servers.killPrimary();
    await servers.promote();
    const url = servers.primary().url("caramelo");
    const following = follow(url, replica.url("caramelo"));
    const promoted = follow(url, url);
    const foreign = follow(url, replica.url("postgres"));
    await waitFor(() => expect(following.list()).toMatchObject([{ mayAnswer: true }]));
    expect(await following.findSource()).toBeDefined();
    for (const wrong of [promoted, foreign]) expect(await wrong.findSource()).toBeUndefined();
  });
});
