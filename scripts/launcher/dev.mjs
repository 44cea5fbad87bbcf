import { spawn } from "node:child_process";
import { getNode, serverFlags } from "./find-node.mjs";
import { ensureInstall } from "./install.mjs";
import { inProject, ROOT, TOOLS } from "./project.mjs";
import { exitCodeOf } from "./run.mjs";

const SITE_PORT = "5173";

/**
 * `npm run dev`: the server, restarted when its files change, with Vite in front of it, which passes /api on. Open
 * Vite's address in the browser. Both processes end together.
 * @returns {Promise<number>}
 */
export async function dev() {
  await ensureInstall();
  const env = {
    ...process.env,
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://127.0.0.1:${SITE_PORT}`,
    REACT_ROUTER_DISABLE_TELEMETRY: "1",
  };
  /** @type {(args: string[], cwd: string) => import("node:child_process").ChildProcess} */
  const run = (args, cwd) => spawn(getNode(), args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
  const children = [
    run(["--watch", "--watch-preserve-output", ...serverFlags(), TOOLS.server], ROOT),
    run([TOOLS.reactRouter, "dev", "--host", "127.0.0.1", "--port", SITE_PORT], inProject("apps/web")),
  ];
  const stop = () => {
    for (const child of children) child.kill("SIGTERM");
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  const ends = children.map((child) => {
    return new Promise((resolve) => child.on("exit", (code, signal) => resolve(exitCodeOf(code, signal))));
  });
  const code = await Promise.race(ends);
  stop();
  await Promise.all(ends);
  return code;
}
