import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { assertEqual, fillPages, pageAt, type ViewerPage } from "../fixtures/pages.ts";
import { drawCounts, drawQuestions, pageOf, type Question } from "../fixtures/questions.ts";
import { signIn } from "../fixtures/sessions.ts";
import type { Size } from "../fixtures/sizes.ts";
import {
  ALL_PROCESSOR,
  type Bench,
  CONCURRENCY,
  type Part,
  type Prepared,
  readSide,
  type Server,
  type Side,
} from "../part.ts";
import { goal, least, most, ratio, type Sample } from "../rules.ts";
import type { Statement } from "../servers/product.ts";
import { assertPlans, checkPages, readsKeys, recordReads } from "./discovery-checks.ts";

// The search: the product over HTTP, from memory and from the database, compared with its own statements run by the
// database alone and with a table made for this read. Also the cost of the index in memory.

const VISITORS = 64;
const QUESTIONS = 10_000;
/** This many questions are compared with a plain sort and have their plans asserted; as many counts are compared. */
const COMPARED = 12;
const RECORDED = 96;
/** This many of the pages are in the anchor's table. */
const TABLED = 500;
/** With fewer members, the planner may choose other indexes than those of discovery once some members have changed. */
const PLANS_FROM = 100_000;
const UPDATES_PER_SECOND = 50;
/** The load of a quiet site: each request reads one row of a member. */
const QUIET_REQUESTS_PER_SECOND = 100;
/** Saturation lasts as long as this many turns, in which the product shows more members than it keeps cards of. */
const SATURATED_TURNS = 14;

const MEMORY = "pages from memory, many members";
const MEMORY_OF_FEW = "pages from memory, few members";
const DATABASE = "pages from the database, many members";
const STATEMENTS = "the statements of such pages alone";
const TABLED_PAGES = "some pages from memory";
const ANCHOR = "the same pages from a table made for this read";
const COUNTS = "exact counts of three tabs";
const LOADING = "a process that loads the index";
const WHILE_LOADING = "times the p50 of a quiet request while it loads";

const FROM_MEMORY = { DISCOVERY_INDEX: "on" };

/**
 * Starts a product that answers from the database, and compares its answers to some questions with a plain sort.
 * Returns it with the pages that the load requests, some of which are later pages of a question.
 */
async function prepareDatabase(bench: Bench, connection: Connection) {
  const product = await bench.startProduct(connection, { DISCOVERY_INDEX: "off" });
  return withClient(connection, async (client) => {
    const questions = drawQuestions(await signIn(client, VISITORS), QUESTIONS);
    const pages: ViewerPage[] = [];
    for (const question of questions.slice(0, COMPARED)) pages.push(...(await checkPages(client, product, question)));
    pages.push(...questions.slice(COMPARED).map((question) => pageOf(question)));
    const statements: Statement[][] = [];
    for (const question of questions.slice(0, RECORDED)) statements.push(await recordReads(product, pageOf(question)));
    return { product, questions, pages, statements };
  });
}

/** A side that sends the statements of pages to the database, without a server. */
const statementSide = (
  { load, size: { seconds } }: Bench,
  name: string,
  connection: Connection,
  pages: Statement[][],
): Side => ({ name, take: () => load.ask("statements", { seconds, connection, pages, atOnce: CONCURRENCY }) });

async function prepareFromDatabase(bench: Bench): Promise<Prepared> {
  const [few, many] = [await prepareDatabase(bench, bench.few), await prepareDatabase(bench, bench.many)];
  if (bench.size.members[0] >= PLANS_FROM) {
    await withClient(bench.few, (client) => assertPlans(client, few.product, few.questions.slice(0, COMPARED)));
    await withClient(bench.many, (client) => assertPlans(client, many.product, many.questions.slice(0, COMPARED)));
  }
  await few.product.helper.stop();
  return {
    sides: [
      readSide(bench, DATABASE, many.product, many.pages),
      statementSide(bench, STATEMENTS, bench.many, many.statements),
    ],
  };
}

/** Waits until the product has read all members; until then it reads the keys of a page from the database. */
async function waitForMemory(product: Server, [question]: Question[]): Promise<void> {
  if (!question) throw new Error("nobody is signed in");
  while ((await recordReads(product, pageOf(question))).some(readsKeys)) await sleep(100);
}

/**
 * Restarts the product to answer from memory. Asserts that it answers some of the pages and counts as it did from the
 * database, whose answers the anchor's table holds.
 */
async function startFromMemory(bench: Bench, connection: Connection) {
  const { product: databaseProduct, questions, ...prepared } = await prepareDatabase(bench, connection);
  const [tabledPages, counts] = [prepared.pages.slice(0, TABLED), drawCounts(questions)];
  const compared = [...tabledPages, ...counts.slice(0, COMPARED)];
  await withClient(connection, (client) => fillPages(client, databaseProduct, compared));
  // The product is stopped first, because a running product keeps the next one from using its database.
  await databaseProduct.helper.stop();
  const anchor = await bench.startAnchor(connection);
  const product = await bench.startProduct(connection, FROM_MEMORY);
  await waitForMemory(product, questions);
  await assertEqual(product, anchor, compared);
  return { ...prepared, product, anchor, tabledPages, counts };
}

