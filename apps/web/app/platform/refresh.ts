import { queryClient } from "./query.ts";
import { refreshSession } from "./session.ts";

type Key = readonly string[];

const OF_SELF: Key[] = [["profile"], ["settings"], ["devices"]];
const OF_PEOPLE: Key[] = [
  ["profiles"],
  ["favorites"],
  ["fans"],
  ["visits"],
  ["blocks"],
  ["messaging", "conversations"],
  ["messaging", "room"],
];
/** Long lists that somebody may be in the middle of: the next visit asks for them, the open one stays as it is. */
const OF_PEOPLE_LATER: Key[] = [["discovery"]];

/** One's own account, profile or settings changed, here or on another device: asks for them again. */
export function refreshSelf(): void {
  void refreshSession();
  for (const queryKey of OF_SELF) void queryClient.invalidateQueries({ queryKey });
}

/** Somebody came or went out of sight: what shows people is asked for again. */
export function refreshPeople(): void {
  for (const queryKey of OF_PEOPLE) void queryClient.invalidateQueries({ queryKey });
  for (const queryKey of OF_PEOPLE_LATER) void queryClient.invalidateQueries({ queryKey, refetchType: "none" });
}
