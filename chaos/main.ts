import { randomInt } from "node:crypto";
import { formatReport } from "./format-report.ts";
import { runChaos } from "./run.ts";

// `npm run chaos [-- --seed 7] [-- --rounds 100] [-- --sends 200000]`: each round kills the server and PostgreSQL once, and
// cuts connections in every way.

function readNumber(name: string, preset: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? preset : Number(process.argv[at + 1]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} takes a whole number.`);
  return value;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const seed = readNumber("seed", randomInt(1, 2 ** 31));
const rounds = readNumber("rounds", 100);
const sendsPerRound = Math.ceil(readNumber("sends", 200_000) / rounds);
say(`The same plan again: npm run chaos -- --seed ${seed} --rounds ${rounds} --sends ${rounds * sendsPerRound}`);
const stopping = new AbortController();
process.once("SIGINT", () => {
  say("Ending with this round; once more leaves at once.");
  stopping.abort();
});
const report = await runChaos({ seed, rounds, sendsPerRound, say, signal: stopping.signal });
say(formatReport(report));
process.exit(report.faults.length === 0 ? 0 : 1);
