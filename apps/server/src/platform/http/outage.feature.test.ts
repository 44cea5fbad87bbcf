import { randomUUID } from "node:crypto";
import { createServer, type Socket } from "node:net";
import Fastify from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { openBlackHole } from "../../testing/black-hole.ts";
import { getBalance, grant } from "../../testing/entitlements.ts";
import { makePhoto } from "../../testing/hostile-files.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { APP_ROLE, type Connection, openDatabase } from "../database/database.ts";
import { foreseenFailure } from "./failure.ts";
import { serveHealth } from "./health.ts";

const world = await openWorld();
const PATIENT = { timeout: 30_000, interval: 5 };

const listErrors = () => world.logged.filter((line) => line.includes('"unexpected"'));
const countMessages = async ({ id }: { id: string }) =>
  (await world.db.selectFrom("message").where("senderId", "=", id).select("id").execute()).length;

const away = {
  status: 503,
  failure: {
    code: "SERVICE_UNAVAILABLE",
    userMessage: "Estamos com um problema passageiro. Aguarde alguns segundos e tente de novo.",
  },
};

async function makePair() {
  const [ana, dan] = [await makeWriter(world), await makeWriter(world, { role: "daddy" })];
  await grant(world.db, dan, { tokens: 3, conversations: 3 });
  return { ana, dan };
}

const endWaiting = () =>
  sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.owner);

/** Opens a server that accepts connections in place of a database. */
async function openPort(answer: (socket: Socket) => void): Promise<Connection> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return { ...NOBODY, host: "127.0.0.1", port: address.port };
}
const NOBODY = { user: "caramelo", password: "caramelo", database: "caramelo" };

/** PostgreSQL's message of a fatal error with this code. */
function fatal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mnot now\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

async function failureOf(connection: Connection): Promise<unknown> {
  const { db, close } = openDatabase(connection, { max: 1 });
  const error = await sql`select 1`.execute(db).catch((caughtError: unknown) => caughtError);
  await close();
  return foreseenFailure(error);
}
const UNAVAILABLE = { code: "SERVICE_UNAVAILABLE", details: { retryAfterSeconds: 3 } };

test("[TB.12] a database that was killed, restarts, stops or cannot be reached is an outage, which says when to try again", async () => {
  const closedPort = await openPort(() => {});
  const refusing = { ...closedPort, port: 1 };
  expect(await failureOf(refusing)).toMatchObject(UNAVAILABLE);
  expect(await failureOf({ ...NOBODY, host: "/nowhere", port: 5432 })).toMatchObject(UNAVAILABLE);
  expect(await failureOf(await openPort((socket) => socket.destroy()))).toMatchObject(UNAVAILABLE);
  expect(await failureOf(await openPort((socket) => socket.resetAndDestroy()))).toMatchObject(UNAVAILABLE);
  for (const code of ["57P01", "57P02", "57P03", "08006", "53200", "25006"]) {
    const answeringPort = await openPort((socket) => socket.once("data", () => socket.end(fatal(code))));
    expect(await failureOf(answeringPort), code).toMatchObject(UNAVAILABLE);
  }
});

test("[T73] a connection that takes too long to open counts as contention: nothing was done yet", async () => {
  const silent = await openPort(() => {});
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const failing = failureOf(silent);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await failing).toMatchObject({ code: "SERVICE_BUSY" });
});

test("a refused password, a missing file and a fault of ours are no outage", async () => {
  const answeringPort = await openPort((socket) => socket.once("data", () => socket.end(fatal("28P01"))));
  expect(await failureOf(answeringPort)).toBeUndefined();
  const missingError = Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" });
  expect([missingError, new TypeError("x is not a function")].map(foreseenFailure)).toEqual([undefined, undefined]);
});

