import { PRESENCE_ORDER } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";

/** Where a page of the list of conversations ends; `rank` is the position of a presence in PRESENCE_ORDER. */
export type ListPosition = { rank: number; lastSeq: number };

export function readListPosition(text: string): ListPosition {
  const [presence, lastSeq] = text.split(".");
  // The contract only lets words of PRESENCE_ORDER through.
  return { rank: PRESENCE_ORDER.indexOf(presence as Presence), lastSeq: Number(lastSeq) };
}

export const writeListPosition = ({ rank, lastSeq }: ListPosition): string => `${PRESENCE_ORDER[rank]}.${lastSeq}`;
