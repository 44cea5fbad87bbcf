import { setTimeout as sleep } from "node:timers/promises";
import type { Connection, Db } from "../../platform/database/database.ts";
import type { Replicas } from "../../platform/database/replicas.ts";
import type { DiscoveryIndex } from "../../platform/discovery-index.ts";
import type { Log } from "../../platform/log.ts";
import type { PhotoLinks } from "../../platform/storage/photo-links.ts";
import { type CurrentIndex, openCurrentIndex } from "./current-index.ts";
import { type AnsweringIndex, countInMemory, findPageInMemory, findPeopleInMemory } from "./find-in-memory.ts";
import { readViewer } from "./index-queries.ts";
import { loadIndex } from "./load-index.ts";
import { VIEWER_IDS_KEPT } from "./rules.ts";
import { openViewers, type Viewer, type Viewers } from "./viewers.ts";

type Deps = {
  db: Db;
  log: Log;
  photoLinks: PhotoLinks;
  replicas?: Pick<Replicas, "readAll"> | undefined;
  times?: Partial<typeof TIMES>;
};
const TIMES = {
  /** The pause between rounds without requests. A longer pause would leave more to read at once. */
  roundMs: 2_000,
  /** How long a page waits for a round: longer than a round takes, shorter than members notice. */
  waitMs: 200,
  /**
   * The shuffle keys of all members are drawn in many statements. All members are read again once no such statement was
   * noticed for this long.
   */
  reorderedMs: 3_000,
};
const RETRY_MS = 5_000;

/**
 * Discovery from memory. While the index is not loaded or may be out of date, it gives no answer, and callers ask the
 * database.
 */
export function openDiscoveryIndex({ times, ...deps }: Deps): DiscoveryIndex {
  const { db, log } = deps;
  const { roundMs, waitMs, reorderedMs } = { ...TIMES, ...times };
  const viewers = openViewers({ load: (viewerId) => readViewer(db, viewerId), maxIds: VIEWER_IDS_KEPT });
  const current = openCurrentIndex({ db, log, onViewer: viewers.forget, waitMs, reorderedMs });
  const follower = openFollower({ ...deps, viewers, current, roundMs });

  type Answerer<T> = (deps: { db: Db; answering: AnsweringIndex; viewer: Viewer }) => T | Promise<T>;
  /** Reads the index between two rounds, so that an answer has all changes of a round or none of them. */
  async function answer<T>(viewerId: string, now: Date, answerFrom: Answerer<T>): Promise<T | undefined> {
    for (;;) {
      const answeringIndex = await current.find(now);
      if (!answeringIndex) return undefined;
      const viewer = await viewers.find(viewerId);
      if (!answeringIndex.isChanging) return answerFrom({ db, answering: answeringIndex, viewer });
    }
  }

  return {
    ...follower,
    isAnswering: () => current.get() !== undefined,
    ageMs: () => current.get() && current.rounds.ageMs(),
    noteWrite: current.rounds.request,
    findPage: (page) => answer(page.question.viewerId, page.now, (deps) => findPageInMemory(deps, page)),
    count: (question, newSince, now) =>
      answer(question.viewerId, now, (deps) => countInMemory(deps, question, newSince)),
    people: { find: (request) => answer(request.viewerId, request.now, (deps) => findPeopleInMemory(deps, request)) },
  };
}

type FollowerDeps = Omit<Deps, "times"> & { viewers: Viewers; current: CurrentIndex; roundMs: number };

/** Loads the index and keeps it up to date, from `start` until `stop`. */
function openFollower({ log, viewers, current, roundMs, ...deps }: FollowerDeps) {
  const ending = new AbortController();
  const { signal } = ending;
  let following: Promise<void> | undefined;

  /** Reads all members into a new index, while the present one keeps answering, and then replaces it. */
  async function load(connection: Connection): Promise<void> {
    const startedAt = performance.now();
    log.info("discovery reads all members");
    const request = { connection, now: current.moveTo(new Date()), signal };
    const { loaded: loadedIndex, isFromReplica } = await loadIndex({ ...deps, onViewer: viewers.forget }, request);
    viewers.clear();
    await current.replace(loadedIndex);
    const { index } = loadedIndex;
    const [ms, bytesPerMember] = [Math.round(performance.now() - startedAt), Math.round(index.bytesPerMember())];
    log.info({ members: index.size(), ms, bytesPerMember, isFromReplica }, "discovery answers from memory");
  }

  async function follow(connection: Connection): Promise<void> {
    while (!signal.aborted) {
      try {
        if (current.isOutdated()) await load(connection);
        await sleep(roundMs, undefined, { signal });
        current.moveTo(new Date());
        await current.rounds.run();
      } catch (err) {
        if (signal.aborted) return;
        log.warn({ err }, "discovery could not follow the database");
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  return {
    start(connection: Connection): void {
      following ??= follow(connection);
    },
    isStarted: () => following !== undefined,
    async stop(): Promise<void> {
      ending.abort();
      current.drop();
      await following;
    },
  };
}
