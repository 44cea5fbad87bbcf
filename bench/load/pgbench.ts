import { execFile } from "node:child_process";
import { access, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { connectionUrl } from "../../apps/server/src/platform/database/connection-url.ts";
import type { Connection } from "../../apps/server/src/platform/database/database.ts";
import type { Round } from "../rules.ts";

// PostgreSQL's own bench inserts the row that the bare server inserts. The embedded PostgreSQL has no pgbench; Debian's
// packages have.

const run = promisify(execFile);
const DEBIAN = "/usr/lib/postgresql";
const CLIENTS = 16;
const INSERT = `insert into bench_message (sender_id, recipient_id, text)
  values (gen_random_uuid(), gen_random_uuid(), 'olá, tudo bem com você? abc');
`;

/** The program, or undefined on a machine without it. */
export async function findPgbench(): Promise<string | undefined> {
  const versions = (await readdir(DEBIAN).catch(() => [])).sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  for (const folder of folders) {
    const file = join(folder, "pgbench");
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}

type PgbenchLoad = { connection: Connection; perSecond?: number; seconds: number };

/** Inserts at a steady pace, or as fast as it can. The table is that of the bare server with a database. */
export async function runPgbench(program: string, { connection, perSecond, seconds }: PgbenchLoad): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-pgbench-"));
  try {
    const [script, log] = [join(folder, "insert.sql"), join(folder, "log")];
    await writeFile(script, INSERT);
    const pace = perSecond === undefined ? [] : [`--rate=${perSecond}`];
    const whole = Math.ceil(seconds);
    const options = ["-n", "-M", "prepared", "-c", String(CLIENTS), "-T", String(whole), "-l", `--log-prefix=${log}`];
    await run(program, [...options, "-f", script, ...pace, connectionUrl(connection)]);
    const files = (await readdir(folder)).filter((name) => name.startsWith("log"));
    const lines = (await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")))).join("").split("\n");
    // The third number of a line is how long it took, in microseconds.
    const latencies = lines.filter((line) => line !== "").map((line) => Number(line.split(" ")[2]) / 1000);
    return { answers: latencies.length, seconds: whole, latencies };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
