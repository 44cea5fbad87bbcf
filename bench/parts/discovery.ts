import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { signIn } from "../fixtures/sessions.ts";
import type { Size } from "../fixtures/sizes.ts";
import type { PageLoad, StatementLoad } from "../load/ask-pages.ts";
import type { UpdateLoad } from "../load/update-profiles.ts";
import { type Helper, startHelper } from "../processes.ts";
import { type Finding, figure, formatRounds, printProgress } from "../report.ts";
import { medianRatio, perSecond, type Round } from "../rules.ts";
import type { Statement } from "../servers/product.ts";
import { startProductHelper } from "../servers/start-product.ts";
import { assertPlans, recordStatements } from "./assert-plans.ts";
import { checkPages } from "./check-answers.ts";
import { measureIndex } from "./discovery-index.ts";
import { assertKinds, listKinds } from "./discovery-kinds.ts";
import { drawQuestions, formatQuestion, type Question } from "./questions.ts";

// The discovery page: the product over HTTP, from memory and from the database, against the same questions put to a bare
// server and to the database alone.

const CONCURRENCY = 16;
const VISITORS = 64;
const QUESTIONS = 10_000;
/** Profiles that change in a second of the page from memory, and of what it is compared to. */
const UPDATES_PER_SECOND = 50;
const COMPARED = 12;
const RECORDED = 96;
/** With fewer members than this the planner may well do without the index by city. */
const CITY_INDEX_FROM = 100_000;

type Side = { name: string; ask(seconds: number): Promise<Round>; rounds: Round[] };
type OnStop = (stop: () => Promise<unknown>) => void;
type Servers = {
  members: number;
  connection: Connection;
  /** Which answers from the database. */
  product: { helper: Helper; origin: string };
  bare: { helper: Helper; origin: string };
};
type Load = {
  requests: PageLoad["requests"];
  questions: Statement[][];
  kinds: Record<string, PageLoad["requests"]>;
  compared: Question[];
};

async function startServers(connection: Connection, members: number, onStop: OnStop): Promise<Servers> {
  const product = await startProductHelper(connection, `discovery-${members}`, [], { DISCOVERY_INDEX: "off" });
  onStop(product.helper.stop);
  const bare = startHelper("servers/bare-discovery.ts");
  onStop(bare.stop);
  const origin = await bare.ask<string>("start", connection);
  return { members, connection, product, bare: { helper: bare, origin } };
}

/** Asserts that both servers answer alike and by index; answers the requests of the load, some of them for later pages. */
async function prepareLoad({ members, product, bare }: Servers, client: pg.Client): Promise<Load> {
  const questions = drawQuestions(await signIn(client, VISITORS), QUESTIONS);
  const cursors = new Map<Question, string>();
  for (const question of questions.slice(0, COMPARED)) {
    const pageCursors = await checkPages(question, { product: product.origin, bare: bare.origin, client });
    const last = pageCursors.at(-1);
    if (last) cursors.set(question, last);
  }
  const recorded: Statement[][] = [];
  let byCity = 0;
  for (const question of questions.slice(0, RECORDED)) {
    const statements = await recordStatements(product.helper, product.origin, question, cursors.get(question));
    if (await assertPlans(client, question, statements)) byCity += 1;
    recorded.push(statements);
  }
  if (members >= CITY_INDEX_FROM) assert.ok(byCity > 0, "no distance was answered from the index by city");
  const requests = questions.map((question) => ({
    path: formatQuestion(question, cursors.get(question)),
    cookie: question.visitor.cookie,
  }));
  const kinds = listKinds(questions);
  await assertKinds(client, product, kinds);
  return { requests, questions: recorded, kinds, compared: questions.slice(0, COMPARED) };
}

/** Starts the product anew, to answer from memory, and asserts that it answers as the bare server does. */
async function startFromMemory({ members, connection, product, bare }: Servers, { compared }: Load, onStop: OnStop) {
  // It would refuse the other one its database.
  await product.helper.stop();
  const memory = await startProductHelper(connection, `discovery-${members}`, [], { DISCOVERY_INDEX: "on" });
  onStop(memory.helper.stop);
  await waitForMemory(memory, compared);
  await withClient(connection, async (client) => {
    for (const question of compared) await checkPages(question, { product: memory.origin, bare: bare.origin, client });
  });
  return memory;
}

/** Until all members have been read the product asks the database. */
async function waitForMemory({ helper, origin }: Servers["product"], [question]: Question[]): Promise<void> {
  if (!question) throw new Error("nothing is asked");
  for (let isRead = false; !isRead; await sleep(100)) {
    const statements = await recordStatements(helper, origin, question);
    isRead = statements.every(({ text }) => !/order by (?:shuffle_key|key)\b/.test(text));
  }
}

const side = (name: string, ask: Side["ask"]): Side => ({ name, ask, rounds: [] });

/** Puts requests to a server. */
const pagesOf =
  (load: Helper, { helper, origin }: Servers["bare"], requests: PageLoad["requests"]) =>
  async (seconds: number) => {
    const before = await helper.ask<number>("processor");
    const asked = { origin, requests, concurrency: CONCURRENCY, seconds } satisfies PageLoad;
    const round = await load.ask<Round>("askPages", asked);
    return { ...round, processorMs: (await helper.ask<number>("processor")) - before };
  };

