import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPostmaster } from "@caramelo/embedded-postgres/postmaster-file";
import { afterEach, expect, test, vi } from "vitest";
import { type Connection, type Db, openDatabase } from "../../platform/database/database.ts";
import { migrate } from "../../platform/database/migrate.ts";
import { openServer } from "../../platform/database/server.ts";
import { getBalance, grant } from "../../testing/messages.ts";
import { makeMember } from "../../testing/people.ts";
import { openSession } from "../accounts/session-check.ts";

// The product starts three times and recovers once, perhaps on a slow machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const FIXTURE = new URL("../../testing/run-product.fixture.ts", import.meta.url);
const SENDS = 1_000;
const KILL_AFTER = 200;
/** Few enough that most sends are still waiting when the processes are killed. */
const CONNECTIONS = 250;
const MEMBERS = 20;
/** Each daddy makes 50 attempts. */
const TOKENS = 40;

type Person = { id: string; isPayer: boolean; token: string };
type Send = { from: Person; to: Person; clientId: string; text: string };
type Answer = { status: number; body: { id?: string; code?: string } };

const started: { folders: string[]; children: ChildProcess[] } = { folders: [], children: [] };

afterEach(async () => {
  for (const child of started.children) child.kill("SIGKILL");
  for (const folder of started.folders) await killPostgres(folder);
  for (const folder of started.folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function killPostgres(dataDir: string): Promise<void> {
  const postmaster = findPostmaster(join(dataDir, "postgres"));
  if (postmaster) process.kill(postmaster.pid, "SIGKILL");
}

async function makeDataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "caramelo-crash-"));
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(dataDir, 0o711);
  // The smallest folder that counts as a web build.
  await mkdir(join(dataDir, "pages"));
  await writeFile(join(dataDir, "pages", "__spa-fallback.html"), "<!doctype html>");
  started.folders.push(dataDir);
  return dataDir;
}

/** Opens the database while the product is stopped. */
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

/** Every member writes to every member of the opposite side in turn. */
function planSends(people: Person[]): Send[] {
  return Array.from({ length: SENDS }, (_, i) => {
    const from = people[i % MEMBERS];
    const to = people[(i + 1 + 2 * Math.floor(i / MEMBERS)) % MEMBERS];
    if (!from || !to) throw new Error("there are too few people");
    return { from, to, clientId: randomUUID(), text: `oi ${i}` };
  });
}

async function startProduct(dataDir: string) {
  const settings = { DATA_DIR: dataDir, PORT: "0", HOST: "127.0.0.1", DATABASE_URL: "", PUBLIC_URL: "" };
  const child = fork(FIXTURE, [join(dataDir, "pages")], {
    env: { ...process.env, ...settings, MODE: "demo", DEMO: "off", LOG_LEVEL: "silent", LIMIT_MESSAGES: "999999/1" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  started.children.push(child);
  // An exit also ends the wait, because then no address will come.
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

/** Resolves to undefined when no answer came. */
function post(address: string, agent: Agent, { from, to, clientId, text }: Send): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const headers = {
      origin: address,
      cookie: `caramelo=${from.token}`,
      "content-type": "application/json",
    };
    const call = request(`${address}/api/conversations/${to.id}/messages`, { method: "POST", agent, headers });
    call.on("error", () => resolve(undefined));
    call.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => resolve(undefined));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(String(Buffer.concat(chunks))) }),
      );
    });
    call.end(JSON.stringify({ clientId, text }));
  });
}

/** Sends all at once; `onAnswer` receives how many were answered so far. Sends without an answer are left out. */
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
      // A server that has lost its database answers an error, which acknowledges nothing.
      if (!answer || answer.status >= 500) return;
      answers.set(send, answer);
      onAnswer(answers.size);
    }),
  );
  agent.destroy();
  return answers;
}

const isStored = ({ status }: Answer) => status === 200;

test("[T20][D4.06] after kill -9 of the server and PostgreSQL amid 1,000 sends, each acknowledged message is stored once and the tokens match", async () => {
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
    const expected = acknowledged.map(([send, { body }]) => `${send.from.id} ${send.clientId} ${send.text} ${body.id}`);
    const stored = rows.map((row) => `${row.senderId} ${row.clientId} ${row.text} ${row.id}`);
    expect(stored.sort()).toEqual(expected.sort());

    const refused = [...before, ...after].filter(([, answer]) => !isStored(answer));
    expect(new Set(refused.map(([, { body }]) => body.code))).toEqual(new Set(["UPGRADE_REQUIRED"]));
    for (const person of people.filter(({ isPayer }) => isPayer)) {
      const written = rows.filter(({ senderId }) => senderId === person.id).length;
      expect(written).toBe(TOKENS);
      expect((await getBalance(db, person)).tokens).toBe(0);
    }
  });
});
