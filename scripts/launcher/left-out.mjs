import { hasRedisServer } from "./redis-server.mjs";

/**
 * The test files that need a Redis, by the part of the tests that they belong to. They are listed everywhere, so that
 * the names of tests do not depend on the machine; only a run leaves them out.
 * @type {Record<string, { files: string, about: string }>}
 */
const NEED_REDIS = {
  feature: { files: "apps/server/src/nodes*.test.ts", about: "several processes with Redis" },
  chaos: { files: "chaos/nodes.test.ts", about: "kills of Redis and of one of two processes" },
};

/**
 * What of these parts this machine cannot run.
 * @param {string[]} keys
 * @param {boolean} hasRedis
 */
function findLeftOut(keys, hasRedis) {
  return hasRedis ? [] : keys.flatMap((key) => NEED_REDIS[key] ?? []);
}

/**
 * The test files of one part that this machine cannot run, as vitest.config.ts reads them from the environment.
 * @param {string} key
 */
export function excludeLeftOut(key, hasRedis = hasRedisServer()) {
  return {
    TESTS_LEFT_OUT: findLeftOut([key], hasRedis)
      .map(({ files }) => files)
      .join(","),
  };
}

/**
 * What of these parts the machine cannot run, a line each.
 * @param {string[]} keys
 */
export function describeLeftOut(keys, hasRedis = hasRedisServer()) {
  const why = "because this machine has no redis-server (Debian's package of that name)";
  return findLeftOut(keys, hasRedis).map(({ files, about }) => `  LEFT OUT  ${about}, ${files}, ${why}`);
}
