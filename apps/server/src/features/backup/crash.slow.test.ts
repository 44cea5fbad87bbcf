import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, constants, mkdir, mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findPostmaster } from "@caramelo/embedded-postgres/postmaster-file";
import { afterEach, expect, test, vi } from "vitest";
import { ensureProductFixture } from "../../../../../scripts/launcher/build-server.mjs";
import { type Connection, type Db, openDatabase } from "../../platform/database/database.ts";
import { migrate } from "../../platform/database/migrate.ts";
import { openServer } from "../../platform/database/server.ts";
import { photoKey } from "../../platform/storage/key-rules.ts";
import { getBalance, grant } from "../../testing/entitlements.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { openSession } from "../accounts/session-check.ts";

// The product starts twice and its commands run, perhaps on a slow machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const PRODUCT = await ensureProductFixture();
const COMMANDS = fileURLToPath(new URL("../../start/cli.ts", import.meta.url));
const KEY = "a key of more than twenty characters";
const PAIRS = 10;
const TOKENS = 100_000;

type Pair = { daddy: { id: string; token: string }; baby: { id: string } };
/** What the test records about one send. Times are those of the machine. */
type Send = { pair: Pair; clientId: string; text: string; beganAt: number; id?: string; acknowledgedAt?: number };

const startedThings: { folders: string[]; children: ChildProcess[] } = { folders: [], children: [] };

afterEach(async () => {
  for (const child of startedThings.children) child.kill("SIGKILL");
  for (const folder of startedThings.folders) await killPostgres(folder);
  for (const folder of startedThings.folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function killPostgres(dataDir: string): Promise<void> {
  const postmaster = findPostmaster(join(dataDir, "postgres"));
  if (postmaster) process.kill(postmaster.pid, "SIGKILL");
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo drill "));
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  startedThings.folders.push(folder);
  return folder;
}

async function withDatabase<T>(dataDir: string, work: (db: Db, connection: Connection) => Promise<T>): Promise<T> {
  const server = await openServer({ databaseUrl: undefined, dataDir, say: () => {} });
  const { db, close } = openDatabase(server.connection);
  try {
    return await work(db, server.connection);
  } finally {
    await close();
    await server.stop();
  }
}

const makePairs = (dataDir: string): Promise<Pair[]> =>
  withDatabase(dataDir, async (db, connection) => {
    await migrate(connection);
    const context = { db, clock: { now: () => new Date() } };
    const pairs: Pair[] = [];
    for (let i = 0; i < PAIRS; i += 1) {
      const [{ id }, baby] = [await makeMember(db, { role: "daddy" }), await makeMember(db)];
      await grant(db, { id }, { tokens: TOKENS, conversations: 1 });
      const session = { memberId: id, isRemembered: true };
      const token = await openSession(context, { userAgent: "", sessionToken: undefined }, session);
      pairs.push({ daddy: { id, token }, baby });
    }
    return pairs;
  });

const settingsOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  PORT: "0",
  HOST: "127.0.0.1",
  DATABASE_URL: "",
  PUBLIC_URL: "",
  BACKUP_KEY: KEY,
  MODE: "demo",
  DEMO: "off",
  LOG_LEVEL: "silent",
  LIMIT_MESSAGES: "999999/1",
});

async function startProduct(dataDir: string) {
  const pages = await makeFolder();
  // The smallest folder that counts as a web build.
  await writeFile(join(pages, "__spa-fallback.html"), "<!doctype html>");
  const child = fork(PRODUCT, [pages], {
    env: { ...process.env, ...settingsOf(dataDir) },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  startedThings.children.push(child);
  const [message] = await Promise.race([once(child, "message"), once(child, "exit")]);
  // The cast is safe: the fixture sends nothing else, and after an exit there is no address, which is tested next.
  const { address } = message as { address: string };
  expect(address).toMatch(/^http/);
  return { child, address };
}

/** Runs a command as npm does. Returns its exit code and what it printed. */
async function runCommand(dataDir: string, args: string[], signal?: AbortSignal) {
  const child = spawn(process.execPath, [COMMANDS, ...args], { env: { ...process.env, ...settingsOf(dataDir) } });
  startedThings.children.push(child);
  signal?.addEventListener("abort", () => child.kill("SIGINT"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (output += bytes));
  const [code] = await once(child, "close");
  return { code, said: output };
}

function post(address: string, agent: Agent, { pair, clientId, text }: Send): Promise<string | undefined> {
  return new Promise((resolve) => {
    const headers = { origin: address, cookie: `caramelo=${pair.daddy.token}`, "content-type": "application/json" };
    const path = `${address}/api/conversations/${pair.baby.id}/messages`;
    const call = request(path, { method: "POST", agent, headers });
    call.on("error", () => resolve(undefined));
    call.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => resolve(undefined));
      response.on("end", () =>
        resolve(response.statusCode === 200 ? JSON.parse(String(Buffer.concat(chunks))).id : undefined),
      );
    });
    call.end(JSON.stringify({ clientId, text }));
  });
}

/** Every daddy writes one message after the other until `stop`. The record survives the killed processes. */
function writeWithoutEnd(address: string, pairs: Pair[]) {
  const record: Send[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: PAIRS });
  let isOver = false;
  const writers = pairs.map(async (pair) => {
    for (let number = 0; !isOver; number += 1) {
      const send: Send = { pair, clientId: randomUUID(), text: `mensagem ${number}`, beganAt: Date.now() };
      record.push(send);
      const id = await post(address, agent, send);
      if (id === undefined) return;
      Object.assign(send, { id, acknowledgedAt: Date.now() });
    }
  });
  const countAcknowledged = () => record.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined).length;
  const stop = async () => {
    isOver = true;
    await Promise.all(writers);
    agent.destroy();
  };
  return { record, countAcknowledged, stop };
}

