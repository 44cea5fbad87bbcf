import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { assertEqual, fillPages, type PageOf, requestOf } from "../fixtures/pages.ts";
import { drawQuestions, formatQuestion, type Question } from "../fixtures/questions.ts";
import { signIn } from "../fixtures/sessions.ts";
import type { Size } from "../fixtures/sizes.ts";
import type { Request } from "../load/http.ts";
import type { ReadLoad, StatementLoad } from "../load/load.ts";
import {
  ALL_PROCESSOR,
  type Bench,
  CONCURRENCY,
  OWN_PROCESSOR,
  type Part,
  type Prepared,
  readSide,
  type Server,
  type Side,
} from "../part.ts";
import { goal, least, most, ratio, type Sample } from "../rules.ts";
import type { Statement } from "../servers/product.ts";
import {
  assertPlans,
  checkPages,
  drawCounts,
  isPage,
  type Recorded,
  recordPages,
  recordReads,
} from "./discovery-checks.ts";

// The search: the product over HTTP, from memory and from the database, beside its own statements run by the database
// alone and beside a table made for this read. Also the cost of the index in memory.

const VISITORS = 64;
const QUESTIONS = 10_000;
const COMPARED = 12;
const RECORDED = 96;
/** This many of the pages are in the anchor's table. */
const TABLED = 500;
/**
 * With fewer members than this, the planner may choose not to use the indexes of discovery once some members have
 * changed.
 */
const PLANS_FROM = 100_000;
const UPDATES_PER_SECOND = 50;
/** The load of a quiet site: requests of members for one row. */
const ASKED_PER_SECOND = 100;
/** After this many turns the caches of cards and viewers are full. */
const SATURATED_TURNS = 14;

const MEMORY = "pages from memory, many members";
const MEMORY_OF_FEW = "pages from memory, few members";
const DATABASE = "pages from the database, many members";
const STATEMENTS = "the statements of such pages alone";
const TABLED_PAGES = "some pages from memory";
const ANCHOR = "the same pages from a table made for this read";
const COUNTS = "exact counts of three tabs";
const COUNT_ALL = "count(*) of all profiles";
const LOADING = "a process that loads the index";
const WHILE_LOADING = "times the p50 of a quiet request while it loads";

const FROM_MEMORY = { DISCOVERY_INDEX: "on" };
const FROM_DATABASE = { DISCOVERY_INDEX: "off" };

type Which = "few" | "many";
type Asked = {
  which: Which;
  questions: Question[];
  requests: Request[];
  pages: PageOf[];
  recorded: Recorded[];
  product: Server;
};

/**
 * Starts a product that answers from the database and checks its answers and indexes. Returns it with the requests of
 * the load, some of which are for later pages.
 */
async function prepareDatabase(bench: Bench, which: Which): Promise<Asked> {
  const product = await bench.startProduct(bench[which], FROM_DATABASE);
  return withClient(bench[which], async (client) => {
    const questions = drawQuestions(await signIn(client, VISITORS), QUESTIONS);
    const pages: PageOf[] = [];
    for (const question of questions.slice(0, COMPARED)) {
      const paths = await checkPages(client, product, question);
      pages.push(...paths.map((path) => ({ visitor: question.visitor, path })));
    }
    const recorded = await recordPages(product, questions.slice(0, RECORDED));
    const others = questions
      .slice(COMPARED)
      .map((question) => ({ visitor: question.visitor, path: formatQuestion(question) }));
    pages.push(...others);
    return { which, questions, requests: pages.map(requestOf), pages, recorded, product };
  });
}

type Statements = { connection: Connection; pages: Statement[][] };

const statementsOf = (bench: Bench, { which, recorded }: Asked): Statements => ({
  connection: bench[which],
  pages: recorded.map(({ reads }) => reads),
});

const statementSide = (
  { load, size }: Bench,
  name: string,
  { connection, pages }: Statements,
  atOnce = CONCURRENCY,
): Side => ({
  name,
  take: () =>
    load.ask<Sample>("statements", { connection, pages, atOnce, seconds: size.seconds } satisfies StatementLoad),
});

async function prepareFromDatabase(bench: Bench): Promise<Prepared> {
  const few = await prepareDatabase(bench, "few");
  const asked = await prepareDatabase(bench, "many");
  for (const { which, product, recorded } of [few, asked]) {
    if (bench.size.members[which === "few" ? 0 : 1] >= PLANS_FROM)
      await withClient(bench[which], (client) => assertPlans(client, product, recorded));
  }
  await few.product.helper.stop();
  return {
    sides: [
      readSide(bench, DATABASE, asked.product, asked.requests),
      statementSide(bench, STATEMENTS, statementsOf(bench, asked)),
    ],
  };
}

/** Waits until the product has read all members; until then it answers from the database. */
async function waitForMemory(product: Server, [question]: Question[]): Promise<void> {
  if (!question) throw new Error("nothing is asked");
  const page = { visitor: question.visitor, path: formatQuestion(question) };
  while ((await recordReads(product, page)).some(isPage)) await sleep(100);
}

/**
 * Restarts the product to answer from memory, and asserts that its answers equal those from the database byte for byte.
 */
