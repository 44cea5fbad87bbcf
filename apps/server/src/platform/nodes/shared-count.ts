import { bitOf, type DistinctCount } from "../limits/distinct-count.ts";
import type { RedisLink } from "./redis.ts";

// Longer than the day that is counted.
const KEEP_SECONDS = 2 * 86_400;

/**
 * Counts of different ids that all processes add to. While Redis does not answer, each process only has its own counts.
 */
export type SharedCounts = {
  /** Returns what all processes have counted under a name; undefined when that is nothing, or unknown. */
  read(name: string): Promise<DistinctCount | undefined>;
  add(name: string, ids: readonly string[]): Promise<void>;
};

/** Keeps the counts in Redis as bit strings. */
export function openSharedCounts({ client, keyOf, attempt }: Pick<RedisLink, "client" | "keyOf" | "attempt">) {
  const key = (name: string) => keyOf("count", name);
  const counts: SharedCounts = {
    read: (name) =>
      attempt<DistinctCount | undefined>(
        async () => (await client.getBuffer(key(name))) ?? undefined,
        () => undefined,
      ),
    add: (name, ids) =>
      attempt(
        async () => {
          const adding = client.pipeline();
          // Redis numbers the bits of a byte from the other end.
          for (const id of ids) adding.setbit(key(name), bitOf(id) ^ 7, 1);
          await adding.expire(key(name), KEEP_SECONDS).exec();
        },
        () => {},
      ),
  };
  return counts;
}
