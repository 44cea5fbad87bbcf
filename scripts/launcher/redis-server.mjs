import { spawnSync } from "node:child_process";

/** Whether this machine can start a Redis, which the tests of several processes need. */
export const hasRedisServer = () => spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;
