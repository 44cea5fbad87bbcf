import { Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { loadMembers } from "../../features/discovery/load-members.ts";
import { startPostgresServers } from "../../testing/postgres-servers.ts";
import { isContention, isOutage } from "./contention.ts";
import { openDatabase, withClient } from "./database.ts";
import { findPrimary, suspectPrimary } from "./find-primary.ts";
import { listenTo } from "./listen.ts";
import { makeClient } from "./make-client.ts";

const servers = await startPostgresServers();
afterAll(servers.stop);
const connection = { connectionString: servers.url() };
await servers.primary().ask("create table kept (text text)");

const PATIENT = { timeout: 30_000, interval: 20 };
type Database = ReturnType<typeof open>;

function open() {
  const database = openDatabase(connection);
  onTestFinished(database.close);
  return database;
}
const write = ({ db }: Database, text: string) =>
  db.transaction().execute((trx) => sql`insert into kept values (${text})`.execute(trx));
const listKept = async () => (await servers.primary().ask("select text from kept")).map(({ text }) => text);

test("a commit is acknowledged only when the standby has it, even where no statement may take so long", async () => {
  const database = open();
  let isStored = false;
  await servers.freeze(servers.standby());
  const storing = database.db
    .transaction()
    .execute(async (trx) => {
      await sql`set local statement_timeout = '50ms'`.execute(trx);
      await sql`insert into kept values ('waited for')`.execute(trx);
    })
    .then(() => {
      isStored = true;
    });
  const isWaiting =
    "select from pg_stat_activity where wait_event = 'SyncRep' and now() - state_change > interval '300 ms'";
  await vi.waitFor(async () => expect(await servers.primary().ask(isWaiting)).toHaveLength(1), PATIENT);
  expect(isStored).toBe(false);

  await servers.thaw(servers.standby());
  await storing;
  expect(await servers.standby().ask("select from kept where text = 'waited for'")).toHaveLength(1);
});

test("after a promotion writers, readers and listeners of the killed primary go on at the new one by themselves", async () => {
  const database = open();
  const heardTexts: (string | undefined)[] = [];
  const listener = await listenTo(connection, {
    channel: "news",
    onAnnouncement: (text) => heardTexts.push(text),
    retryMs: 20,
  });
  onTestFinished(listener.stop);
  await write(database, "before");

  await servers.killPrimary();
  expect(isOutage(await write(database, "amid").catch((error: unknown) => error))).toBe(true);
  await servers.promote();
  await write(database, "after");
  expect(await listKept()).toEqual(expect.arrayContaining(["before", "after"]));
  expect(await listKept()).not.toContain("amid");
  await vi.waitFor(() => expect(heardTexts).toEqual([undefined, undefined]), PATIENT);
  await sql`select pg_notify('news', 'from the new primary')`.execute(database.db);
  await vi.waitFor(() => expect(heardTexts).toEqual([undefined, undefined, "from the new primary"]), PATIENT);
  await servers.rebuildStandby();
});

test("nothing is written to a former primary that was started again, even while the present one is away", async () => {
  await servers.killPrimary();
  await servers.promote();
  const former = await servers.startKilledAlone();
  await write(open(), "to the present primary");
  expect(await listKept()).toContain("to the present primary");

  await servers.freeze(servers.primary());
  // A connection that could not be opened does so.
  suspectPrimary(connection.connectionString);
  const later = open();
  const refusal = await write(later, "astray").catch((error: unknown) => error);
  expect(String(refusal)).toContain("was the primary before another one");
  expect(isOutage(refusal)).toBe(true);
  // A separate thread, which has seen no later timeline, reads the members.
  const nothing = { countMembers: "select 0 as count", readMembers: "select where false" };
  const shape = { groups: 1, tiers: 1, marks: 0, cityIds: [], recentJoinsSince: 0 };
  await expect(loadMembers({ connection, ...nothing, shape }, AbortSignal.timeout(30_000))).rejects.toThrow(
    "was the primary before another one",
  );
  await servers.thaw(servers.primary());
  await write(later, "found again");
  expect(await listKept()).toContain("found again");
  expect(
    await former.ask("select from kept where text in ('to the present primary', 'astray', 'found again')"),
  ).toEqual([]);
  await servers.rebuildStandby();
});

test("a connection whose primary fell silent is dropped as soon as another one is found", async () => {
  const silent = open();
  await write(silent, "heard");
  const old = servers.primary();
  await servers.freeze(old);
  const unanswered = write(silent, "unheard").catch((error: unknown) => error);
  await servers.promote();
  suspectPrimary(connection.connectionString);
  await write(open(), "found");

  // The server's silence would end the attempt too, but only after 20 seconds.
  expect(String(await unanswered)).toContain("Connection terminated");
  expect(await listKept()).toContain("found");
  await servers.thaw(old);
  await servers.rebuildStandby();
});

test("a server that became read-only loses its connections, and is an outage until it accepts writes", async () => {
  const database = open();
  await write(database, "before it");
  const primary = servers.primary();
  await primary.ask("alter system set default_transaction_read_only = on");
  await primary.ask("select pg_reload_conf()");
  await vi.waitFor(
    async () => expect(isOutage(await write(database, "never").catch((error: unknown) => error))).toBe(true),
    PATIENT,
  );
  await vi.waitFor(() => expect(database.pool.totalCount).toBe(0), PATIENT);
  const refusal = await write(database, "never").catch((error: unknown) => error);
  expect(String(refusal)).toContain("accepts no writes");

  await withClient({ connectionString: primary.url() }, async (client) => {
    await client.query("set default_transaction_read_only = off");
    await client.query("alter system reset default_transaction_read_only");
    await client.query("select pg_reload_conf()");
  });
  await vi.waitFor(() => write(database, "after it"), PATIENT);
});

test("the primary is looked for again when any connection to it breaks, whichever search found it", async () => {
  const first = open();
  const { pid } = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(first.db)).rows[0] ?? {};
  suspectPrimary(connection.connectionString);
  const second = makeClient(connection);
  await second.connect();
  onTestFinished(() => second.end());
  const search = findPrimary(connection.connectionString);
  await servers.primary().ask(`select pg_terminate_backend(${pid})`);
  await vi.waitFor(() => expect(findPrimary(connection.connectionString)).not.toBe(search), PATIENT);
});

test("a primary that has no connection left is busy, not away", async () => {
  await servers.primary().ask("create role busy login connection limit 1");
  const url = connection.connectionString.replace(/\/\/[^@]*@/, "//busy@");
  const search = findPrimary(connection.connectionString);
  await search;
  const openedClient = makeClient({ connectionString: url });
  await openedClient.connect();
  onTestFinished(() => openedClient.end());
  const refusal = await makeClient({ connectionString: url })
    .connect()
    .catch((error: unknown) => error);
  expect(isContention(refusal)).toBe(true);
  expect(findPrimary(url)).toBe(search);
  suspectPrimary(url);
  expect(isContention(await findPrimary(url).catch((error: unknown) => error))).toBe(true);
});

test("an attempt to connect that was given up while the primary was looked for opens no connection", async () => {
  const socket = new Socket();
  const client = makeClient({ ...connection, application_name: "given up", stream: () => socket });
  suspectPrimary(connection.connectionString);
  const connecting = client.connect();
  socket.destroy();
  await expect(connecting).rejects.toThrow("Connection terminated");
  expect(socket.destroyed).toBe(true);
});
