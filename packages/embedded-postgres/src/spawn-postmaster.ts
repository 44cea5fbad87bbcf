import { spawn } from "node:child_process";
import fs from "node:fs";
import type { Cluster } from "./cluster.ts";
import { programPath } from "./native-binaries.ts";
import { retireStaleLocks } from "./postmaster-file.ts";
import { spawnAs } from "./run-user.ts";
import { openLog, readLogFrom } from "./server-log.ts";
import { serverEnvironment, settingFlags } from "./server-settings.ts";
import { prepareSocketFolder } from "./socket-folder.ts";

/** A server started here. It may detect a faster parallel start, and exit. */
export type SpawnedPostmaster = {
  pid: number | undefined;
  socketFolder: string | undefined;
  hasExited: () => boolean;
  readLog: () => string;
};

/**
 * Where to listen. `port` names the socket; on Windows it is a port of 127.0.0.1. Without a `host`, any private folder
 * is chosen.
 */
export type Address = { host?: string; port: number };

export function spawnPostmaster(cluster: Cluster, { host, port }: Address): SpawnedPostmaster {
  const { dataFolder, user, settings } = cluster;
  const socketFolder = process.platform === "win32" ? undefined : prepareSocketFolder(cluster, host);
  if (socketFolder) retireStaleLocks(cluster, socketFolder, port);
  const log = openLog(dataFolder, user);

  const flags = [
    "-D",
    dataFolder,
    "-p",
    String(port),
    ...(socketFolder ? ["-k", socketFolder] : []),
    ...settingFlags(settings),
  ];
  const child = spawn(programPath(cluster.native, "postgres"), flags, {
    ...spawnAs(user),
    ...serverEnvironment(),
    cwd: dataFolder,
    // A separate session, because Ctrl-C in the terminal must reach only the application, which then stops the server.
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log.descriptor, log.descriptor],
  });
  fs.closeSync(log.descriptor);
  child.unref();

  let reason: string | undefined;
  child.once("error", (error) => {
    reason = error.message;
  });
  child.once("exit", (code, signal) => {
    reason ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  return {
    pid: child.pid,
    socketFolder,
    hasExited: () => reason !== undefined,
    readLog: () => `${readLogFrom(dataFolder, log.fromByte)}\n${reason ?? ""}`,
  };
}
