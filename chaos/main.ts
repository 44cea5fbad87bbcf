import { randomInt } from "node:crypto";
import { listMissingPackages } from "../scripts/launcher/packages.mjs";
import { formatReport } from "./format-report.ts";
import { FAILOVER_FAULTS } from "./plan.ts";
import { runChaos } from "./run.ts";
import { VARIANTS, type VariantName } from "./variants.ts";

// `npm run chaos [-- --seed 7] [-- --rounds 100] [-- --sends 200000]`: half of the sends go to one process with its own
// PostgreSQL, half to two processes that share a PostgreSQL and a Redis. In each round each kind of process is killed
// once. Where no Redis is installed, all sends go to the one process.
// `npm run chaos -- --failover [--rounds 20] [--sends 10000]`: in each round the primary of two PostgreSQL is killed and its
// standby promoted. It needs Debian's postgresql-15 and redis-server.
// `npm run chaos -- --engines [--rounds 10] [--sends 10000]`: in each round each of three processes, a primary, its standby and
// its replica, Redis, the bucket and HAProxy is killed. It needs Debian's haproxy and prometheus as well.
// With `--variant "…"` (chaos/variants.ts) the product is broken, and the run must find it.

function readNumber(name: string, preset: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? preset : Number(process.argv[at + 1]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} takes a whole number.`);
  return value;
}

const nodes = { name: "Two processes that share a PostgreSQL and a Redis", hasNodes: true };
const one = { name: "One process with its own PostgreSQL" };
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
const USUAL = {
  option: "",
  kinds: listMissingPackages().includes("redis-server") ? [one] : [one, nodes],
  rounds: 100,
  sends: 200_000,
};
const CHOICES = [
  { option: " --failover", kinds: [failover], rounds: 20, sends: 10_000 },
  { option: " --engines", kinds: [engines], rounds: 10, sends: 10_000 },
];

function readVariant(): { variant?: VariantName } {
  const at = process.argv.indexOf("--variant");
  const name = process.argv[at + 1] ?? "";
  if (at < 0) return {};
  if (!(name in VARIANTS)) throw new Error(`--variant takes one of: ${Object.keys(VARIANTS).join("; ")}.`);
  // The cast is safe, because it is a key of the table.
  return { variant: name as VariantName };
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const choice = CHOICES.find(({ option }) => process.argv.includes(option.trim())) ?? USUAL;
const { option, kinds } = choice;
const seed = readNumber("seed", randomInt(1, 2 ** 31));
const rounds = readNumber("rounds", choice.rounds);
const sends = readNumber("sends", choice.sends);
const sendsPerRound = Math.ceil(sends / rounds / kinds.length);
const stopping = new AbortController();
process.once("SIGINT", () => {
  say("Ending with this round; once more leaves at once.");
  stopping.abort();
});

say(`The same plan again: npm run chaos --${option} --seed ${seed} --rounds ${rounds} --sends ${sends}`);
let faults = 0;
for (const { name, ...kind } of kinds) {
  say(`\n${name}`);
  const report = await runChaos({
    seed,
    rounds,
    sendsPerRound,
    ...kind,
    ...readVariant(),
    say,
    signal: stopping.signal,
  });
  say(formatReport(report));
  faults += report.faults.length;
}
if (choice === USUAL && kinds.length === 1)
  say("\nLeft out: two processes, because redis-server is not installed here.");
process.exit(faults === 0 ? 0 : 1);
