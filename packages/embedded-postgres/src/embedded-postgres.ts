import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import type { Application } from "./application.ts";
import type { Cluster, Connection } from "./cluster.ts";
import { type ClusterLocation, chooseLocation, findCluster } from "./cluster-location.ts";
import { connectCluster } from "./connect-cluster.ts";
import { asEmbeddedPostgresError } from "./errors.ts";
import { ensureCluster, readPassword, removeLeftovers } from "./make-cluster.ts";
import { prepareBinaries } from "./native-binaries.ts";
import { findPostmaster } from "./postmaster-file.ts";
import { isRoot } from "./run-user.ts";
import { supervise } from "./supervise.ts";

/**
 * A running cluster. `pid` is the server's, and changes when the server is restarted. `wasAdopted`: the server was
 * already running, left by a killed process.
 */
export type EmbeddedPostgres = {
  connection: Connection;
  dataFolder: string;
  pid: number;
  wasAdopted: boolean;
  stop(): Promise<void>;
};

type Options = {
  application: Application;
  /** The application's own data folder. */
  dataDir: string;
  /** Receives each progress line of the start. */
  log: (line: string) => void;
  /** PostgreSQL settings, by name. */
  settings?: Record<string, string>;
};

/**
 * Starts or adopts the cluster of `dataDir`, and keeps it running until `stop`. The cluster is in `<dataDir>/postgres`,
 * or in the folder of `makeOpenFolderFor` if its user may not pass through `dataDir`. Throws an EmbeddedPostgresError
 * with a sentence for the person who starts it: IN_USE, UNSUPPORTED_PLATFORM, DISK_FULL or FAILED.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  try {
    forgetOtherServers();
    const { cluster, location } = await prepareCluster(options);
    const session = await connectCluster(cluster, { port: await choosePort() }, new AbortController().signal);
    removeLeftovers(location.parent);
    const supervisor = supervise(cluster, session);
    return {
      connection: session.connection,
      dataFolder: cluster.dataFolder,
      wasAdopted: session.wasAdopted,
      get pid() {
        return supervisor.pid();
      },
      stop: supervisor.stop,
    };
  } catch (error) {
    throw asEmbeddedPostgresError(error, options.dataDir);
  }
}

/**
 * Removes environment variables about other servers, such as PGSSLMODE and PGOPTIONS: every client of this process
 * would read them, and fail or behave differently with this server, which has no TLS.
 */
function forgetOtherServers(): void {
  // biome-ignore lint/style/noProcessEnv: the driver reads it by itself, and this takes away instead of reading.
  const shell = process.env;
  for (const name of Object.keys(shell)) if (/^PG[A-Z]+/.test(name)) delete shell[name];
}

/**
 * Returns the connection to a server run by another instance of the application, for read-only commands. Creates
 * nothing. Undefined if there is no cluster or its server is not ready; a ready one may stop at any time.
 */
export function findRunningPostgres({
  application,
  dataDir,
}: Pick<Options, "application" | "dataDir">): Connection | undefined {
  try {
    forgetOtherServers();
    const dataFolder = findCluster(application, dataDir);
    if (dataFolder === undefined) return undefined;
    const postmaster = findPostmaster(dataFolder);
    if (!postmaster?.isReady) return undefined;
    const { host, port } = postmaster;
    return { host, port, user: application.id, password: readPassword(application, dataFolder) };
  } catch (error) {
    throw asEmbeddedPostgresError(error, dataDir);
  }
}

async function prepareCluster({
  application,
  dataDir: givenDir,
  log,
  settings = {},
}: Options): Promise<{ cluster: Cluster; location: ClusterLocation }> {
  const dataDir = makeDataFolder(givenDir);
  const location = chooseLocation(application, dataDir);
  const { dataFolder, user } = location;
  if (location.wasMoved)
    log(`${dataDir} is closed to the user that PostgreSQL runs as: the database lives in ${dataFolder}.`);
  const native = prepareBinaries({ application, user, dataDir, log });
  const isDurable = settings.fsync !== "off";
  const password = await ensureCluster({ application, location, native, isDurable, log });
  return {
    cluster: { application, dataDir, dataFolder: fs.realpathSync(dataFolder), user, native, password, settings, log },
    location,
  };
}

/**
 * Creates the folder if it is missing, and returns its real path. If root creates it, others may pass through it but
 * not read it: PostgreSQL's user must reach its folder inside.
 */
export function makeDataFolder(folder: string): string {
  fs.mkdirSync(path.resolve(folder), { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  return fs.realpathSync(folder);
}

/** Chooses the port: on Windows a free one; elsewhere it is only part of the socket's name. */
async function choosePort(): Promise<number> {
  if (process.platform !== "win32") return 5432;
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : 5432;
}