async function startFromMemory(bench: Bench, which: Which) {
  const asked = await prepareDatabase(bench, which);
  const [pages, counts] = [asked.pages.slice(0, TABLED), drawCounts(asked.questions)];
  const tabled = [...pages, ...counts.slice(0, COMPARED)];
  await withClient(bench[which], (client) => fillPages(client, asked.product, tabled));
  // Stopped first, because a running product keeps the next one from using its database.
  await asked.product.helper.stop();
  const anchor = await bench.startAnchor(bench[which]);
  const product = await bench.startProduct(bench[which], FROM_MEMORY);
  await waitForMemory(product, asked.questions);
  await assertEqual(product, anchor, tabled);
  return { ...asked, product, anchor, tabled: pages.map(requestOf), counts: counts.map(requestOf) };
}

/** Compares pages from memory with the database alone and the anchor, while profiles change. */
async function prepareFromMemory(bench: Bench): Promise<Prepared> {
  const [few, many] = [await startFromMemory(bench, "few"), await startFromMemory(bench, "many")];
  for (const connection of [bench.few, bench.many]) {
    const updates = bench.startLoad();
    const updating = updates.ask("update", { connection, perSecond: UPDATES_PER_SECOND });
    bench.onStop(() => updates.ask("end").then(() => updating));
  }
  const pages = [[{ text: "select count(*) from profile", values: [] }]];
  const countAll = statementSide(bench, COUNT_ALL, { connection: bench.many, pages }, 1);
  return {
    sides: [
      readSide(bench, MEMORY, many.product, many.requests),
      statementSide(bench, `${STATEMENTS} beside updates`, statementsOf(bench, many)),
      readSide(bench, MEMORY_OF_FEW, few.product, few.requests),
      readSide(bench, TABLED_PAGES, many.product, many.tabled),
      readSide(bench, ANCHOR, many.anchor, many.tabled),
      readSide(bench, COUNTS, many.product, many.counts),
      // The time of a statement is used as its processor time, because one connection runs on one processor.
      { ...countAll, take: async () => ({ [OWN_PROCESSOR]: (await countAll.take())["p50 ms"] ?? Number.NaN }) },
    ],
  };
}

/** Each turn has a process of its own: while it reads all members, after it has read them, and after its saturation. */
async function prepareLoading(bench: Bench): Promise<Prepared> {
  const { many, load } = bench;
  const questions = await withClient(many, async (client) => drawQuestions(await signIn(client, VISITORS), QUESTIONS));
  const settings = questions.map(({ visitor }) => ({ path: "/api/settings", cookie: visitor.cookie }));
  const requests = questions.map((question) =>
    requestOf({ visitor: question.visitor, path: formatQuestion(question) }),
  );
  const take = async (): Promise<Sample> => {
    const product = await bench.startProduct(many, FROM_MEMORY);
    const { origin, helper } = product;
    const read = (more: Partial<ReadLoad>) =>
      load.ask<Sample>("read", {
        origin,
        requests: settings,
        atOnce: CONCURRENCY,
        perSecond: ASKED_PER_SECOND,
        ...more,
      });
    const reading = read({ seconds: Number.POSITIVE_INFINITY });
    await waitForMemory(product, questions);
    await load.ask("end");
    const [{ "p50 ms": loading = Number.NaN }, { "p50 ms": quiet = Number.NaN }] = [
      await reading,
      await read({ seconds: 5 }),
    ];
    const loaded = await helper.ask<number>("resident");
    await load.ask("read", { origin, requests, atOnce: CONCURRENCY, seconds: bench.size.seconds * SATURATED_TURNS });
    const saturated = await helper.ask<number>("resident");
    await helper.stop();
    const [, ms, bytes] = /"ms":(\d+),"bytesPerMember":(\d+)/.exec(helper.readLog()) ?? [];
    return {
      "s to read the index": Number(ms) / 1_000,
      "bytes of the index a profile": Number(bytes),
      "ms a request while it loads, p50": loading,
      "ms a request when it is quiet, p50": quiet,
      [WHILE_LOADING]: loading / quiet,
      "GB resident once it is loaded": loaded / 1e9,
      "GB resident after saturation": saturated / 1e9,
    };
  };
  return { sides: [{ name: LOADING, take }] };
}

export const discovery = ({ members: [few, many] }: Size): Part => ({
  title: `Discovery: a page of 24 cards, 16 at a time (few members are ${few.toLocaleString("en-US")}, many are ${many.toLocaleString("en-US")})`,
  needsMany: true,
  phases: [
    { prepare: prepareLoading, rounds: 3, isCold: true },
    { prepare: prepareFromDatabase },
    { prepare: prepareFromMemory, starts: 3, rounds: 3 },
  ],
  goals: [
    ratio("a second", MEMORY, `${STATEMENTS} beside updates`, least(2.2, 3.65)),
    ratio("a second", MEMORY, MEMORY_OF_FEW, least(0.9, 0.97)),
    ratio(ALL_PROCESSOR, TABLED_PAGES, ANCHOR, most(2, 1)),
    ratio("a second", DATABASE, STATEMENTS, least(0.8, 0.95)),
    ratio(OWN_PROCESSOR, COUNTS, COUNT_ALL, most(1 / 300, 1 / 1_000)),
    goal("s to read the index", LOADING, most(10, 4)),
    goal("bytes of the index a profile", LOADING, most(500, 250)),
    goal(WHILE_LOADING, LOADING, most(6, 3)),
    goal("GB resident once it is loaded", LOADING, most(0.6, 0.45)),
    goal("GB resident after saturation", LOADING, most(0.8, 0.6)),
  ],
});
