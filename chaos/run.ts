import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { type Browser, openBrowser, type Tally } from "./browser.ts";
import { prepareFolder } from "./cluster.ts";
import { startNodes } from "./nodes.ts";
import { type Oracle, openOracle } from "./oracle.ts";
import { makePeople, type Person } from "./people.ts";
import { planRounds, type Round, type Size, type Strike } from "./plan.ts";
import { type Product, startProduct, type Victim } from "./product.ts";
import { openProxy, type TcpProxy } from "./proxy.ts";
import { openRandom, type Random } from "./random.ts";
import { readState } from "./read-state.ts";
import { type Fault, findFaults, type Stored } from "./rules.ts";
import { VARIANTS, type Variant, type VariantName } from "./variants.ts";
import { until, within } from "./wait.ts";

/** From a hitch to more than a browser waits for an answer. */
const STALL_MS: [least: number, most: number] = [100, 3_500];

export type Options = Size & {
  /** The same seed plans the same run. */
  seed: number;
  /** Two processes that share a PostgreSQL and a Redis, instead of one that runs everything. */
  hasNodes?: boolean;
  /** What is broken in the product, if anything. */
  variant?: VariantName;
  /** Receives a line after each round. */
  say: (line: string) => void;
  /** Ends the run after the present round, as if it were the last. */
  signal?: AbortSignal;
};

export type Report = {
  /** The run ends after the first round that has any. */
  faults: Fault[];
  acknowledged: number;
  kills: Record<Victim, number>;
  /** How many connections met each fault of the proxy. */
  struck: TcpProxy["struck"];
  tally: Tally;
  seconds: number;
  /** What members were told; the file stays when something is wrong. */
  oracleFile: string;
};

type Run = {
  product: Product;
  proxy: TcpProxy;
  oracle: Oracle;
  people: Person[];
  browsers: Browser[];
  kills: Report["kills"];
  tally: Tally;
  /** Fails when a process of the product ends by itself. */
  death: Promise<never>;
  close(): Promise<void>;
};

/** Runs the product with its members and everything that is done to both; answers which promises did not hold. */
export async function runChaos(options: Options): Promise<Report> {
  const startedAt = performance.now();
  const random = openRandom(options.seed);
  const run = await openRun(options, random);
  const faults: Fault[] = [];
  try {
    for (const [index, round] of planRounds(random, run.product.victims, options).entries()) {
      faults.push(...(await runRound(run, round)));
      options.say(formatRound(index + 1, options.rounds, run, faults));
      if (faults.length > 0 || options.signal?.aborted) break;
    }
  } finally {
    await run.close();
  }
  const { oracle, kills, proxy, tally } = run;
  if (faults.length === 0) await rm(oracle.file);
  const seconds = (performance.now() - startedAt) / 1_000;
  const told = { acknowledged: oracle.count(), oracleFile: oracle.file };
  return { faults, ...told, kills, struck: proxy.struck, tally, seconds };
}