/** Compares what a restored database has with the record. */
async function expectNothingLost(db: Db, record: Send[], takenAt: number): Promise<void> {
  const rows = await db.selectFrom("message").select(["id", "clientId", "senderId", "text", "senderSeq"]).execute();
  const storedRows = new Map(rows.map((row) => [row.clientId, row]));
  expect(storedRows.size).toBe(rows.length);
  const promised = record.filter(({ acknowledgedAt = Number.POSITIVE_INFINITY }) => acknowledgedAt < takenAt);
  expect(promised.length).toBeGreaterThan(PAIRS);
  for (const { clientId, id, text, pair } of promised)
    expect(storedRows.get(clientId)).toMatchObject({ id, text, senderId: pair.daddy.id });
  const begunIds = new Set(record.map(({ clientId }) => clientId));
  expect(rows.filter(({ clientId }) => !begunIds.has(clientId))).toEqual([]);
  for (const { pair } of record.slice(0, PAIRS)) {
    const own = rows.filter(({ senderId }) => senderId === pair.daddy.id);
    // `getBalance` also compares the balance with the ledger.
    expect((await getBalance(db, pair.daddy)).tokens).toBe(TOKENS - own.length);
    const conversation = await db
      .selectFrom("conversation")
      .where("ownerId", "=", pair.baby.id)
      .select(["unread"])
      .executeTakeFirstOrThrow();
    expect(conversation.unread).toBe(own.length);
    const order = own.toSorted((a, b) => a.senderSeq - b.senderSeq).map(({ text }) => text);
    expect(order).toEqual(own.map((_, number) => `mensagem ${number}`));
  }
}

