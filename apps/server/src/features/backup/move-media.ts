import { countInEnglish } from "@caramelo/contract/formats/english";
import type { ClientBase } from "pg";
import { lockObject, TAKE_ADVISORY_LOCK, unlockObject } from "../../platform/database/advisory-lock.ts";
import { withClient } from "../../platform/database/database.ts";
import { openServerBeside } from "../../platform/database/server.ts";
import { KEEP_ALIVE, readProcessMark, showMark } from "../../platform/nodes/claim-database.ts";
import { assertMasterKey } from "../../platform/secrets/master-key-mark.ts";
import type { MasterKeyPlace } from "../../platform/secrets/sealer.ts";
import { copyMissing } from "../../platform/storage/erasure-list.ts";
import { isDataFolder } from "../../platform/storage/is-data-folder.ts";
import { type Move, moveObject } from "../../platform/storage/moving-storage.ts";
import { StoreOutage } from "../../platform/storage/storage.ts";
import { openMoves, type StoreSettings } from "../../platform/storage/stores.ts";

type Settings = MasterKeyPlace & StoreSettings & { databaseUrl: string | undefined };
type Moves = NonNullable<Awaited<ReturnType<typeof openMoves>>>;
type Run = { say: (line: string) => void; signal: AbortSignal };
type MoveRun = Run & { turn: Turn };
type Counts = { moved: number; removed: number; failed: number };

// Maximum concurrent copies.
const AT_ONCE = 8;
const FAILURES_NAMED = 10;

/**
 * `npm run media:move`: moves photos, documents and exports to the place that the settings name for new ones, while the
 * product runs with the same settings. The next run continues one that was stopped or failed.
 */
export async function moveMedia(settings: Settings, { say, signal }: Run): Promise<void> {
  const moves = await openMoves(settings);
  if (!moves) throw new Error("There is nothing to move without S3_BUCKET: docs/operations.md says how to begin.");
  if (!isDataFolder(settings))
    throw new Error(`There is nothing to move in ${settings.dataDir}: is DATA_DIR the right one?`);
  const server = await openServerBeside({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir, say });
  try {
    await withClient(server.connection, (client) => assertMasterKey(client, settings));
    const mark = await readProcessMark(settings);
    await withClient({ ...server.connection, ...KEEP_ALIVE }, async (client) => {
      const turn = await waitForTurn(client);
      // A process with other settings would not find moved files, and files that a member removes there would stay.
      if (!(await showMark(client, mark))) throw new Error(OTHER_PLACE);
      await moveStores(moves, { say, turn, signal: AbortSignal.any([signal, turn.signal]) });
    });
  } finally {
    await server.stop();
  }
}

type Turn = {
  client: ClientBase;
  /** Aborts when the connection, and with it the turn, ends. */
  signal: AbortSignal;
};

async function waitForTurn(client: ClientBase): Promise<Turn> {
  const controller = new AbortController();
  const abort = () => controller.abort(new Error(CONNECTION_LOST));
  client.on("error", abort).on("end", abort);
  await client.query(TAKE_ADVISORY_LOCK, ["move-media"]);
  return { client, signal: controller.signal };
}

const CONNECTION_LOST =
  "The connection to the database was lost, and another run may begin: nothing more is moved. Run it again.";

const OTHER_PLACE =
  "The product runs with other S3_ settings, or with another master key, than this command: restart it with these first, every process.";

async function moveStores(moves: Moves, { say, signal, turn }: MoveRun): Promise<void> {
  let failedCount = 0;
  for (const [name, move] of Object.entries(moves.objects)) {
    const counts = await moveAll(move, { say, signal, turn });
    say(describe(name, counts));
    failedCount += counts.failed;
  }
  const lines = await copyMissing(moves.erasures);
  say(`The list of erasures: ${countInEnglish(lines, "line")} copied.`);
  if (failedCount > 0) throw new Error(`${countInEnglish(failedCount, "file")} stayed where they were: run it again.`);
}

async function moveAll(move: Move, { say, signal, turn }: MoveRun): Promise<Counts> {
  const counts: Counts = { moved: 0, removed: 0, failed: 0 };
  const moveOne = async (key: string) => {
    try {
      counts[(await moveLocked(key, move, turn)) ? "moved" : "removed"] += 1;
    } catch (error) {
      turn.signal.throwIfAborted();
      // The other files would fail as well.
      if (error instanceof StoreOutage) throw error;
      counts.failed += 1;
      if (counts.failed <= FAILURES_NAMED) say(`${key}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  let keys: string[] = [];
  for await (const { key } of move.back.list("")) {
    signal.throwIfAborted();
    keys.push(key);
    if (keys.length < AT_ONCE) continue;
    await waitForAll(keys.map(moveOne));
    keys = [];
  }
  await waitForAll(keys.map(moveOne));
  return counts;
}

/** Moves an object that is not being removed; a concurrent removal is left to its sweep. */
async function moveLocked(key: string, move: Move, { client }: Turn): Promise<boolean> {
  await lockObject(client, key);
  try {
    // The turn lasts as long as the connection.
    return await moveObject(key, move, async () => void (await client.query("select")));
  } finally {
    await unlockObject(client, key);
  }
}

/** Nothing may continue after the command has ended, because its turn is over then. */
async function waitForAll(moves: Promise<void>[]): Promise<void> {
  await Promise.allSettled(moves);
  await Promise.all(moves);
}

function describe(name: string, { moved, removed, failed }: Counts): string {
  const others = [
    ...(removed > 0 ? [`${removed} removed meanwhile`] : []),
    ...(failed > 0 ? [`${failed} stayed where they were`] : []),
  ];
  return `${name}: ${[`${countInEnglish(moved, "file")} moved`, ...others].join(", ")}.`;
}
