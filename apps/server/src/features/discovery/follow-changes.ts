import { setImmediate } from "node:timers/promises";
import type { MemberIndex } from "@caramelo/member-index";
import type { OwnAnnouncements } from "../../platform/database/connections.ts";
import type { Db } from "../../platform/database/database.ts";
import type { DiscoveryIndex } from "../../platform/discovery-index.ts";
import { ACTIVE_STEP_MS, presenceWindow, startOfHalfMinute } from "../presence/rules.ts";
import { type Change, type ChangeCursor, listChanges } from "./change-queries.ts";
import { readActive, readMembers } from "./index-queries.ts";
import { type MemberRow, recordOf } from "./record-rules.ts";

export type FollowedIndex = {
  index: MemberIndex;
  /** The beginning of the half minute whose presence the index has. */
  mark: Date;
  cursor: ChangeCursor;
  /** Whether a round has applied only a part of its changes. Only then must the index not be read. */
  isChanging: boolean;
  /** When shuffle keys last changed, by `performance.now()`. Infinity while they are as they were read. */
  reorderedAt: number;
};

type Deps = { db: Db; followed: FollowedIndex; onMember(id: string): void; onViewer(memberId: string): void };

// After this time a round lets other work run, to bound how long a page waits.
const SLICE_MS = 5;
const MEMBERS_AT_ONCE = 500;
// Above this many changes, reading all members again is faster.
const CHANGES_MAX = 5_000;

/**
 * Reads what was committed since the round before and applies it. Returns false when changes are missing, or too many
 * to apply. Only one round may run at a time.
 */
export async function followChanges({ db, followed: followedIndex, onMember, onViewer }: Deps): Promise<boolean> {
  const foundChanges = await listChanges(db, followedIndex.cursor);
  if (!foundChanges) return false;
  const idsOf = (wantedKind: Change["kind"]) =>
    foundChanges.changes.flatMap(({ kind, memberId }) => (kind === wantedKind && memberId !== null ? [memberId] : []));
  const memberIds = idsOf("profile");
  if (memberIds.length > CHANGES_MAX || foundChanges.changes.some(({ kind }) => kind === "all")) return false;
  for (const viewerId of idsOf("viewer")) onViewer(viewerId);
  const rows: MemberRow[] = [];
  for (let at = 0; at < memberIds.length; at += MEMBERS_AT_ONCE)
    rows.push(...(await readMembers(db, memberIds.slice(at, at + MEMBERS_AT_ONCE), followedIndex.mark)));
  const records = new Map(rows.map((row) => [row.id, row]));
  await change(followedIndex, memberIds, (id) => {
    const row = records.get(id);
    // A member without a row is no longer active.
    if (row) followedIndex.index.put(recordOf(row));
    else followedIndex.index.remove(id);
    onMember(id);
  });
  followedIndex.cursor = foundChanges.cursor;
  if (foundChanges.changes.some(({ kind }) => kind === "order")) followedIndex.reorderedAt = performance.now();
  return true;
}

/**
 * Applies one change after another, and lets other work run whenever SLICE_MS are over. After an error the index stays
 * marked as changing, because some changes are missing.
 */
async function change<T>(
  followedIndex: FollowedIndex,
  changes: readonly T[],
  apply: (change: T) => void,
): Promise<void> {
  followedIndex.isChanging = true;
  let startedAt = performance.now();
  for (const nextChange of changes) {
    apply(nextChange);
    if (performance.now() - startedAt < SLICE_MS) continue;
    await setImmediate();
    startedAt = performance.now();
  }
  followedIndex.isChanging = false;
}

/** Reads who is present as of the half minute of `now`. Only one round may run at a time. */
export async function followPresence(
  { db, followed: followedIndex }: Pick<Deps, "db" | "followed">,
  now: Date,
): Promise<void> {
  const mark = startOfHalfMinute(now);
  // A member who sent the last ping in one step may still leave in the next.
  const since = new Date(Math.min(mark.getTime() - ACTIVE_STEP_MS, followedIndex.mark.getTime()) - ACTIVE_STEP_MS);
  await change(followedIndex, await readActive(db, since, mark), ({ id, activeAt, hasLeft }) =>
    followedIndex.index.changePresence(id, { activeAt: activeAt ?? 0, hasLeft }),
  );
  moveMark(followedIndex, mark);
}

/** Moves the index to the presence of another half minute. */
export function moveMark(followedIndex: Pick<FollowedIndex, "index" | "mark">, mark: Date): void {
  const { onlineSince, daySince } = presenceWindow("recent", mark);
  followedIndex.index.classifyPresence({ online: onlineSince.getTime(), recent: daySince.getTime() });
  followedIndex.mark = mark;
}

/** The channel on which the triggers that record changes of profiles announce them. */
const PROFILE_CHANNEL = "profile_change";

/**
 * Makes the next answer of discovery include what this process has written. Every connection pool that writes needs it.
 */
export function ownProfileChanges(findIndex: () => DiscoveryIndex): OwnAnnouncements {
  return { channel: PROFILE_CHANNEL, onAnnouncement: () => findIndex().noteWrite() };
}
