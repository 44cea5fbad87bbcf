import { setImmediate } from "node:timers/promises";
import type { MemberIndex } from "@caramelo/member-index";
import type { Db } from "../../platform/database/database.ts";
import { ACTIVE_STEP_MS, presenceWindow, startOfHalfMinute } from "../presence/rules.ts";
import { type Change, type ChangeCursor, listChanges } from "./change-queries.ts";
import { readActive, readMembers } from "./index-queries.ts";
import { recordOf } from "./record-rules.ts";

export type FollowedIndex = {
  index: MemberIndex;
  /** The beginning of the half minute whose presence the index has. */
  mark: Date;
  cursor: ChangeCursor;
};

type Deps = { db: Db; followed: FollowedIndex; onMember(id: string): void; onViewer(memberId: string): void };

/** How a round ended. `reordered`: shuffle keys have changed; `lost`: changes are missing, or too many to apply. */
export type Round = "applied" | "reordered" | "lost";

// After this time a round lets other work run, so that no page waits longer.
const SLICE_MS = 5;
const MEMBERS_AT_ONCE = 500;
// If there are more changes, reading all members anew is faster.
const CHANGES_MAX = 5_000;

/** Reads what was committed since the round before and applies it. Only one round may run at a time. */
export async function followChanges(deps: Deps): Promise<Round> {
  const foundChanges = await listChanges(deps.db, deps.followed.cursor);
  if (!foundChanges) return "lost";
  const idsOf = (wantedKind: Change["kind"]) =>
    foundChanges.changes.flatMap(({ kind, memberId }) => (kind === wantedKind && memberId !== null ? [memberId] : []));
  const memberIds = idsOf("profile");
  if (memberIds.length > CHANGES_MAX || foundChanges.changes.some(({ kind }) => kind === "all")) return "lost";
  for (const viewerId of idsOf("viewer")) deps.onViewer(viewerId);
  for (let at = 0; at < memberIds.length; at += MEMBERS_AT_ONCE)
    await applyMembers(deps, memberIds.slice(at, at + MEMBERS_AT_ONCE));
  deps.followed.cursor = foundChanges.cursor;
  return foundChanges.changes.some(({ kind }) => kind === "order") ? "reordered" : "applied";
}

async function applyMembers({ db, followed, onMember }: Deps, memberIds: string[]): Promise<void> {
  const { index, mark } = followed;
  const pause = openPauses();
  const records = (await readMembers(db, memberIds, mark)).map(recordOf);
  const active = new Set(records.map(({ id }) => id));
  // Members who are no longer active are removed first, because nobody may see them; the other changes may come later.
  for (const id of memberIds.filter((memberId) => !active.has(memberId))) {
    index.remove(id);
    onMember(id);
    await pause();
  }
  for (const record of records) {
    index.put(record);
    onMember(record.id);
    await pause();
  }
}

/** A function that lets other work run when SLICE_MS are over. */
function openPauses() {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    await setImmediate();
    begun = performance.now();
  };
}

/** Reads who is present as of the half minute of `now`. Only one round may run at a time. */
export async function followPresence({ db, followed }: Pick<Deps, "db" | "followed">, now: Date): Promise<void> {
  const mark = startOfHalfMinute(now);
  // A member who sent the last ping in one step may still leave in the next.
  const since = new Date(Math.min(mark.getTime() - ACTIVE_STEP_MS, followed.mark.getTime()) - ACTIVE_STEP_MS);
  const pause = openPauses();
  for (const { id, activeAt, hasLeft } of await readActive(db, since, mark)) {
    followed.index.changePresence(id, { activeAt: activeAt ?? 0, hasLeft });
    await pause();
  }
  moveMark(followed, mark);
}

/** Moves the index to the presence of another half minute. */
export function moveMark(followed: Pick<FollowedIndex, "index" | "mark">, mark: Date): void {
  const { onlineSince, daySince } = presenceWindow("recent", mark);
  followed.index.classifyPresence({ online: onlineSince.getTime(), recent: daySince.getTime() });
  followed.mark = mark;
}
