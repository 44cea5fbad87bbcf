import { hasRedisServer } from "./redis-server.mjs";

/** What each part of the tests cannot run without Redis. @type {Record<string, string>} */
const NEED_REDIS = {
  feature: "several processes with Redis, apps/server/src/nodes*.test.ts",
  chaos: "kills of Redis and of one of two processes, chaos/nodes.test.ts",
};

/**
 * What of these parts the machine cannot run, a line each.
 * @param {string[]} keys
 * @param {boolean} [hasRedis]
 */
export function listLeftOut(keys, hasRedis = hasRedisServer()) {
  if (hasRedis) return [];
  const how = "this machine has no redis-server (Debian's package of that name)";
  return keys.flatMap((key) => (NEED_REDIS[key] ? [`  LEFT OUT  ${NEED_REDIS[key]}: ${how}`] : []));
}