test("[TB.12] a send whose connection is ended is answered by 503 with Retry-After, and the same client id is stored once after it", async () => {
  const { ana, dan } = await makePair();
  const clientId = randomUUID();
  const lostAnswer = await world.owner.transaction().execute(async (trx) => {
    await trx.selectFrom("memberStream").where("memberId", "=", ana.id).select("memberId").forUpdate().execute();
    const sendAnswer = dan.send(ana, "oi", clientId);
    await waitForLocks(world.owner, 1);
    await endWaiting();
    return sendAnswer;
  });
  expect(lostAnswer).toMatchObject(away);
  expect(Number(lostAnswer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await countMessages(dan)).toBe(0);
  expect((await getBalance(world.db, dan)).tokens).toBe(3);

  expect((await dan.send(ana, "oi", clientId)).status).toBe(200);
  expect((await dan.send(ana, "oi", clientId)).status).toBe(200);
  expect(await countMessages(dan)).toBe(1);
  expect((await getBalance(world.db, dan)).tokens).toBe(2);
  expect(listErrors()).toEqual([]);
  expect(world.logged.some((line) => line.includes('"unavailable"'))).toBe(true);
});

test("[TB.12] a send whose commit went through without an answer is answered by 503, and once sent again by what was stored", async () => {
  const { ana, dan } = await makePair();
  const clientId = randomUUID();
  loseNextCommit();
  expect(await dan.send(ana, "oi", clientId)).toMatchObject(away);
  expect(await countMessages(dan)).toBe(1);

  const again = await dan.send(ana, "oi", clientId);
  expect(again).toMatchObject({ status: 200, body: { clientId, text: "oi" } });
  expect(await countMessages(dan)).toBe(1);
  expect((await getBalance(world.db, dan)).tokens).toBe(2);
});

test("[TB.12] a send whose connection falls silent is answered by 503 after 20 s, and holds up the others no longer", async () => {
  const { ana, dan } = await makePair();
  const caio = await makeWriter(world, { role: "daddy" });
  await grant(world.db, caio, { tokens: 3, conversations: 3 });
  const hole = await leadThroughBlackHole();
  const clientId = randomUUID();
  const joinSpy = vi.spyOn(world.context.batchers, "join");
  const { silent, behind } = await world.owner.transaction().execute(async (trx) => {
    await trx.selectFrom("memberStream").where("memberId", "=", ana.id).select("memberId").forUpdate().execute();
    const first = dan.send(ana, "oi", clientId);
    await waitForLocks(world.owner, 1);
    // The second send waits behind the first, because both have the same recipient.
    const second = caio.send(ana, "olá", randomUUID());
    await vi.waitFor(() => expect(joinSpy).toHaveBeenCalledTimes(2), PATIENT);
    hole.swallow();
    return { silent: first, behind: second };
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await silent).toMatchObject(away);
  expect((await behind).status).toBe(200);

  expect((await dan.send(ana, "oi", clientId)).status).toBe(200);
  expect(await countMessages(dan)).toBe(1);
  expect((await getBalance(world.db, dan)).tokens).toBe(2);
});

test("[TB.12] the connections next to one that fell silent are not used any more", async () => {
  const hole = await leadThroughBlackHole();
  const ask = () => sql`select 1`.execute(world.context.db);
  await Promise.all([ask(), ask(), ask()]);
  hole.swallow();
  const silent = ask().catch(foreseenFailure);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await silent).toMatchObject(UNAVAILABLE);
  expect((await ask()).rows).toHaveLength(1);
});

test("[TB.12] a connection may rest as long as it likes", async () => {
  await leadThroughBlackHole();
  const pidOf = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(world.context.db)).rows[0]?.pid;
  const pid = await pidOf();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await pidOf()).toBe(pid);
});

/**
 * Until the end of the test the server reaches its database through a network that can swallow everything, and time
 * stands still.
 */
async function leadThroughBlackHole() {
  const hole = await openBlackHole(world.connectionString);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { db, sends, close } = openDatabase({ connectionString: hole.address }, { role: APP_ROLE, max: 4 });
  const before = { db: world.context.db, sends: world.context.sends };
  Object.assign(world.context, { db, sends });
  onTestFinished(async () => {
    Object.assign(world.context, before);
    vi.useRealTimers();
    await hole.close();
    await close();
  });
  return hole;
}

/** Lets the next commit reach the database, but breaks the connection before the answer comes. */
function loseNextCommit(): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>;
  let isLost = false;
  const spy = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => spy.mockRestore());
  spy.mockImplementation(async function (this: pg.Client, ...args: unknown[]) {
    const result = await query.apply(this, args);
    if (isLost || Reflect.get(Object(args[0]), "text") !== "commit") return result;
    isLost = true;
    this.connection.stream.destroy();
    throw new Error("Connection terminated unexpectedly");
  } as never);
}

test("[T89] readiness is answered within 2 s while the database accepts connections and says nothing", async () => {
  let connections = 0;
  const silent = await openPort(() => {
    connections += 1;
  });
  const { db, close } = openDatabase(silent);
  const app = Fastify();
  serveHealth(app, db);
  onTestFinished(async () => {
    vi.useRealTimers();
    await app.close();
    void close();
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const replies = Promise.all(Array.from({ length: 20 }, () => app.inject("/readyz")));
  await vi.waitFor(() => expect(connections).toBe(1));
  vi.advanceTimersByTime(2_000);
  for (const reply of await replies) {
    expect([reply.statusCode, reply.json()]).toEqual([503, { status: "database unreachable" }]);
  }
  expect(connections).toBe(1);
});

test.each(["ENOSPC", "EROFS", "EDQUOT", "EIO", "EACCES", "EMFILE", "ESTALE"])(
  "[T89] a store that fails by %s is answered by 503 with Retry-After, logged, and works again after it",
  async (code) => {
    const { browser } = await makeSignedIn(world);
    const photos = [new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))])];
    const putSpy = vi.spyOn(world.context.storage, "put");
    for (const syscall of ["open", "mkdir", "fsync", "rename"]) {
      world.logged.length = 0;
      putSpy.mockRejectedValueOnce(Object.assign(new Error(code), { code, syscall, errno: -1 }));
      const reply = await browser.api.photos.add({ body: {}, photos });
      expect(reply).toMatchObject(away);
      expect(reply.headers.get("retry-after")).toBe("3");
      expect(listErrors()).toEqual([]);
      expect(world.logged.join()).toContain('"unavailable"');
    }
    putSpy.mockRestore();
    expect((await browser.api.photos.add({ body: {}, photos })).status).toBe(200);
  },
);
