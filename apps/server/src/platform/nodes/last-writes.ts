import { FRESH_MS } from "../database/replica-rules.ts";
import type { RedisLink } from "./redis.ts";

/** How much longer a write is remembered than a replica in use may be behind. */
const MARGIN_MS = 3_000;
/** Redis tells the time in whole milliseconds, and uses the time at which it began a round of commands. */
const REDIS_MS = 100;

/** The time of members' last writes, at any process. A moment is a number of `performance.now()` of this process. */
export type LastWrites = {
  /**
   * Records that a member has just written. Call it after the commit, and wait for it before the member is answered.
   */
  note(memberId: string): Promise<void>;
  /** A moment by which the member's last write was committed; undefined when there was none lately. */
  find(memberId: string): Promise<number | "unknown" | undefined>;
};

/**
 * Remembers writes for replicas that are at most `freshMs` behind. Without Redis this process is the only one, so its
 * own memory has all writes. A new or lost Redis counts as unknown for `doubtMs`.
 */
export function openLastWrites(
  redis: Pick<RedisLink, "client" | "keyOf" | "attempt"> | undefined,
  { freshMs = FRESH_MS, doubtMs = freshMs + MARGIN_MS }: { freshMs?: number; doubtMs?: number } = {},
): LastWrites {
  const keepMs = freshMs + MARGIN_MS;
  /** The latest write comes last. */
  const ownWrites = new Map<string, number>();

  function noteHere(memberId: string): void {
    const now = performance.now();
    ownWrites.delete(memberId);
    ownWrites.set(memberId, now);
    for (const [oldest, wroteAt] of ownWrites) {
      if (now - wroteAt <= keepMs) break;
      ownWrites.delete(oldest);
    }
  }
  if (!redis) {
    return { note: async (memberId) => noteHere(memberId), find: async (memberId) => ownWrites.get(memberId) };
  }

  const { client, keyOf, attempt } = redis;
  // A lost Redis may have missed or forgotten writes, until these are too old to matter.
  let knowsFrom = performance.now() + doubtMs;
  const forget = (): undefined => {
    knowsFrom = performance.now() + doubtMs;
  };
  client.on("ready", forget);

  const key = (memberId: string) => keyOf("last write", memberId);
  return {
    async note(memberId) {
      noteHere(memberId);
      await attempt<unknown>(() => client.set(key(memberId), "", "PX", keepMs), forget);
    },
    async find(memberId) {
      if (performance.now() < knowsFrom) return "unknown";
      const msLeft = await attempt<number | undefined>(() => client.pttl(key(memberId)), forget);
      if (msLeft === undefined) return "unknown";
      const own = ownWrites.get(memberId);
      if (msLeft < 0) return own;
      return Math.max(own ?? 0, performance.now() - (keepMs - msLeft) + REDIS_MS);
    },
  };
}
