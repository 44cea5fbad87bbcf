import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import type { Cluster, Connection } from "./cluster.ts";
import { type ClusterPlace, choosePlace } from "./cluster-place.ts";
import { asEmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { keepRunning } from "./keep-running.ts";
import { ensureCluster, removeLeftovers } from "./make-cluster.ts";
import { prepareBinaries } from "./native-binaries.ts";
import { reachCluster } from "./reach-cluster.ts";
import { isRoot } from "./run-user.ts";

/** `pid` is the server's, and changes when it had to be started again. `wasAdopted`: it was already running, left by a killed process. */
export type EmbeddedPostgres = {
  connection: Connection;
  dataFolder: string;
  pid: number;
  wasAdopted: boolean;
  stop(): Promise<void>;
};

type Options = { dataDir: string; say: (line: string) => void; settings?: Record<string, string> };

/**
 * Starts (or adopts) the cluster of `dataDir`, the product's DATA_DIR: it lives in `<dataDir>/postgres`, or in an open folder when that is
 * closed to the user it must run as. From then on it is kept running until `stop`. `settings` are PostgreSQL's own, by name.
 * Throws an EmbeddedPostgresError: IN_USE, UNSUPPORTED_PLATFORM, DISK_FULL or FAILED, with a sentence for the person who starts it.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  try {
    const { cluster, place } = await prepareCluster(options);
    const session = await reachCluster(cluster, { port: await choosePort() }, new AbortController().signal);
    removeLeftovers(place.parent);
    const running = keepRunning(cluster, session);
    return {
      connection: session.connection,
      dataFolder: cluster.dataFolder,
      wasAdopted: session.wasAdopted,
      get pid() {
        return running.pid();
      },
      stop: running.stop,
    };
  } catch (error) {
    throw asEmbeddedPostgresError(error, options.dataDir);
  }
}

async function prepareCluster({
  dataDir: given,
  say,
  settings = {},
}: Options): Promise<{ cluster: Cluster; place: ClusterPlace }> {
  const dataDir = makeFolder(given);
  const place = choosePlace(dataDir);
  const { dataFolder, user } = place;
  if (place.wasMoved)
    say(`${dataDir} is closed to the user that PostgreSQL runs as: the database lives in ${dataFolder}.`);
  const native = prepareBinaries(user, dataDir, say);
  const password = await ensureCluster({ place, native, isDurable: settings.fsync !== "off", say });
  return {
    cluster: { dataDir, dataFolder: fs.realpathSync(dataFolder), user, native, password, settings, say },
    place,
  };
}

/** For root, passable but not readable by others: the database's user must get through to its own folder. */
function makeFolder(folder: string): string {
  fs.mkdirSync(path.resolve(folder), { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  return fs.realpathSync(folder);
}

/** On a socket the port is only a name. Windows has no socket: a free port of this machine. */
async function choosePort(): Promise<number> {
  if (process.platform !== "win32") return 5432;
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : 5432;
}
