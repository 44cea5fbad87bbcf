import { dayInBrazil, secondsToNextDay } from "@caramelo/contract/formats/calendar";
import { addAuditEntryOfDay } from "../base/audit/queries.ts";
import { getOwnProfile } from "../features/profiles/queries.ts";
import { type ProfilesADay, profilesADayFor } from "../features/profiles/rules.ts";
import type { ProfileAllowance } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { fail } from "../platform/http/failure.ts";
import {
  addDistinct,
  type DistinctCount,
  estimateDistinct,
  makeDistinctCount,
  mayHold,
  mergeDistinct,
} from "../platform/limits/distinct-count.ts";
import type { Log } from "../platform/log.ts";
import type { SharedCounts } from "../platform/nodes/shared-count.ts";

type Deps = {
  db: Db;
  log: Log;
  numbers: () => ProfilesADay;
  /** The counts that the processes share; undefined when this process is the only one. */
  shared?: SharedCounts | undefined;
};
type ShownProfiles = { count: DistinctCount; isMarked: boolean };

/**
 * Counts, in memory like the limits, how many different profiles each member was shown today. The first profile of a
 * new day drops the counts of the previous one.
 */
export function openProfileAllowance({ db, log, numbers, shared }: Deps): ProfileAllowance {
  const shownToday = new Map<string, ShownProfiles>();
  let today = "";

  function findShown(memberId: string, now: Date): ShownProfiles {
    const day = dayInBrazil(now);
    if (day !== today) shownToday.clear();
    today = day;
    const shownProfiles = shownToday.get(memberId) ?? { count: makeDistinctCount(), isMarked: false };
    shownToday.set(memberId, shownProfiles);
    return shownProfiles;
  }

  async function refuse(memberId: string, shownProfiles: ShownProfiles, number: number, now: Date): Promise<never> {
    if (!shownProfiles.isMarked) {
      const entry = {
        at: now,
        actorId: null,
        action: "profiles.day-reached",
        subjectId: memberId,
        details: { number },
      };
      const isNew = await addAuditEntryOfDay(db, entry, today);
      shownProfiles.isMarked = true;
      if (isNew) log.warn({ memberId, number }, "profiles of the day reached");
    }
    return fail("DAILY_PROFILES_REACHED", { retryAfterSeconds: secondsToNextDay(now) });
  }

  const nameOf = (memberId: string) => `profiles ${today} ${memberId}`;

  /** Returns the profiles that all processes have shown the member today. */
  async function learnShown(memberId: string, now: Date): Promise<ShownProfiles> {
    const shownProfiles = findShown(memberId, now);
    const otherProcesses = await shared?.read(nameOf(memberId));
    if (otherProcesses) mergeDistinct(shownProfiles.count, otherProcesses);
    return shownProfiles;
  }

  async function take(
    memberId: string,
    shownProfiles: ShownProfiles,
    ids: readonly string[],
    now: Date,
  ): Promise<void> {
    // Below the smallest of the three numbers no request is refused, so the database is not asked.
    if (estimateDistinct(shownProfiles.count) >= Math.min(...Object.values(numbers()))) {
      const number = profilesADayFor(await getOwnProfile(db, memberId), numbers(), now);
      // From this check to the count there must be no `await`, so that pages requested at the same time cannot exceed
      // the number.
      if (estimateDistinct(shownProfiles.count) >= number) await refuse(memberId, shownProfiles, number, now);
    }
    for (const id of ids) addDistinct(shownProfiles.count, id);
    await shared?.add(nameOf(memberId), ids);
  }

  return {
    takePage: async (viewer, ids, now) => {
      if (viewer.isAdmin || ids.length === 0) return;
      await take(viewer.id, await learnShown(viewer.id, now), ids, now);
    },
    takeOne: async (viewer, id, now) => {
      if (viewer.isAdmin || viewer.id === id) return;
      const shownProfiles = await learnShown(viewer.id, now);
      if (!mayHold(shownProfiles.count, id)) await take(viewer.id, shownProfiles, [id], now);
    },
  };
}
