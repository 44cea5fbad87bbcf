import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { findFreePort } from "./free-port.ts";

/** The programs of Debian's package postgresql-15. */
const PROGRAMS = "/usr/lib/postgresql/15/bin";
const USER = "caramelo";
const PASSWORD = "no-log-may-show-this";
const POLL_MS = 20;

// Only processes are killed here, never the machine, so nothing needs to reach the disk. A commit is acknowledged when
// the synchronous standby has it.
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  synchronous_commit: "on",
  wal_level: "replica",
  hot_standby: "on",
  max_wal_senders: "8",
  wal_keep_size: "256MB",
  wal_receiver_status_interval: "1s",
  wal_retrieve_retry_interval: "200ms",
  max_connections: "300",
  // In the data folder, where a kill leaves nothing in the machine's memory.
  dynamic_shared_memory_type: "mmap",
  jit: "off",
};

/** The code that writes to the servers may run in this process, so a running program must not block it. */
const runFile = promisify(execFile);

/** One PostgreSQL, with its data in its own folder. */
export type PostgresServer = {
  /** The name under which it streams from its primary (`application_name`). */
  name: string;
  port: number;
  /** The address of this server alone, with an owner's rights. */
  url(database?: string): string;
  /** Runs one statement on its database `postgres`. Returns the rows. */
  ask(statement: string): Promise<Record<string, unknown>[]>;
};

/** A read replica, which applies what it receives only while it is not paused. */
export type PostgresReplica = PostgresServer & {
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Ends all its processes at once (SIGKILL). */
  kill(): Promise<void>;
  /** Starts the killed replica again. Resolves when it can be read. */
  restart(): Promise<void>;
};

/**
 * A primary with a synchronous standby, and perhaps an asynchronous read replica. Whatever the primary acknowledges,
 * the standby has. All of them are PostgreSQL 15 of Debian, on ports of 127.0.0.1.
 */
export type PostgresServers = {
  /** A libpq address of both servers; it connects to the one that accepts writes. */
  url(database?: string): string;
  primary(): PostgresServer;
  /** Throws between `killPrimary` and `rebuildStandby`, when there is none. */
  standby(): PostgresServer;
  replica: PostgresReplica | undefined;
  /** Ends all processes of the primary at once (SIGKILL), as the end of its machine does. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary. Resolves when it accepts writes; until `rebuildStandby` it has no standby. */
  promote(): Promise<void>;
  /** Starts the killed server as if no other one had been promoted, so that there are two primaries. */
  startKilledAlone(): Promise<PostgresServer>;
  /** Makes the killed server a synchronous standby of the present primary. Resolves when it has everything. */
  rebuildStandby(): Promise<void>;
  /** Ends all processes of a standby or replica at once (SIGKILL). */
  killFollower(server: PostgresServer): Promise<void>;
  /** Starts a killed standby or replica. Resolves when it follows the primary again. */
  restartFollower(server: PostgresServer): Promise<void>;
  /** Lets the primary or the standby accept connections without ever answering (SIGSTOP), until `thaw`. */
  freeze(server: PostgresServer): Promise<void>;
  thaw(server: PostgresServer): Promise<void>;
  /** Ends all servers and removes their data. */
  stop(): Promise<void>;
};

/** The user as whom `spawn` and the like run programs; empty means the present user. */
type User = { uid: number; gid: number } | { uid?: undefined; gid?: undefined };
type Member = PostgresServer & { folder: string; process: ChildProcess | undefined };