function listSides(
  { members, connection, product, bare }: Servers,
  { requests, questions, kinds }: Load,
  load: Helper,
) {
  const statements = (seconds: number) => {
    const asked = { connection, questions, concurrency: CONCURRENCY, seconds } satisfies StatementLoad;
    return load.ask<Round>("askStatements", asked);
  };
  const at = (name: string, ask: Side["ask"]) => side(`${name} at ${members}`, ask);
  return {
    product: at("product from the database", pagesOf(load, product, requests)),
    bare: at("bare node:http + pg", pagesOf(load, bare, requests)),
    raw: at("raw pg, the product's statements but the session", statements),
    kinds: Object.entries(kinds).map(([name, asks]) => at(name, pagesOf(load, product, asks))),
  };
}
type Sides = ReturnType<typeof listSides>;
type Prepared = Sides & { startMemory(): Promise<Side> };

async function measure(sides: Side[], { rounds, seconds }: Size): Promise<void> {
  for (const side of sides) await side.ask(Math.min(1, seconds));
  printProgress(`Discovery: ${rounds} rounds of ${sides.length} × ${seconds} s …`);
  for (let round = 0; round < rounds; round += 1) {
    // Every other round runs in reverse order, so that none has the advantage of always being first.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) side.rounds.push(await side.ask(seconds));
  }
}

export async function benchDiscovery(
  connectionFor: (members: number) => Connection,
  size: Size,
  onStop: OnStop,
): Promise<Finding> {
  const load = startHelper("load/ask-pages.ts");
  onStop(load.stop);
  const prepare = async (members: number) => {
    printProgress(`Discovery at ${members}: equal answers and plans …`);
    const servers = await startServers(connectionFor(members), members, onStop);
    const asked = await withClient(servers.connection, (client) => prepareLoad(servers, client));
    const startMemory = async () => {
      printProgress(`Discovery at ${members} from memory: equal answers …`);
      const memory = await startFromMemory(servers, asked, onStop);
      return side(`product from memory at ${members}`, pagesOf(load, memory, asked.requests));
    };
    return { ...listSides(servers, asked, load), startMemory };
  };
  const [few, many] = size.members;
  const index = await measureIndex(connectionFor(many), many);
  const [small, large] = [await prepare(few), await prepare(many)];
  await measure([large.product, large.bare, small.product, small.bare], size);
  // Each beside the bare page, so that the ratio is of the same minutes.
  const page = { ...large.product, rounds: [] };
  await measure([page, ...large.kinds], size);
  const beside = await measureBesideUpdates([small, large], [few, many].map(connectionFor), size);
  const { targets, figures, title } = present(small, large, page, size.members);
  const all = [...beside.targets, ...targets, ...index.targets];
  return { title, targets: all, figures: [...beside.figures, ...index.figures, ...figures] };
}

/** The page from memory beside the bare server's and the database alone, while profiles change. */
async function measureBesideUpdates(
  sides: Prepared[],
  connections: Connection[],
  size: Size,
): Promise<Omit<Finding, "title">> {
  const memories: Side[] = [];
  for (const { startMemory } of sides) memories.push(await startMemory());
  const updates = connections.map(() => startHelper("load/update-profiles.ts"));
  const asked = { perSecond: UPDATES_PER_SECOND };
  for (const [index, connection] of connections.entries())
    await updates[index]?.ask("begin", { connection, ...asked } satisfies UpdateLoad);
  const [small, large] = sides.map(({ bare, raw }, index) => {
    const memory = memories[index];
    if (!memory) throw new Error("each size has a product");
    return { memory, bare: { ...bare, rounds: [] }, raw };
  });
  if (!small || !large) throw new Error("there are two sizes");
  const order = [large.memory, large.bare, large.raw, small.memory, small.raw];
  await measure(order, size);
  for (const helper of updates) await helper.stop();
  const ratio = (one: Side, other: Side) => medianRatio(one.rounds.map(perSecond), other.rounds.map(perSecond));
  const name = `${large.memory.name}, ${UPDATES_PER_SECOND} updates a second beside`;
  return {
    targets: [
      { name: `${name} / raw pg`, value: ratio(large.memory, large.raw), atLeast: 2, aim: 3.5 },
      { name: `${name} / bare server`, value: ratio(large.memory, large.bare), atLeast: 3, aim: 5 },
      { name: `${name} / ${small.memory.name}`, value: ratio(large.memory, small.memory), atLeast: 0.9, aim: 0.97 },
    ],
    figures: order.map((side) => `${side.name}, beside updates: ${formatRounds(side.rounds)}`),
  };
}

function present(small: Sides, large: Sides, page: Side, [few, many]: Size["members"]): Finding {
  const ratio = (one: Side, other: Side) => medianRatio(one.rounds.map(perSecond), other.rounds.map(perSecond));
  return {
    title: `Discovery page, 24 cards, concurrency ${CONCURRENCY} (answers equal, plans by index)`,
    targets: [
      { name: `${large.product.name} / bare server`, value: ratio(large.product, large.bare), atLeast: 0.9, aim: 1.1 },
    ],
    figures: [
      `product from the database at ${many} / at ${few}: ${figure(ratio(large.product, small.product))}`,
      `product / bare server at ${few}: ${figure(ratio(small.product, small.bare))}`,
      `bare server at ${many} / at ${few}: ${figure(ratio(large.bare, small.bare))}`,
      ...large.kinds.map((kind) => `${kind.name} / the bare page: ${figure(ratio(kind, page))}`),
      ...large.kinds.map(({ name, rounds }) => `${name}: ${formatRounds(rounds)}`),
      ...[large.product, large.bare, small.product, small.bare].map(
        ({ name, rounds }) => `${name}: ${formatRounds(rounds)}`,
      ),
    ],
  };
}
