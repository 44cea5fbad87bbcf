import { type Rate, type RateLimit, refuse } from "../limits/rate.ts";
import type { RedisLink } from "./redis.ts";

/**
 * A bucket is one number: the moment at which it will be full again, by the clock of Redis, which all processes share.
 * The script takes tokens (a negative number gives some back) and returns by how many milliseconds this was too early;
 * if it was, or if the script only looks, nothing is stored. Its arguments are the milliseconds for one token, the
 * tokens, the milliseconds for the whole bucket, and `take`, `look` or `charge`. A charge leaves at most one whole
 * bucket of debt.
 */
const SCRIPT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local full_at = tonumber(redis.call('GET', KEYS[1]) or now)
  local after = math.max(now, full_at) + ARGV[1] * ARGV[2]
  local early = after - now - ARGV[3]
  if ARGV[4] == 'look' or (ARGV[4] == 'take' and early > 0.001) then return tostring(early) end
  if ARGV[4] == 'charge' then after = math.min(after, now + 2 * ARGV[3]) end
  if after > now then redis.call('SET', KEYS[1], string.format('%.3f', after), 'PX', math.ceil(after - now))
  else redis.call('DEL', KEYS[1]) end
  return '0'`;

/** A token bucket that every process on the same Redis shares. Its methods fail when Redis does not answer. */
export function openSharedBucket(
  { client, keyOf }: Pick<RedisLink, "client" | "keyOf">,
  name: string,
  { points, seconds }: Rate,
): RateLimit {
  const perToken = (seconds * 1_000) / points;
  // The rate is part of the key, so that a limit whose rate changes starts counting again.
  const key = (text: string) => keyOf("bucket", `${name} ${points}/${seconds} ${text}`);
  const run = async (text: string, tokens: number, what: "take" | "look" | "charge") =>
    Number(await client.eval(SCRIPT, 1, key(text), perToken, tokens, seconds * 1_000, what));
  const assertToken = async (text: string, what: "take" | "look") => {
    const earlyMs = await run(text, 1, what);
    if (earlyMs > 0.001) refuse(earlyMs);
  };
  return {
    take: (text) => assertToken(text, "take"),
    check: (text) => assertToken(text, "look"),
    async charge(text, tokens) {
      await run(text, tokens, "charge");
    },
    async giveBack(text) {
      await run(text, -1, "charge");
    },
    async forget(text) {
      await client.del(key(text));
    },
  };
}
