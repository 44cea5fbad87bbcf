import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getNode } from "./find-node.mjs";
import { inProject, TOOLS } from "./project.mjs";
import { runQuietly } from "./run.mjs";
import { stampServerSources } from "./server-stamp.mjs";

const BUILD = inProject("apps/server/build");
const STAMP = inProject("apps/server/build/.stamp");

/** @param {string} stamp */
const isBuilt = (stamp) => existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp;

/** The program of the server as it lies there: built where that is up to date, else its sources. */
export const findServer = () => (isBuilt(stampServerSources()) ? TOOLS.builtServer : TOOLS.server);

/**
 * The program of the server: of few files, which load in a third of the time, made anew when a source has changed. Where they
 * cannot be made, as in a folder of somebody else, it is the sources themselves.
 * @returns {Promise<string>} its path
 */
export async function ensureServer() {
  const stamp = stampServerSources();
  if (isBuilt(stamp)) return TOOLS.builtServer;
  try {
    // Without its stamp a build counts as missing, also one that is broken off half-way.
    rmSync(BUILD, { recursive: true, force: true });
    const { code } = await runQuietly(getNode(), [TOOLS.serverBundler]);
    if (code !== 0) return TOOLS.server;
    writeFileSync(STAMP, stamp);
    return TOOLS.builtServer;
  } catch {
    return TOOLS.server;
  }
}
