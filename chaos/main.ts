import { randomInt } from "node:crypto";
import { hasRedisServer } from "../scripts/launcher/redis-server.mjs";
import { formatReport } from "./format-report.ts";
import { FAILOVER_FAULTS } from "./plan.ts";
import { runChaos } from "./run.ts";

// `npm run chaos [-- --seed 7] [-- --rounds 100] [-- --sends 200000]`: half of the sends go to one process with its own
// PostgreSQL, half to two processes that share a PostgreSQL and a Redis. In each round each kind of process is killed
// once. Where no Redis is installed, all sends go to the one process.
// `npm run chaos -- --failover [--rounds 20] [--sends 10000]`: in each round the primary of two PostgreSQL is killed and its
// standby promoted. It needs Debian's postgresql-15 and redis-server.
// `npm run chaos -- --engines [--rounds 10] [--sends 10000]`: in each round each of three processes, a primary, its standby and
// its replica, Redis, the bucket and HAProxy is killed. It needs Debian's haproxy and prometheus as well.

function readNumber(name: string, preset: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? preset : Number(process.argv[at + 1]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} takes a whole number.`);
  return value;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const seed = readNumber("seed", randomInt(1, 2 ** 31));
const isFailover = process.argv.includes("--failover");
const isEngines = process.argv.includes("--engines");
const presetRounds = isFailover ? 20 : isEngines ? 10 : 100;
const rounds = readNumber("rounds", presetRounds);
const sends = readNumber("sends", isFailover || isEngines ? 10_000 : 200_000);
const nodes = { name: "Two processes that share a PostgreSQL and a Redis", hasNodes: true };
const failover = {
  name: "Two processes that share a Redis and a primary with a synchronous standby",
  hasStandby: true,
  proxyFaults: FAILOVER_FAULTS,
};
const engines = {
  name: "Three processes, PostgreSQL with a standby and a replica, Redis, a bucket and HAProxy",
  hasEngines: true,
  proxyFaults: FAILOVER_FAULTS,
};
const one = { name: "One process with its own PostgreSQL" };
const usual = hasRedisServer() ? [one, nodes] : [one];
const kinds = isFailover ? [failover] : isEngines ? [engines] : usual;
const sendsPerRound = Math.ceil(sends / rounds / kinds.length);
const stopping = new AbortController();
process.once("SIGINT", () => {
  say("Ending with this round; once more leaves at once.");
  stopping.abort();
});

const choice = isFailover ? " --failover" : isEngines ? " --engines" : "";
say(`The same plan again: npm run chaos --${choice} --seed ${seed} --rounds ${rounds} --sends ${sends}`);
let faults = 0;
for (const { name, ...kind } of kinds) {
  say(`\n${name}`);
  const report = await runChaos({ seed, rounds, sendsPerRound, ...kind, say, signal: stopping.signal });
  say(formatReport(report));
  faults += report.faults.length;
}
if (kinds.includes(one) && kinds.length === 1)
  say("\nLeft out: two processes, because redis-server is not installed here.");
process.exit(faults === 0 ? 0 : 1);
