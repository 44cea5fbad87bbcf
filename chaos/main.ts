import { randomInt } from "node:crypto";
import { hasRedisServer } from "../scripts/launcher/redis-server.mjs";
import { formatReport } from "./format-report.ts";
import { runChaos } from "./run.ts";

// `npm run chaos [-- --seed 7] [-- --rounds 100] [-- --sends 200000]`: half of the sends go to one process with its own
// PostgreSQL, half to two processes that share a PostgreSQL and a Redis. In each round each kind of process is killed
// once. Where no Redis is installed, all sends go to the one process.

function readNumber(name: string, preset: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? preset : Number(process.argv[at + 1]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} takes a whole number.`);
  return value;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const seed = readNumber("seed", randomInt(1, 2 ** 31));
const rounds = readNumber("rounds", 100);
const sends = readNumber("sends", 200_000);
const kinds = hasRedisServer() ? [false, true] : [false];
const sendsPerRound = Math.ceil(sends / rounds / kinds.length);
const stopping = new AbortController();
process.once("SIGINT", () => {
  say("Ending with this round; once more leaves at once.");
  stopping.abort();
});

say(`The same plan again: npm run chaos -- --seed ${seed} --rounds ${rounds} --sends ${sends}`);
let faults = 0;
for (const hasNodes of kinds) {
  say(hasNodes ? "\nTwo processes that share a PostgreSQL and a Redis" : "\nOne process with its own PostgreSQL");
  const report = await runChaos({ seed, rounds, sendsPerRound, hasNodes, say, signal: stopping.signal });
  say(formatReport(report));
  faults += report.faults.length;
}
if (kinds.length === 1) say("\nLeft out: two processes, because redis-server is not installed here.");
process.exit(faults === 0 ? 0 : 1);
