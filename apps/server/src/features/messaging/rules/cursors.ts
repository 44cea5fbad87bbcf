import { PRESENCE_ORDER } from "@caramelo/contract/limits";
import { periods } from "@caramelo/contract/personal-data/periods";
import type { Presence } from "@caramelo/contract/presence/calls";

const DAY_MS = 86_400_000;

/** Where a page of the list of conversations ends; `rank` is the position of a presence in PRESENCE_ORDER. */
export type ListPosition = { rank: number; lastSeq: number };

export function readListPosition(text: string): ListPosition {
  const [presence, lastSeq] = text.split(".");
  // The contract only lets words of PRESENCE_ORDER through.
  return { rank: PRESENCE_ORDER.indexOf(presence as Presence), lastSeq: Number(lastSeq) };
}

export const writeListPosition = ({ rank, lastSeq }: ListPosition): string => `${PRESENCE_ORDER[rank]}.${lastSeq}`;

/** A browser that was away since before this moment reloads its screens. */
export function oldestStreamEvent(now: Date): Date {
  return new Date(now.getTime() - periods.messageChanges.days * DAY_MS);
}

/** Whether changes after a cursor may be missing, as older events were removed. */
export function isCursorTooOld(after: number, prunedUpTo: number): boolean {
  return after < prunedUpTo;
}
