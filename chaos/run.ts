import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { type Browser, openBrowser, type Tally } from "./browser.ts";
import { prepareFiles, prepareFolder } from "./cluster.ts";
import { type Customer, type CustomerOptions, openBuyer, openUploader } from "./customers.ts";
import { startEngines } from "./engines.ts";
import { prepareServers, startFailover } from "./failover.ts";
import { startNodes } from "./nodes.ts";
import { type Oracle, openOracle } from "./oracle.ts";
import { makePeople, type Person } from "./people.ts";
import { planRounds, type Round, type Size, type Strike } from "./plan.ts";
import { type Product, type ProductOptions, startProduct, type Victim } from "./product.ts";
import { openProxy, type TcpProxy } from "./proxy.ts";
import { openRandom, type Random } from "./random.ts";
import { readState, readStreams } from "./read-state.ts";
import { type Fault, findFaults, findFaultsMeanwhile, findTornStreams, type StoredState } from "./rules.ts";
import { UnreportedDeath } from "./signs.ts";
import { VARIANTS, type Variant, type VariantName } from "./variants.ts";
import { until, within } from "./wait.ts";

/**
 * From a short delay to more than the five seconds for which a browser waits for an answer over its live connection.
 */
const STALL_MS: [least: number, most: number] = [100, 6_500];
/** A browser's waits are divided by this number where a run is not about how long they take. */
const HASTE = 20;
/** While the streams differ, only one look in this many reads everything that is stored. */
const LOOKS_AT_EVERYTHING = 100;

export type Options = Size & {
  /** The same seed plans the same run. */
  seed: number;
  /** Two processes that share a PostgreSQL and a Redis, instead of one that runs everything. */
  hasNodes?: boolean;
  /**
   * Two processes that share a primary with a synchronous standby, which takes over when the primary is killed. Members
   * also buy and add photos, and every browser waits as long as the site's own does.
   */
  hasStandby?: boolean;
  /**
   * Two processes behind HAProxy and one for jobs, a primary with a standby and a replica, a Redis and a bucket. Each of
   * them is killed alone and stays dead until log and metrics report it. Members also buy and add photos.
   */
  hasEngines?: boolean;
  /** What is broken in the product; undefined for nothing. */
  variant?: VariantName;
  /** Called with a line after each round. */
  say: (line: string) => void;
  /** Ends the run after the present round. */
  signal?: AbortSignal;
};

export type Report = {
  /** The broken promises. The run ends after the first round that has any. */
  faults: Fault[];
  acknowledged: number;
  /** How often each victim was killed. */
  kills: Partial<Record<Victim, number>>;
  /** How many connections met each fault of the proxy. */
  struck: TcpProxy["struck"];
  tally: Tally;
  /** How many orders and photos were acknowledged. */
  customers: Record<string, number>;
  /** After each promotion: how long until every member had a message acknowledged that was stored since. In ms. */
  pauses: number[];
  deaths: NonNullable<Product["deaths"]>;
  seconds: number;
  /** The file with what was acknowledged to members. It is kept when something is wrong. */
  oracleFile: string;
};

type Run = {
  product: Product;
  proxy: TcpProxy;
  oracle: Oracle;
  people: Person[];
  browsers: Browser[];
  customers: Customer[];
  kills: Report["kills"];
  tally: Tally;
  /**
   * Resolves when the run cannot continue: a process ended without being killed, or a browser got an unexpected answer.
   */
  alarm: Promise<Fault>;
  /** The strike that is under way, and whether the run is over, so that no further strike may begin. */
  striking: Promise<void>;
  isOver: boolean;
  close(): Promise<void>;
};

/** Runs the product while members write and strikes hit it. Returns which promises were broken. */
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
  const customers = Object.fromEntries(run.customers.map(({ name, count }) => [name, count()]));
  const pauses = (run.product.promotions ?? []).map((at) => oracle.listPauses(at).at(-1) ?? Number.POSITIVE_INFINITY);
  if (faults.length === 0) await rm(oracle.file);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { file: oracleFile } = oracle;
  return {
    faults,
    acknowledged: oracle.count(),
    oracleFile,
    kills,
    struck: proxy.struck,
    tally,
    customers,
    pauses,
    deaths: run.product.deaths ?? [],
    seconds,
  };
}

