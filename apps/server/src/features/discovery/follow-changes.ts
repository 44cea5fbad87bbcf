import { setImmediate } from "node:timers/promises";
import type { Db } from "../../platform/database/database.ts";
import { startOfHalfMinute } from "../presence/rules.ts";
import { type Change, type ChangeCursor, listChanges } from "./change-queries.ts";
import { readActive, readMembers } from "./index-queries.ts";
import { FLAG, openFactsReader } from "./rules/member-facts.ts";
import { type MemberStore, putMember, removeMember } from "./rules/member-store.ts";
import { classify, classifyAll, type PresenceClasses } from "./rules/presence-classes.ts";
import { findSlot, idBytes } from "./rules/slot-table.ts";

/** A store that follows the database. */
export type Followed = {
  store: MemberStore;
  classes: PresenceClasses;
  cursor: ChangeCursor;
};

type Deps = { db: Db; followed: Followed; onMember(slot: number): void; onViewer(memberId: string): void };

/** What a round of reading found beside what it has applied. `lost`: more than can be applied. */
export type Round = "applied" | "reordered" | "lost";

// Whoever asks for a page meanwhile waits no longer.
const SLICE_MS = 5;
const MEMBERS_AT_ONCE = 500;
// More of them are read sooner all together.
const CHANGES_MAX = 5_000;

/** Reads what was committed since the round before and applies it. Only one round may run. */
export async function followChanges(deps: Deps): Promise<Round> {
  const found = await listChanges(deps.db, deps.followed.cursor);
  if (!found) return "lost";
  const idsOf = (wanted: Change["kind"]) =>
    found.changes.flatMap(({ kind, memberId }) => (kind === wanted && memberId !== null ? [memberId] : []));
  const memberIds = idsOf("profile");
  if (memberIds.length > CHANGES_MAX || found.changes.some(({ kind }) => kind === "all")) return "lost";
  for (const viewerId of idsOf("viewer")) deps.onViewer(viewerId);
  for (let at = 0; at < memberIds.length; at += MEMBERS_AT_ONCE)
    await applyMembers(deps, memberIds.slice(at, at + MEMBERS_AT_ONCE));
  deps.followed.cursor = found.cursor;
  return found.changes.some(({ kind }) => kind === "order") ? "reordered" : "applied";
}

async function applyMembers({ db, followed, onMember }: Deps, memberIds: string[]): Promise<void> {
  const { store } = followed;
  const missing = new Map(memberIds.map((id) => [id.replaceAll("-", ""), idBytes(id)]));
  const pause = openPauses();
  const apply = (slot: number | undefined) => {
    if (slot === undefined) return;
    classify(store, followed.classes, slot);
    onMember(slot);
  };
  const facts: (() => void)[] = [];
  openFactsReader("record")(await readMembers(db, memberIds, new Date(followed.classes.mark)), (member) => {
    missing.delete(Buffer.from(member.id).toString("hex"));
    facts.push(() => apply(putMember(store, member)));
  });
  // Whoever is not active any more goes first: the others may come later, and nobody sees that.
  for (const id of missing.values()) {
    apply(removeMember(store, id));
    await pause();
  }
  for (const put of facts) {
    put();
    await pause();
  }
}

/** Lets other work run whenever a slice of time is over. */
function openPauses() {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    await setImmediate();
    begun = performance.now();
  };
}

const ACTIVE_BYTES = 25;
// Steps of `presence.active_step` are this wide, and a presence of one may still change in the next.
const STEP_MS = 5 * 60_000;
const MEMBERS_PER_SLICE = 5_000;

/** Reads who is present as of the half minute of `now`. Only one round may run. */
export async function followPresence({ db, followed }: Pick<Deps, "db" | "followed">, now: Date): Promise<void> {
  const { store } = followed;
  const mark = startOfHalfMinute(now);
  const since = new Date(Math.min(mark.getTime() - STEP_MS, followed.classes.mark) - STEP_MS);
  const bytes = Buffer.from(await readActive(db, since, mark));
  for (let at = 0; at < bytes.length; at += ACTIVE_BYTES) {
    if (at > 0 && at % (ACTIVE_BYTES * MEMBERS_PER_SLICE) === 0) await setImmediate();
    const slot = findSlot(store.table, bytes.subarray(at, at + 16));
    if (slot === undefined) continue;
    store.activeAt[slot] = Number(bytes.readBigInt64BE(at + 16));
    const flags = (store.flags[slot] as number) & ~FLAG.hasLeft; // of a slot in use
    store.flags[slot] = bytes[at + 24] ? flags | FLAG.hasLeft : flags;
  }
  followed.classes = classifyAll(store, mark);
}
