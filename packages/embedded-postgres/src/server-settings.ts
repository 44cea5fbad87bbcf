import { totalmem } from "node:os";

const MIB = 1_048_576;

/**
 * Returns an eighth of the memory in MiB, between 128 and 1,024; the rest is for the application and the file cache.
 */
export function sharedBuffers(totalBytes: number): number {
  return Math.min(1_024, Math.max(128, Math.floor(totalBytes / 8 / MIB)));
}

/** Returns the memory available to processes, because a container may have less than its machine. */
function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * Settings for a small machine that also runs the application. Passed on the command line at each start, so a new
 * version brings its own. The log contains no personal data: no statements, and short errors without values.
 */
const SETTINGS: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  shared_buffers: `${sharedBuffers(memoryBytes())}MB`,
  // A process of the application opens up to 42 connections, and those of a killed process may briefly overlap with
  // those of the next one.
  max_connections: "100",
  // Containers limit /dev/shm to 64 MB, so use the cluster's folder.
  dynamic_shared_memory_type: "mmap",
  jit: "off",
  password_encryption: "scram-sha-256",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};

const WINDOWS: Record<string, string> = { listen_addresses: "127.0.0.1", dynamic_shared_memory_type: "windows" };

/** Returns `-c name=value` for each setting; `overrides` take precedence over the defaults. */
export function settingFlags(overrides: Record<string, string>): string[] {
  const settings = { ...SETTINGS, ...(process.platform === "win32" ? WINDOWS : {}), ...overrides };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/**
 * Returns a fixed environment, except on Windows: the server gets no secret of the application and no PG… variable of
 * the machine, and its messages are in English.
 */
export function serverEnvironment(): { env?: NodeJS.ProcessEnv } {
  return process.platform === "win32" ? {} : { env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } };
}