async function openRun({ hasNodes, variant }: Options, random: Random): Promise<Run> {
  const dataDir = await mkdtemp(join(tmpdir(), "caramelo-chaos-"));
  const { babies, daddies } = await prepare(dataDir, variant);
  const death = Promise.withResolvers<never>();
  // Each round looks at it.
  death.promise.catch(() => {});
  const start = hasNodes ? startNodes : startProduct;
  const onDeath = (how: string) => death.reject(new Error(how));
  const product = await start({ dataDir, onDeath, ...(variant && { variant }) });
  const proxy = await openProxy({ random, stallMs: STALL_MS });
  proxy.leadTo(product.ports());
  const oracle = openOracle(`${dataDir}.jsonl`);
  const tally: Tally = { tries: 0, unanswered: 0, busy: 0, answeredAgain: 0, refused: 0 };
  const browsers = openBrowsers({ proxy, oracle, random, tally }, babies, daddies);
  const people = [...babies, ...daddies];
  const kills = { server: 0, postgres: 0, redis: 0 };
  async function close(): Promise<void> {
    for (const browser of browsers) browser.close();
    await proxy.close();
    await product.destroy();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
  return { product, proxy, oracle, people, browsers, kills, tally, death: death.promise, close };
}

function prepare(dataDir: string, variant: VariantName | undefined) {
  const broken: Variant | undefined = variant && VARIANTS[variant];
  return prepareFolder(dataDir, async (db) => {
    if (broken?.alter) await sql.raw(broken.alter).execute(db);
    return makePeople(db);
  });
}

type Shared = { proxy: TcpProxy; oracle: Oracle; random: Random; tally: Tally };

function openBrowsers({ proxy, ...shared }: Shared, babies: Person[], daddies: Person[]): Browser[] {
  let texts = 0;
  const nextText = () => {
    texts += 1;
    return `oi ${texts}`;
  };
  const open = (person: Person, others: Person[]) =>
    openBrowser({ ...shared, origin: proxy.origin, nextText, person, others });
  return [...babies.map((person) => open(person, daddies)), ...daddies.map((person) => open(person, babies))];
}

function formatRound(number: number, rounds: number, { oracle, kills }: Run, faults: Fault[]): string {
  const killed = `kills: server ${kills.server}, PostgreSQL ${kills.postgres}, Redis ${kills.redis}`;
  return `Round ${number} of ${rounds}: ${oracle.count()} sends acknowledged, ${killed}, ${faults.length} faults`;
}

/** All members write until enough is acknowledged, and meanwhile the strikes fall; then everything is compared. */
async function runRound(run: Run, round: Round): Promise<Fault[]> {
  try {
    const stored = await Promise.race([run.death, writeAndStrike(run, round).then(() => settle(run))]);
    return compare(run, stored);
  } catch (error) {
    return [{ kind: "stuck", text: String(error) }];
  }
}

async function writeAndStrike(run: Run, { sends, strikes }: Round): Promise<void> {
  const { oracle, browsers } = run;
  const begin = oracle.count();
  let mayWrite = true;
  for (const browser of browsers) browser.write(() => mayWrite);
  for (const { at, strike } of strikes) {
    await within(oracle.whenReached(begin + at), "the next acknowledgements");
    await within(execute(run, strike), `the product after ${JSON.stringify(strike)}`);
  }
  await within(oracle.whenReached(begin + sends), "the last acknowledgements of a round");
  mayWrite = false;
}

async function execute({ product, proxy, kills }: Run, strike: Strike): Promise<void> {
  if ("fault" in strike) return proxy.strike(strike.fault, strike.connections);
  for (const victim of strike.kill) kills[victim] += 1;
  const restarted = product.kill(strike.kill);
  // Of several processes the others serve meanwhile.
  proxy.leadTo(product.ports());
  await restarted;
  proxy.leadTo(product.ports());
}

/** Waits until all that was written is decided and every browser shows all of it; answers what is stored then. */
async function settle({ product, browsers, people }: Run): Promise<Stored> {
  const isQuiet = () => browsers.every((browser) => browser.isQuiet());
  await until(isQuiet, () => "the outboxes");
  let stored = await product.withDatabase(readState);
  const listBehind = () => {
    const lastSeqOf = new Map(stored.streams.map(({ memberId, lastSeq }) => [memberId, lastSeq]));
    const seqs = people.map(({ id }, at) => ({ id, shown: browsers[at]?.seq(), stored: lastSeqOf.get(id) }));
    return seqs.filter((one) => one.shown !== one.stored);
  };
  // A reading whose answer got lost may be stored later than everything else.
  await until(
    async () => {
      await Promise.all(browsers.map((browser) => browser.catchUp()));
      stored = await product.withDatabase(readState);
      return isQuiet() && listBehind().length === 0;
    },
    () => `the streams of ${JSON.stringify(listBehind())}`,
  );
  return stored;
}

function compare({ oracle, people, browsers }: Run, stored: Stored): Fault[] {
  const shown = browsers.map((browser) => browser.shown());
  const surprises = browsers.flatMap((browser) => browser.surprises);
  return [
    ...findFaults({ ...oracle.told(), people }, stored, shown),
    ...surprises.map((text): Fault => ({ kind: "told", text })),
  ];
}
