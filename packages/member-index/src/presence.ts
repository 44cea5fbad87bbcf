import { uint8At } from "./arrays.ts";
import { activeAtOf, type Columns, isTaken, STATE, stateOf } from "./columns.ts";
import type { PresenceClass, PresenceSince } from "./types.ts";

/** The presence classes as numbers: the higher, the more present. */
export const PRESENCE: Record<PresenceClass, number> = { absent: 0, recent: 1, online: 2 };
/** A flag for a slot that is already in `listed`. */
const LISTED = 4;

export type PresenceClasses = {
  since: PresenceSince;
  ofSlot: Uint8Array<ArrayBuffer>;
  /** The slots of all members who are not absent, and possibly of some who are. */
  listed: number[];
};

export function classifyAll(columns: Columns, end: number, since: PresenceSince): PresenceClasses {
  const classes = { since, ofSlot: new Uint8Array(columns.lists.length), listed: [] };
  const earliest = Math.min(since.online, since.recent);
  for (let slot = 0; slot < end; slot += 1) if (activeAtOf(columns, slot) >= earliest) classify(columns, classes, slot);
  return classes;
}

export function classify(columns: Columns, classes: PresenceClasses, slot: number): void {
  if (slot >= classes.ofSlot.length) {
    const ofSlot = new Uint8Array(columns.lists.length);
    ofSlot.set(classes.ofSlot);
    classes.ofSlot = ofSlot;
  }
  const foundClass = isTaken(columns, slot) ? judgeClass(columns, classes.since, slot) : PRESENCE.absent;
  const isListed = (uint8At(classes.ofSlot, slot) & LISTED) !== 0;
  if (foundClass !== PRESENCE.absent && !isListed) classes.listed.push(slot);
  classes.ofSlot[slot] = foundClass | (isListed || foundClass !== PRESENCE.absent ? LISTED : 0);
}

function judgeClass(columns: Columns, since: PresenceSince, slot: number): number {
  const [state, activeAt] = [stateOf(columns, slot), activeAtOf(columns, slot)];
  if (state & STATE.hidesPresence || activeAt === 0) return PRESENCE.absent;
  if (activeAt >= since.online && !(state & STATE.hasLeft)) return PRESENCE.online;
  return activeAt >= since.recent ? PRESENCE.recent : PRESENCE.absent;
}

export const classOf = ({ ofSlot }: PresenceClasses, slot: number): number => uint8At(ofSlot, slot) & ~LISTED;
