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

/** What the figures were measured on, a line each. */
export async function describeMachine(connection: Connection): Promise<string[]> {
  const rows = await withClient(connection, async (client) => {
    const question = "select current_setting('server_version') as version, current_setting('fsync') as fsync";
    return (await client.query<{ version: string; fsync: string }>(question)).rows;
  });
  const processors = cpus();
  const isChanged = git("status", "--porcelain") !== "";
  return [
    `Machine: ${processors.length} × ${processors[0]?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}, load ${loadavg()[0]?.toFixed(1)}`,
    `Versions: Node ${process.version}, PostgreSQL ${rows[0]?.version} (embedded, fsync ${rows[0]?.fsync})`,
    `Commit: ${git("rev-parse", "--short", "HEAD") || "unknown"}${isChanged ? " with changes" : ""}, ${new Date().toISOString()}`,
  ];
}