async function openRun({ hasNodes, hasStandby, hasEngines, variant }: Options, random: Random): Promise<Run> {
  const dataDir = await mkdtemp(join(tmpdir(), "caramelo-chaos-"));
  prepareFiles(dataDir);
  const { servers, prepared } =
    hasStandby || hasEngines
      ? await prepareServers(makePeople, { hasReplica: hasEngines })
      : { prepared: await prepare(dataDir, variant) };
  const { babies, daddies, customers: buyers } = prepared;
  const alarm = Promise.withResolvers<Fault>();
  const startAlone = hasNodes ? startNodes : startProduct;
  const startTogether = hasEngines ? startEngines : startFailover;
  const start = (options: ProductOptions) => (servers ? startTogether(options, servers) : startAlone(options));
  const onDeath = (text: string) => alarm.resolve({ kind: "stuck", text });
  const onLoss = (text: string) => alarm.resolve({ kind: "lost", text });
  const onSurprise = (text: string) => alarm.resolve({ kind: "answer", text });
  const product = await start({ dataDir, onDeath, ...(variant && { variant }) });
  const proxy = await openProxy({ random, stallMs: STALL_MS });
  proxy.leadTo(product.ports());
  const oracle = openOracle(`${dataDir}.jsonl`);
  const tally: Tally = { tries: 0, silent: 0, unanswered: 0, busy: 0, answeredAgain: 0, refused: 0 };
  const haste = servers ? 1 : HASTE;
  const browsers = openBrowsers({ proxy, oracle, random, tally, haste, onSurprise }, babies, daddies);
  const customers = servers ? await openCustomers({ origin: proxy.origin, onSurprise, onLoss }, buyers) : [];
  const people = [...babies, ...daddies];
  const kills: Report["kills"] = Object.fromEntries(product.victims.map((victim) => [victim, 0]));
  async function close(this: Run): Promise<void> {
    this.isOver = true;
    for (const one of [...browsers, ...customers]) one.close();
    // The last strike is awaited first, because a process that is just being started again would be left behind.
    await within(this.striking, "the last strike").catch(() => {});
    await proxy.close();
    await product.destroy();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
  const state = { alarm: alarm.promise, striking: Promise.resolve(), isOver: false };
  return { product, proxy, oracle, people, browsers, customers, kills, tally, ...state, close };
}

function prepare(dataDir: string, variant: VariantName | undefined) {
  const brokenVariant: Variant | undefined = variant && VARIANTS[variant];
  return prepareFolder(dataDir, async (db) => {
    if (brokenVariant?.alter) await sql.raw(brokenVariant.alter).execute(db);
    return makePeople(db);
  });
}

type SharedParts = {
  proxy: TcpProxy;
  oracle: Oracle;
  random: Random;
  tally: Tally;
  haste: number;
  onSurprise: (text: string) => void;
};

async function openCustomers(sharedOptions: Omit<CustomerOptions, "person">, [buyer, uploader]: Person[]) {
  if (!buyer || !uploader) throw new Error("there are always two customers");
  return [openBuyer({ ...sharedOptions, person: buyer }), await openUploader({ ...sharedOptions, person: uploader })];
}

function openBrowsers({ proxy, ...shared }: SharedParts, babies: Person[], daddies: Person[]): Browser[] {
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
  const killedLine = `kills: ${formatKills(kills)}`;
  return `Round ${number} of ${rounds}: ${oracle.count()} sends acknowledged, ${killedLine}, ${faults.length} faults`;
}

export const formatKills = (kills: Report["kills"]) =>
  Object.entries(kills)
    .map(([victim, count]) => `${victim} ${count}`)
    .join(", ");

/** All members write until enough messages are acknowledged, while the strikes happen. Then everything is compared. */
async function runRound(run: Run, round: Round): Promise<Fault[]> {
  const end = await Promise.race([
    run.alarm,
    writeAndStrike(run, round)
      .then(() => settle(run))
      .catch(describeEnd),
  ]);
  if (!("kind" in end)) return [...compare(run, end), ...(await compareCustomers(run))];
  // The stored data may explain the failure, as far as it can be checked while members still write.
  const acknowledged = { ...run.oracle.acknowledged(), people: run.people };
  const storedState = await run.product.withDatabase(readState).catch(() => undefined);
  return [end, ...(storedState ? findFaultsMeanwhile(acknowledged, storedState) : [])];
}

const describeEnd = (error: unknown): Fault => ({
  kind: error instanceof UnreportedDeath ? "unreported" : "stuck",
  text: String(error),
});

async function writeAndStrike(run: Run, { sends, strikes }: Round): Promise<void> {
  const { oracle, browsers, customers } = run;
  const begin = oracle.count();
  let mayWrite = true;
  for (const browser of browsers) browser.write(() => mayWrite);
  for (const customer of customers) customer.work(() => mayWrite);
  for (const { at, strike } of strikes) {
    await within(oracle.whenReached(begin + at), "the next acknowledgements");
    if (run.isOver) return;
    run.striking = execute(run, strike);
    await within(run.striking, `the product after ${JSON.stringify(strike)}`);
  }
  await within(oracle.whenReached(begin + sends), "the last acknowledgements of a round");
  mayWrite = false;
}

async function execute({ product, proxy, kills }: Run, strike: Strike): Promise<void> {
  if ("fault" in strike) return proxy.strike(strike.fault, strike.connections);
  for (const victim of strike.kill) kills[victim] = (kills[victim] ?? 0) + 1;
  const restarted = product.kill(strike.kill);
  // When there are several processes, the others serve meanwhile.
  proxy.leadTo(product.ports());
  await restarted;
  proxy.leadTo(product.ports());
}

type Settled = Pick<Run, "browsers" | "people"> & { product: Pick<Product, "withDatabase">; customers?: Customer[] };

/**
 * Waits until everything that was written is decided and every browser shows all of it. Returns what is stored then.
 */
export async function settle({ product, browsers, customers = [], people }: Settled): Promise<StoredState> {
  const isQuiet = () => [...browsers, ...customers].every((one) => one.isQuiet());
  await until(isQuiet, () => "the outboxes");
  const listBehind = (streams: StoredState["streams"]) => {
    const lastSeqOf = new Map(streams.map(({ memberId, lastSeq }) => [memberId, lastSeq]));
    const seqs = people.map(({ id }, at) => ({ id, shown: browsers[at]?.seq(), stored: lastSeqOf.get(id) }));
    return seqs.filter((seq) => seq.shown !== seq.stored);
  };
  let looks = 0;
  let streams: StoredState["streams"] = [];
  let storedState: StoredState | undefined;
  // A read mark whose answer was lost may be stored later than everything else.
  await until(
    async () => {
      await Promise.all(browsers.map((browser) => browser.catchUp()));
      streams = await product.withDatabase(readStreams);
      looks += 1;
      const isEven = isQuiet() && listBehind(streams).length === 0;
      // Reading everything takes long, so it is done only sometimes while streams differ; a torn stream would differ
      // for ever.
      if (!isEven && looks % LOOKS_AT_EVERYTHING !== 0) return false;
      storedState = await product.withDatabase(readState);
      return (isEven && listBehind(storedState.streams).length === 0) || findTornStreams(storedState).length > 0;
    },
    () => `the streams of ${JSON.stringify(listBehind(streams))}`,
  );
  if (!storedState) throw new Error("nothing was read");
  return storedState;
}

/** Compares what was acknowledged and what browsers show with what is stored, once all of it is settled. */
export function compare(
  { oracle, people, browsers }: Pick<Run, "oracle" | "people" | "browsers">,
  storedState: StoredState,
): Fault[] {
  const shownViews = browsers.map((browser) => browser.shown());
  return findFaults({ ...oracle.acknowledged(), people }, storedState, shownViews);
}

async function compareCustomers({ product, customers }: Run): Promise<Fault[]> {
  return product.withDatabase(async (db) => {
    const faults = await Promise.all(customers.map((one) => one.findFaults(db)));
    return [...faults.flat(), ...((await product.findFaults?.(db)) ?? [])];
  });
}
