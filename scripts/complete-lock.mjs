// Adds the binaries of other platforms to package-lock.json where npm has left them out. npm drops an optional package
// that the present registry does not have (such as a mirror without the Windows build), and `npm ci` then refuses the
// lock on every machine. An entry added here has a version and a platform but no hash; npm adds the hash where it can
// get the package. Usage: node scripts/complete-lock.mjs [--check]
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, cpu?: string[], os?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lock
 */

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64", "arm"];

/**
 * Whether Node would find the package `name` from the package at `location`.
 * @param {Lock} lock
 * @param {string} location
 * @param {string} name
 */
function isFound(lock, location, name) {
  const folders = location
    .split("/node_modules/")
    .map((_, index, all) => all.slice(0, index + 1).join("/node_modules/"));
  return ["", ...folders].some((folder) => lock.packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`]);
}

/** @param {string} name @returns {Entry} what the name says of its platform */
function readPlatform(name) {
  const cpu = PROCESSORS.find((processor) => name.includes(processor));
  const os = SYSTEMS.find((system) => name.includes(system));
  const libc = os === "linux" ? name.match(/musl|gnu/)?.[0].replace("gnu", "glibc") : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(libc && { libc: [libc] }) };
}

/**
 * The entries that the lock lacks, by location. A version range cannot be completed without asking the registry, so it
 * is left alone.
 * @param {Lock} lock
 * @returns {Record<string, Entry>}
 */
export function listMissingEntries(lock) {
  /** @type {Record<string, Entry>} */
  const missingEntries = {};
  for (const [location, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!/^\d/.test(version) || isFound(lock, location, name)) continue;
      const dev = entry.dev ? { dev: true } : {};
      missingEntries[`node_modules/${name}`] = { version, ...dev, optional: true, ...readPlatform(name) };
    }
  }
  return missingEntries;
}

/** @param {Lock} lock @returns {Lock} with every missing entry, in npm's order */
export function completeLock(lock) {
  const packages = { ...lock.packages, ...listMissingEntries(lock) };
  const sortedPackages = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  return { ...lock, packages: Object.fromEntries(sortedPackages) };
}

function main() {
  const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const missingEntries = Object.keys(listMissingEntries(lock));
  if (missingEntries.length === 0) return 0;
  if (!process.argv.includes("--check")) {
    writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
    return 0;
  }
  process.stdout.write(`package-lock.json lacks ${missingEntries.join(", ")}: run \`npm run generate\`.\n`);
  return 1;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = main();
