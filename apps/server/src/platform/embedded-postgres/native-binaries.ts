import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { embeddedPostgresError } from "./embedded-postgres-error.ts";
import { makeOpenFolderFor } from "./open-folder.ts";
import { isOpenTo, type RunUser } from "./run-user.ts";

const resolve = createRequire(import.meta.url).resolve;

/** The folder with `bin`, `lib` and `share` that `user` can run, complete with its library links. Copies it when it is closed or read-only. */
export function prepareBinaries(user: RunUser, dataDir: string, say: (line: string) => void): string {
  const home = findPackageFolder();
  const native = path.join(home, "native");
  if (mayRun(user, native) && repairLinks(home)) return native;

  const parent = user.isSwitched ? makeOpenFolderFor(native) : dataDir;
  const copy = path.join(parent, `pg-${readVersion(home)}`);
  if (!fs.existsSync(copy)) {
    copyPackage(home, copy);
    say(`PostgreSQL's programs cannot be used where they are installed; they were copied to ${copy}.`);
  }
  return path.join(copy, "native");
}

export function programPath(native: string, name: "initdb" | "postgres" | "pg_ctl"): string {
  return path.join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

function findPackageFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  if (isMusl()) throw unsupported("this Linux uses musl instead of glibc");
  try {
    return fs.realpathSync(path.join(path.dirname(resolve(name)), ".."));
  } catch (cause) {
    throw unsupported(`the package ${name} is not installed`, cause);
  }
}

function unsupported(reason: string, cause?: unknown): Error {
  return embeddedPostgresError(
    "UNSUPPORTED_PLATFORM",
    `The PostgreSQL that comes with Caramelo does not run on this machine (${reason}): set DATABASE_URL to a PostgreSQL of your own.`,
    cause,
  );
}

/** The binaries are linked to glibc; on musl they would only say "not found". */
function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  // Without this the report looks up the name of every connection's other end.
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
 * Makes the library links that the package's install script would have made (npm packs no links, and we allow no install scripts).
 * False when one is missing and cannot be made.
 */
function repairLinks(home: string): boolean {
  return listLinks(home).every(({ source, target }) => {
    const [real, link] = [path.join(home, source), path.join(home, target)];
    if (fs.existsSync(link)) return true;
    try {
      fs.symlinkSync(path.relative(path.dirname(link), real), link);
    } catch {
      // Another start may have been quicker.
    }
    return fs.existsSync(link);
  });
}

type Link = { source: string; target: string };

function listLinks(home: string): Link[] {
  const file = path.join(home, "native", "pg-symlinks.json");
  // The file comes with the pinned package; Windows has none.
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as Link[]) : [];
}

/** Complete or absent: the copy grows under another name. */
function copyPackage(home: string, copy: string): void {
  const growing = fs.mkdtempSync(`${copy}.new-`);
  try {
    for (const part of ["bin", "lib", "share"])
      copyOpenly(path.join(home, "native", part), path.join(growing, "native", part));
    fs.copyFileSync(path.join(home, "native", "pg-symlinks.json"), path.join(growing, "native", "pg-symlinks.json"));
    for (const folder of [growing, path.join(growing, "native")]) fs.chmodSync(folder, 0o755);
    if (!repairLinks(growing)) throw new Error(`the library links could not be made in ${growing}`);
    fs.renameSync(growing, copy);
  } catch (error) {
    fs.rmSync(growing, { recursive: true, force: true });
    // Two first starts at once: the other one's copy is as good as ours.
    if (!fs.existsSync(copy)) throw error;
  }
}

/** Readable for everybody whatever the umask was; archives are for compilers only. */
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
