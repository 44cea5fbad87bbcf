import { existsSync } from "node:fs";
import { expectedError } from "./output.mjs";
import { inProject } from "./project.mjs";

const NEEDED_MAJOR = 24;

/** The Node binary that was installed with the packages; undefined when there is none for this machine. */
function findPackagedNode() {
  const isWindows = process.platform === "win32";
  const system = isWindows ? "win" : process.platform;
  const binary = inProject(`node_modules/node-${system}-${process.arch}/bin`, isWindows ? "node.exe" : "node");
  return existsSync(binary) ? binary : undefined;
}

/**
 * The Node that runs everything but this launcher: the packaged one, or else the machine's own when it is new enough.
 * @returns {string} path of the binary
 */
export function getNode() {
  const packaged = findPackagedNode();
  if (packaged) return packaged;
  if (Number(process.versions.node.split(".")[0]) >= NEEDED_MAJOR) return process.execPath;
  throw expectedError(
    `Caramelo runs on Node ${NEEDED_MAJOR} and brings its own for Linux and for Windows (x64); for ${process.platform} ${process.arch} please install Node ${NEEDED_MAJOR} or later (this is ${process.version}).`,
  );
}

/**
 * The flags of Node for the server's programs. Settings can also be in a file `.env` of the project (see .env.example).
 */
export function serverFlags() {
  const settings = inProject(".env");
  return existsSync(settings) ? [`--env-file=${settings}`] : [];
}