test("[D5.30][D5.33] after a backup under load and kill -9 of everything, a restore has each message and token that was acknowledged before it, once", async () => {
  const dataDir = await makeFolder();
  const pairs = await makePairs(dataDir);
  const first = await startProduct(dataDir);
  const writing = writeWithoutEnd(first.address, pairs);
  await vi.waitFor(() => expect(writing.countAcknowledged()).toBeGreaterThan(300), { timeout: 60_000 });
  const beforeBackup = Date.now();

  const backups = await makeFolder();
  const backup = await runCommand(dataDir, ["backup", "--to", backups]);
  expect(backup).toMatchObject({ code: 0, said: expect.stringContaining("Backup of") });
  const afterBackup = writing.countAcknowledged();
  await vi.waitFor(() => expect(writing.countAcknowledged()).toBeGreaterThan(afterBackup + 50), { timeout: 60_000 });

  const firstExit = once(first.child, "exit");
  first.child.kill("SIGKILL");
  await killPostgres(dataDir);
  await Promise.all([firstExit, writing.stop()]);

  const name = (await readdir(backups)).find((each) => each.startsWith("caramelo-")) ?? "";
  const takenAt = Date.parse(/Backup of (\S+):/.exec(backup.said)?.[1] ?? "");
  expect(takenAt).toBeGreaterThanOrEqual(beforeBackup);
  const restoredFolder = join(await makeFolder(), "new folder");
  await mkdir(restoredFolder, { mode: 0o711 });
  startedThings.folders.push(restoredFolder);
  const args = ["restore", "--from", join(backups, name), "--into", restoredFolder];
  expect(await runCommand(restoredFolder, args)).toMatchObject({
    code: 1,
    said: expect.stringContaining("--master-key FILE"),
  });
  const restore = await runCommand(restoredFolder, [...args, "--master-key", join(dataDir, "master-key")]);
  expect(restore).toMatchObject({
    code: 0,
    said: expect.stringContaining("Every balance is what its ledger adds up to."),
  });

  await withDatabase(restoredFolder, (db) => expectNothingLost(db, writing.record, takenAt));
  const second = await startProduct(restoredFolder);
  const [pair] = pairs;
  if (!pair) throw new Error("there are no pairs");
  const late: Send = { pair, clientId: randomUUID(), text: "oi", beganAt: Date.now() };
  // The sessions have ended with the restore.
  expect(await post(second.address, new Agent(), late)).toBeUndefined();
});

test("[D5.31] Ctrl-C in the middle of a backup leaves no file, and a folder into which a restore was killed does not start", async () => {
  const dataDir = await makeFolder();
  const [photo = ""] = await withDatabase(dataDir, async (db, connection) => {
    await migrate(connection);
    const { id } = await makeMember(db);
    return makePhotos(db, id, [0]);
  });
  await writeFile(join(dataDir, "master-key"), Buffer.alloc(32, 1).toString("base64url"));
  // The backup waits at this photo until the pipe is closed at its other end.
  const pipe = join(dataDir, "storage", photoKey(photo, "small"));
  await mkdir(dirname(pipe), { recursive: true });
  execFileSync("mkfifo", [pipe]);
  const backups = await makeFolder();
  const stopping = new AbortController();
  const stoppedBackup = runCommand(dataDir, ["backup", "--to", backups], stopping.signal);
  // A pipe can be opened in this way only once it has a reader. Opened before, it would end without one.
  const end = await vi.waitFor(() => open(pipe, constants.O_WRONLY | constants.O_NONBLOCK), { timeout: 60_000 });
  expect(await readdir(join(backups, ".unfinished"))).toHaveLength(1);

  stopping.abort();
  await end.close();

  expect(await stoppedBackup).toMatchObject({
    code: 1,
    said: expect.stringContaining("Stopped. Nothing is left of it."),
  });
  expect(await readdir(backups, { recursive: true })).toEqual([".unfinished"]);

  await writeFile(join(dataDir, "restore-unfinished"), "");
  expect(await runCommand(dataDir, ["admin"])).toMatchObject({
    code: 1,
    said: expect.stringContaining("did not come to its end"),
  });
});
