import { totalmem } from "node:os";
import type { Context } from "../../platform/context.ts";
import { isContention } from "../../platform/database/contention.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import { startOfHalfMinute } from "../presence/rules.ts";
import type { AnsweringIndex } from "./find-in-memory.ts";
import { followChanges, followPresence } from "./follow-changes.ts";
import { countActive } from "./index-queries.ts";
import { openRepeatedWork, resultWithin } from "./repeated-work.ts";
import { bytesOf } from "./rules.ts";

/** An answer may miss what other processes committed within this time, so that many pages share one round. */
const ROUND_DUE_MS = 20;

type Deps = {
  db: Db;
  log: Log;
  onViewer(memberId: string): void;
  /** How long a page waits for a round. */
  waitMs: number;
  /** All members are read again once no shuffle key has changed for this long. */
  reorderedMs: number;
};

export type CurrentIndex = ReturnType<typeof openCurrentIndex>;

/** The index in use, which rounds bring up to date. Without one, the database must be asked. */
export function openCurrentIndex({ db, log, onViewer, waitMs, reorderedMs }: Deps) {
  let answeringIndex: AnsweringIndex | undefined;
  /** The latest time of all questions and rounds so far, so that presence never goes back to an earlier half minute. */
  let latestMoment = new Date(0);
  const moveTo = (now: Date) => {
    if (now > latestMoment) latestMoment = now;
    return latestMoment;
  };
  const hasNewPresence = ({ mark }: AnsweringIndex) => startOfHalfMinute(latestMoment) > mark;

  /** Stops answering from memory until all members have been read again. */
  const giveUp = (followedIndex: AnsweringIndex): undefined => {
    if (answeringIndex === followedIndex) answeringIndex = undefined;
  };

  // Changes and presence are read in one round, so that neither overwrites newer facts of the other with older ones. A
  // round resolves to the index that it brought up to date: another one may answer by then.
  const rounds = openRepeatedWork(async () => {
    const followedIndex = answeringIndex;
    if (!followedIndex) return undefined;
    try {
      const isComplete = await followChanges({
        db,
        followed: followedIndex,
        onMember: followedIndex.cards.forget,
        onViewer,
      });
      if (!isComplete) return giveUp(followedIndex);
    } catch (err) {
      // After contention the next round reads the same changes, because the cursor has not moved.
      if (!isContention(err)) giveUp(followedIndex);
      throw err;
    }
    if (hasNewPresence(followedIndex)) await followPresence({ db, followed: followedIndex }, latestMoment);
    return followedIndex;
  });

  return {
    rounds,
    get: () => answeringIndex,
    /** Records a time, and returns the latest one so far. */
    moveTo,
    /** Whether all members must be read again. */
    isOutdated(): boolean {
      if (!answeringIndex || answeringIndex.index.isWasteful()) return true;
      return performance.now() - answeringIndex.reorderedAt > reorderedMs;
    },
    /** The index, up to date with all commits of this process and with those of others up to ROUND_DUE_MS ago. */
    async find(now: Date): Promise<AnsweringIndex | undefined> {
      if (!answeringIndex) return undefined;
      try {
        moveTo(now);
        const isDue = rounds.isDue(ROUND_DUE_MS) || hasNewPresence(answeringIndex) || answeringIndex.isChanging;
        return isDue ? await resultWithin(waitMs, rounds.run()) : answeringIndex;
      } catch (err) {
        log.warn({ err }, "discovery asks the database: its changes could not be read");
        return undefined;
      }
    },
    async replace(loadedIndex: AnsweringIndex): Promise<void> {
      // A round that is running now reads into the old index, so a new round is requested.
      rounds.request();
      answeringIndex = loadedIndex;
      await rounds.run();
    },
    drop(): void {
      answeringIndex = undefined;
    },
  };
}

const SHARE = 1 / 8;

/**
 * Whether discovery may keep all members in memory: by the operator's setting, or for `auto` by the available memory.
 */
export async function canHoldIndex({ db }: Pick<Context, "db">, setting: "auto" | "on" | "off"): Promise<boolean> {
  if (setting !== "auto") return setting === "on";
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return bytesOf(await countActive(db)) <= memory * SHARE;
}
