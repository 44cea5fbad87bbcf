import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { type Connection, type Db, openDatabase } from "../../platform/database/database.ts";
import { migrate } from "../../platform/database/migrate.ts";
import { openServer } from "../../platform/database/server.ts";
import { findPostmaster } from "../../platform/embedded-postgres/postmaster-file.ts";
import { getBalance, grant } from "../../testing/messages.ts";
import { makeMember } from "../../testing/people.ts";
import { openSession } from "../accounts/handlers/door.ts";

// Three starts of the whole product and a recovery, on a machine that may be slow.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const FIXTURE = new URL("../../testing/run-product.fixture.ts", import.meta.url);
const SENDS = 1_000;
const KILL_AFTER = 200;
/** Few enough that most sends are still to come when the kill does. */
const CONNECTIONS = 250;
const MEMBERS = 20;
/** Each daddy makes 50 attempts. */
const TOKENS = 40;

type Person = { id: string; isPayer: boolean; token: string };
type Send = { from: Person; to: Person; clientId: string; text: string };
type Answer = { status: number; body: { id?: string; code?: string } };

const left: { folders: string[]; children: ChildProcess[] } = { folders: [], children: [] };

afterEach(async () => {
  for (const child of left.children) child.kill("SIGKILL");
  for (const folder of left.folders) await killPostgres(folder);
  for (const folder of left.folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function killPostgres(dataDir: string): Promise<void> {
  const postmaster = findPostmaster(join(dataDir, "postgres"));
  if (postmaster) process.kill(postmaster.pid, "SIGKILL");
}

async function makeDataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "caramelo-crash-"));
  // As root PostgreSQL runs as another user, who must be able to pass.
  await chmod(dataDir, 0o711);
  // The least that counts as a web build.
  await mkdir(join(dataDir, "pages"));
  await writeFile(join(dataDir, "pages", "__spa-fallback.html"), "<!doctype html>");
  left.folders.push(dataDir);
  return dataDir;
}

/** Looks into the database while the product does not run. */
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

/** Ten babies and ten daddies, signed in; the daddies have tokens. */
function makePeople(dataDir: string): Promise<Person[]> {
  return withDatabase(dataDir, async (db, connection) => {
    await migrate(connection);
    const context = { db, clock: { now: () => new Date() } };
    const people: Person[] = [];
    for (let i = 0; i < MEMBERS; i += 1) {
      const isPayer = i % 2 === 1;
      const { id } = await makeMember(db, { role: isPayer ? "daddy" : "baby" });
      if (isPayer) await grant(db, { id }, { tokens: TOKENS, conversations: MEMBERS });
      const session = { memberId: id, isRemembered: true };
      people.push({
        id,
        isPayer,
        token: await openSession(context, { userAgent: "", sessionToken: undefined }, session),
      });
    }
    return people;
  });
}

/** Everybody writes to everybody of the other side, in turn. */
function planSends(people: Person[]): Send[] {
  return Array.from({ length: SENDS }, (_, i) => {
    const from = people[i % MEMBERS];
    const to = people[(i + 1 + 2 * Math.floor(i / MEMBERS)) % MEMBERS];
    if (!from || !to) throw new Error("nobody there");
    return { from, to, clientId: randomUUID(), text: `oi ${i}` };
  });
}

async function startProduct(dataDir: string) {
  const settings = { DATA_DIR: dataDir, PORT: "0", HOST: "127.0.0.1", DATABASE_URL: "", PUBLIC_URL: "" };
  const child = fork(FIXTURE, [join(dataDir, "pages")], {
    env: { ...process.env, ...settings, MODE: "demo", DEMO: "off", LOG_LEVEL: "silent", LIMIT_MESSAGES: "999999/1" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  left.children.push(child);
  // Tells of an end as well, rather than wait for an address that will not come.
  const [message] = await Promise.race([once(child, "message"), once(child, "exit")]);
  // The fixture sends nothing else.
  const { address } = message as { address: string };
  expect(address).toMatch(/^http/);
  return { child, address };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** undefined when no answer came. */
function post(address: string, agent: Agent, { from, to, clientId, text }: Send): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const headers = {
      origin: address,
      cookie: `__Host-caramelo=${from.token}`,
      "content-type": "application/json",
    };
    const asked = request(`${address}/api/conversations/${to.id}/messages`, { method: "POST", agent, headers });
    asked.on("error", () => resolve(undefined));
    asked.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => resolve(undefined));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(String(Buffer.concat(chunks))) }),
      );
    });
    asked.end(JSON.stringify({ clientId, text }));
  });
}

/** Sends all at once; `onAnswer` hears how many were answered. Answers that never came are missing. */
async function sendAll(
  address: string,
  sends: Send[],
  onAnswer: (answered: number) => void,
): Promise<Map<Send, Answer>> {
  const answers = new Map<Send, Answer>();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  await Promise.all(
    sends.map(async (send) => {
      const answer = await post(address, agent, send);
      // Without its database a server that still lives says so; that acknowledges nothing.
      if (!answer || answer.status >= 500) return;
      answers.set(send, answer);
      onAnswer(answers.size);
    }),
  );
  agent.destroy();
  return answers;
}

const isStored = ({ status }: Answer) => status === 200;

test("[T20][D4.06] kill -9 of server and PostgreSQL amid 1,000 sends: what was acknowledged is there once, nothing twice, and tokens match", async () => {
  const dataDir = await makeDataFolder();
  const people = await makePeople(dataDir);
  const sends = planSends(people);

  const first = await startProduct(dataDir);
  const killed = once(first.child, "exit");
  const before = await sendAll(first.address, sends, (answered) => {
    if (answered !== KILL_AFTER) return;
    first.child.kill("SIGKILL");
    killPostgres(dataDir);
  });
  expect(before.size).toBeGreaterThanOrEqual(KILL_AFTER);
  expect(before.size).toBeLessThan(SENDS);

  await killed;
  const second = await startProduct(dataDir);
  const unanswered = sends.filter((send) => !before.has(send));
  const after = await sendAll(second.address, unanswered, () => {});
  expect(after.size).toBe(unanswered.length);
  await stop(second.child, "SIGTERM");

  await withDatabase(dataDir, async (db) => {
    const rows = await db.selectFrom("message").select(["id", "senderId", "clientId", "text"]).execute();
    const acknowledged = [...before, ...after].filter(([, answer]) => isStored(answer));
    const told = acknowledged.map(([send, { body }]) => `${send.from.id} ${send.clientId} ${send.text} ${body.id}`);
    const stored = rows.map((row) => `${row.senderId} ${row.clientId} ${row.text} ${row.id}`);
    expect(stored.sort()).toEqual(told.sort());

    const refused = [...before, ...after].filter(([, answer]) => !isStored(answer));
    expect(new Set(refused.map(([, { body }]) => body.code))).toEqual(new Set(["UPGRADE_REQUIRED"]));
    for (const person of people.filter(({ isPayer }) => isPayer)) {
      const written = rows.filter(({ senderId }) => senderId === person.id).length;
      expect(written).toBe(TOKENS);
      expect((await getBalance(db, person)).tokens).toBe(0);
    }
  });
});
