import { presenceWindow } from "../../presence/rules.ts";
import { FLAG } from "./member-facts.ts";
import type { MemberStore } from "./member-store.ts";

/** What the presence filter asks about a member, as of a half minute. */
export const CLASS = { absent: 0, recent: 1, online: 2 };
/** Marks a slot that is in the list already. */
const LISTED = 4;

/** Who is online and who was today, as of the half minute that began at `mark`. */
export type PresenceClasses = {
  mark: number;
  onlineSince: number;
  daySince: number;
  ofSlot: Uint8Array;
  /** The slots of all who are not absent, and perhaps of others. */
  listed: number[];
};

export function classifyAll(store: MemberStore, mark: Date): PresenceClasses {
  const { onlineSince, daySince } = presenceWindow("recent", mark);
  const classes = {
    mark: mark.getTime(),
    onlineSince: onlineSince.getTime(),
    daySince: daySince.getTime(),
    ofSlot: new Uint8Array(store.listOf.length),
    listed: [],
  };
  const earliest = Math.min(classes.onlineSince, classes.daySince);
  for (let slot = 0; slot < store.table.end; slot += 1)
    if ((store.activeAt[slot] as number) >= earliest) classify(store, classes, slot);
  return classes;
}

/** Brings the class of one slot up to date. */
export function classify(store: MemberStore, classes: PresenceClasses, slot: number): void {
  if (slot >= classes.ofSlot.length) {
    const wide = new Uint8Array(store.listOf.length);
    wide.set(classes.ofSlot);
    classes.ofSlot = wide;
  }
  const known = classes.ofSlot[slot] as number; // below the length
  const found = store.listOf[slot] === 0 ? CLASS.absent : judgeClass(store, classes, slot);
  if (found !== CLASS.absent && !(known & LISTED)) classes.listed.push(slot);
  const isListed = known & LISTED || found !== CLASS.absent;
  classes.ofSlot[slot] = found | (isListed ? LISTED : 0);
}

function judgeClass(store: MemberStore, { onlineSince, daySince }: PresenceClasses, slot: number): number {
  const [flags, activeAt] = [store.flags[slot] as number, store.activeAt[slot] as number]; // of a slot in use
  if (flags & FLAG.hidesPresence || activeAt === 0) return CLASS.absent;
  if (activeAt >= onlineSince && !(flags & FLAG.hasLeft)) return CLASS.online;
  return activeAt >= daySince ? CLASS.recent : CLASS.absent;
}

export const classOf = ({ ofSlot }: PresenceClasses, slot: number): number => (ofSlot[slot] ?? 0) & ~LISTED;
