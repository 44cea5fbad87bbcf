import type { StoreEntry } from "../inventory.ts";

const NOT_EXPORTED = { not: "a counter of hours, under a name that nobody can read back" };

/**
 * The kinds of keys in Redis. Each key is a hash, under the installation's secret, of its kind and of the counted
 * thing.
 */
export const redisKeys = {
  bucket: {
    category: "technical",
    holds: "when the bucket of a limit is full again, by member, session or address",
    names: "hash of a member id",
    export: NOT_EXPORTED,
    onErasure: { does: "delete" },
    ends: { when: "the bucket is full, after the window of its limit at most" },
  },
  window: {
    category: "technical",
    holds: "how often something was tried in the window of a limit, by member, session or address",
    names: "hash of a member id",
    export: NOT_EXPORTED,
    onErasure: { does: "delete" },
    ends: { when: "the window of its limit is over, after a day at most" },
  },
  count: {
    category: "technical",
    holds: "which profiles a member has opened today, as bits that several profiles share",
    names: "hash of a member id",
    export: NOT_EXPORTED,
    onErasure: { does: "delete" },
    ends: { when: "two days have passed" },
  },
  "last write": {
    category: "technical",
    holds: "that a member has just written, so that no replica answers without it",
    names: "hash of a member id",
    export: { not: "a mark of seconds, under a name that nobody can read back" },
    onErasure: { does: "delete" },
    ends: { when: "five seconds have passed" },
  },
  "live events": {
    category: "technical",
    holds: "events on their way to the browsers of other processes; the channel stores nothing",
    names: "member id",
    export: { not: "an event passes, and what it tells of is exported" },
    onErasure: { does: "delete" },
    ends: { when: "it was delivered" },
  },
} as const satisfies Record<string, StoreEntry>;

export type RedisKind = keyof typeof redisKeys;