/** Starts a primary with a synchronous standby, and with `hasReplica` an asynchronous read replica. */
export async function startPostgresServers({ hasReplica = false } = {}): Promise<PostgresServers> {
  const user = findUser();
  const root = await mkdtemp(join(tmpdir(), "caramelo-servers-"));
  if (user.uid !== undefined) await chown(root, user.uid, user.gid);
  const run = (program: string, args: string[]) => runFile(join(PROGRAMS, program), args, { ...user, cwd: root });

  const members: Member[] = [];
  for (const name of ["one", "two", ...(hasReplica ? ["replica"] : [])]) {
    members.push(describe(name, join(root, name), await findFreePort()));
  }
  const [first, second, third] = members;
  if (!first || !second) throw new Error("there are always two servers");
  const pair = [first, second];
  const addressOf = (database = "postgres") =>
    `postgres://${USER}:${PASSWORD}@${pair.map(({ port }) => `127.0.0.1:${port}`).join()}/${database}?target_session_attrs=read-write`;
  let [primary, standby]: [Member, Member | undefined] = [first, undefined];

  const start = async (member: Member) => {
    const args = ["-D", member.folder, "-p", String(member.port)];
    member.process = await startServer([...args, ...flags(SETTINGS)], user);
  };
  /** Copies the present primary into the member's folder and starts it as a standby. */
  const follow = async (member: Member) => {
    await rm(member.folder, { recursive: true, force: true });
    await run("pg_basebackup", ["-D", member.folder, "-d", primary.url(), "-c", "fast", "-X", "stream"]);
    const follows = `host=127.0.0.1,127.0.0.1 port=${pair.map(({ port }) => port).join()} target_session_attrs=read-write`;
    const access = `user=${USER} password=${PASSWORD} application_name=${member.name}`;
    // The last line about a setting counts. A server that becomes the primary has no standby yet, so it waits for none.
    const own = `primary_conninfo = '${follows} ${access}'\nsynchronous_standby_names = ''\n`;
    await appendFile(join(member.folder, "postgresql.auto.conf"), own);
    await appendFile(join(member.folder, "standby.signal"), "");
    if (user.uid !== undefined) await chown(join(member.folder, "standby.signal"), user.uid, user.gid);
    await start(member);
  };
  const otherOf = (member: Member) => (member === first ? second : first);
  const waitUntilInStep = async ({ name }: Member, state: "sync" | "async") => {
    const isInStep = `select from pg_stat_replication where application_name = '${name}' and sync_state = '${state}' and state = 'streaming'`;
    while ((await primary.ask(isInStep)).length === 0) await sleep(POLL_MS);
  };
  const rebuildStandby = async () => {
    const other = otherOf(primary);
    await kill(other);
    await follow(other);
    await primary.ask(`alter system set synchronous_standby_names = '${other.name}'`);
    await primary.ask("select pg_reload_conf()");
    await waitUntilInStep(other, "sync");
    standby = other;
  };

  await run("initdb", ["-D", first.folder, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]);
  await start(first);
  await rebuildStandby();
  if (third) await follow(third);

  const stop = async () => {
    for (const member of members) await kill(member);
    await rm(root, { recursive: true, force: true });
  };
  return {
    url: addressOf,
    primary: () => primary,
    standby: () => {
      if (!standby) throw new Error("the killed server has not been rebuilt");
      return standby;
    },
    replica: third && {
      ...third,
      pauseReplay: async () => void (await third.ask("select pg_wal_replay_pause()")),
      resumeReplay: async () => void (await third.ask("select pg_wal_replay_resume()")),
      kill: () => kill(third),
      restart: () => start(third),
    },
    killPrimary: () => kill(primary),
    promote: async () => {
      if (!standby) throw new Error("the killed server has not been rebuilt");
      await run("pg_ctl", ["promote", "-w", "-D", standby.folder]);
      [primary, standby] = [standby, undefined];
    },
    startKilledAlone: async () => {
      const killedServer = otherOf(primary);
      await start(killedServer);
      return killedServer;
    },
    rebuildStandby,
    killFollower: ({ name }) => kill(memberOf(members, name)),
    restartFollower: async ({ name }) => {
      const member = memberOf(members, name);
      await start(member);
      await waitUntilInStep(member, member === third ? "async" : "sync");
    },
    freeze: ({ name }) => signalAll(memberOf(members, name), "SIGSTOP"),
    thaw: ({ name }) => signalAll(memberOf(members, name), "SIGCONT"),
    stop,
  };
}

function describe(name: string, folder: string, port: number): Member {
  const url = (database = "postgres") => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    return client
      .query(statement)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };
  return { name, folder, port, url, ask, process: undefined };
}

function memberOf(members: Member[], name: string): Member {
  const member = members.find((one) => one.name === name);
  if (!member) throw new Error(`there is no server ${name}`);
  return member;
}

/** PostgreSQL refuses to run as root, so there it runs as the user whom Debian's package makes. */
function findUser(): User {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

const flags = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** Resolves when the server accepts connections. */
async function startServer(args: string[], user: User): Promise<ChildProcess> {
  const server = spawn(join(PROGRAMS, "postgres"), args, { ...user, stdio: ["ignore", "ignore", "pipe"] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    lines.push(line);
    if (/ready to accept (?:read-only )?connections/.test(line)) break;
  }
  if (server.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${lines.join("\n")}`);
  server.stderr.resume();
  return server;
}

/** The server's processes, the first one first. Each of the others serves a connection or a task. */
async function listProcesses({ pid }: ChildProcess): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return [...(pid ? [pid] : []), ...children.split(" ").filter(Boolean).map(Number)];
}

async function kill({ process: server, folder }: Member): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const facts = (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
  const exited = once(server, "exit");
  // The first process goes first: it would end the others orderly, and these would notify their clients.
  for (const pid of await listProcesses(server)) signal(pid, "SIGKILL");
  await exited;
  // The seventh line ends with the id of a small shared memory that outlives the server.
  const memory = facts[6]?.trim().split(/ +/)[1];
  if (memory) await runFile("ipcrm", ["-m", memory]);
}

async function signalAll({ process: server }: Member, how: NodeJS.Signals): Promise<void> {
  for (const pid of server ? await listProcesses(server) : []) signal(pid, how);
}

function signal(pid: number, how: NodeJS.Signals): void {
  try {
    process.kill(pid, how);
  } catch (error) {
    // A process that has ended meanwhile needs no signal.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
