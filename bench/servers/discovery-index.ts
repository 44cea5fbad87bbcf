import { monitorEventLoopDelay } from "node:perf_hooks";
import { openDiscoveryIndex } from "../../apps/server/src/features/discovery/discovery-index.ts";
import { type Connection, openDatabase } from "../../apps/server/src/platform/database/database.ts";
import type {
  DiscoveryCounts,
  DiscoveryIndex,
  DiscoveryQuestion,
} from "../../apps/server/src/platform/discovery-index.ts";
import { openLog } from "../../apps/server/src/platform/log.ts";
import { openPhotoLinks } from "../../apps/server/src/platform/storage/photo-links.ts";
import { answerBench } from "../processes.ts";

// The index of discovery alone, in a process without a server: how it is read, and what a count takes.

/** `stallMs` is the longest that the event loop stood still meanwhile. */
export type Loading = { members: number; ms: number; bytesPerMember: number; stallMs: number };
export type Counting = { milliseconds: number[]; counts: DiscoveryCounts[] };

let index: DiscoveryIndex | undefined;
let close = async () => {};

/** Reads all members, and answers what the index itself logs about it. */
async function load(connection: Connection): Promise<Loading> {
  const { promise, resolve } = Promise.withResolvers<Omit<Loading, "stallMs">>();
  const log = openLog("info", {
    write: (line) => {
      const entry = JSON.parse(line);
      if (entry.bytesPerMember) resolve(entry);
    },
  });
  const database = openDatabase(connection, { max: 4 });
  index = openDiscoveryIndex({ db: database.db, log, photoLinks: openPhotoLinks(new Uint8Array(32)) });
  const opened = index;
  close = async () => {
    await opened.stop();
    await database.close();
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  opened.start(connection);
  const { members, ms, bytesPerMember } = await promise;
  delay.disable();
  return { members, ms, bytesPerMember, stallMs: delay.max / 1e6 };
}

async function count({ questions, newSince }: { questions: DiscoveryQuestion[]; newSince: number }): Promise<Counting> {
  const [milliseconds, counts]: [number[], DiscoveryCounts[]] = [[], []];
  for (const question of questions) {
    const begun = performance.now();
    const found = await index?.count(question, new Date(newSince), new Date());
    milliseconds.push(performance.now() - begun);
    if (!found) throw new Error("the index does not answer");
    counts.push(found);
  }
  return { milliseconds, counts };
}

answerBench({ load, count }, () => close());
