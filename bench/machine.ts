import { execFileSync } from "node:child_process";
import { cpus, loadavg, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { type Connection, withClient } from "../apps/server/src/platform/database/database.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

function git(...args: string[]): string {
  try {
    return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** The machine and the time of the measurement. */
export async function describeMachine(connection: Connection): Promise<string> {
  const { rows } = await withClient(connection, (client) =>
    client.query<{ version: string; fsync: string }>(
      "select current_setting('server_version') as version, current_setting('fsync') as fsync",
    ),
  );
  const processors = cpus();
  const changed = git("status", "--porcelain") === "" ? "" : " with changes";
  const [load = Number.NaN] = loadavg();
  return [
    `${new Date().toISOString().slice(0, 16)}, commit ${git("rev-parse", "--short", "HEAD") || "unknown"}${changed}`,
    `${processors.length} × ${processors[0]?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}, load ${load.toFixed(1)}`,
    `Node ${process.version}, PostgreSQL ${rows[0]?.version} (fsync ${rows[0]?.fsync})`,
  ].join("; ");
}
