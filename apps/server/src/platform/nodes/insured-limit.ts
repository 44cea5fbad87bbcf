import type { RateLimit } from "../limits/rate.ts";
import type { RedisLink } from "./redis.ts";

/**
 * A limit that all processes share, and that each process counts for itself while Redis does not answer. So a dead
 * Redis neither refuses everybody nor lets everything pass.
 */
export function openInsuredLimit(
  { attempt }: Pick<RedisLink, "attempt">,
  { shared, own }: { shared: RateLimit; own: RateLimit },
): RateLimit {
  const either = (work: (limit: RateLimit) => Promise<void>) =>
    attempt(
      () => work(shared),
      () => work(own),
    );
  return {
    take: (key) => either((limit) => limit.take(key)),
    check: (key) => either((limit) => limit.check(key)),
    charge: (key, points) => either((limit) => limit.charge(key, points)),
    giveBack: (key) => either((limit) => limit.giveBack(key)),
    forget: (key) => either((limit) => limit.forget(key)),
  };
}