/** Compares pages from memory with the database alone and the anchor, while profiles change. */
async function prepareFromMemory(bench: Bench): Promise<Prepared> {
  const [few, many] = [await startFromMemory(bench, bench.few), await startFromMemory(bench, bench.many)];
  for (const connection of [bench.few, bench.many]) {
    const updates = bench.startLoad();
    const updating = updates.ask("update", { connection, perSecond: UPDATES_PER_SECOND });
    bench.onStop(() => updates.ask("end").then(() => updating));
  }
  return {
    sides: [
      readSide(bench, MEMORY, many.product, many.pages),
      statementSide(bench, `${STATEMENTS} beside updates`, bench.many, many.statements),
      readSide(bench, MEMORY_OF_FEW, few.product, few.pages),
      readSide(bench, TABLED_PAGES, many.product, many.tabledPages),
      readSide(bench, ANCHOR, many.anchor, many.tabledPages),
      readSide(bench, COUNTS, many.product, many.counts),
    ],
  };
}

/** Each turn starts a process, and measures it while it reads all members, when it has read them, and saturated. */
async function prepareLoading(bench: Bench): Promise<Prepared> {
  const { many, load, size } = bench;
  const questions = await withClient(many, async (client) => drawQuestions(await signIn(client, VISITORS), QUESTIONS));
  const requests = questions.map((question) => pageOf(question));
  const settings = questions.map(({ visitor }) => pageAt(visitor, "/api/settings"));
  const take = async (): Promise<Sample> => {
    const product = await bench.startProduct(many, FROM_MEMORY);
    const { origin, helper } = product;
    const readSettings = async (seconds: number) => {
      const pace = { atOnce: CONCURRENCY, perSecond: QUIET_REQUESTS_PER_SECOND, seconds };
      return (await load.ask<Sample>("read", { origin, requests: settings, ...pace }))["p50 ms"] ?? Number.NaN;
    };
    const whileLoading = readSettings(Number.POSITIVE_INFINITY);
    await waitForMemory(product, questions);
    await load.ask("end");
    const [loading, quiet] = [await whileLoading, await readSettings(5)];
    const loadedBytes = await helper.ask<number>("resident");
    await load.ask("read", { origin, requests, atOnce: CONCURRENCY, seconds: size.seconds * SATURATED_TURNS });
    const saturated = await helper.ask<number>("resident");
    await helper.stop();
    const [, ms, bytes] = /"ms":(\d+),"bytesPerMember":(\d+)/.exec(helper.readLog()) ?? [];
    return {
      "s to read the index": Number(ms) / 1_000,
      "bytes of the index a profile": Number(bytes),
      "ms a request while it loads, p50": loading,
      "ms a request when it is quiet, p50": quiet,
      [WHILE_LOADING]: loading / quiet,
      "GB resident once it is loaded": loadedBytes / 1e9,
      "GB resident after saturation": saturated / 1e9,
    };
  };
  return { sides: [{ name: LOADING, take }] };
}

export const discovery = ({ members: [few, many] }: Size): Part => ({
  title: `Discovery: a page of 24 cards, 16 at a time (few members are ${few.toLocaleString("en-US")}, many are ${many.toLocaleString("en-US")})`,
  databases: 2,
  phases: [
    { prepare: prepareLoading, rounds: 3, isCold: true },
    { prepare: prepareFromDatabase },
    { prepare: prepareFromMemory, starts: 3, rounds: 3 },
  ],
  goals: [
    ratio("a second", MEMORY, `${STATEMENTS} beside updates`, least(2.2, 3.65)),
    ratio("a second", MEMORY, MEMORY_OF_FEW, least(0.8, 0.95)),
    ratio(ALL_PROCESSOR, TABLED_PAGES, ANCHOR, most(2, 1)),
    goal("p95 ms", DATABASE, most(100, 50)),
    goal("p95 ms", COUNTS, most(20, 10)),
    goal("s to read the index", LOADING, most(10, 8)),
    goal("bytes of the index a profile", LOADING, most(500, 250)),
    goal(WHILE_LOADING, LOADING, most(6, 3)),
    goal("GB resident once it is loaded", LOADING, most(0.6, 0.45)),
    goal("GB resident after saturation", LOADING, most(0.8, 0.6)),
  ],
  why:
    "Ten times as many members cost a page at most a fifth. Counts appear with their page. While the index is read, the database answers within a tenth " +
    "of a second, so a member feels little of those seconds, but each release waits for them, and a site pays for the memory of each process.",
});
