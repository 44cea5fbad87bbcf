import assert from "node:assert/strict";
import type pg from "pg";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { signIn } from "../fixtures/sessions.ts";
import type { Size } from "../fixtures/sizes.ts";
import type { PageLoad, StatementLoad } from "../load/ask-pages.ts";
import { type Helper, startHelper } from "../processes.ts";
import { type Finding, figure, formatRounds, printProgress } from "../report.ts";
import { medianRatio, perSecond, type Round } from "../rules.ts";
import type { Statement } from "../servers/product.ts";
import { startProductHelper } from "../servers/start-product.ts";
import { assertPlans, recordStatements } from "./assert-plans.ts";
import { checkPages } from "./check-answers.ts";
import { assertKinds, listKinds } from "./discovery-kinds.ts";
import { drawQuestions, formatQuestion, type Question } from "./questions.ts";

// The discovery page: the product over HTTP against the same questions put to a bare server and to the database alone.

const CONCURRENCY = 16;
const VISITORS = 64;
const QUESTIONS = 512;
const COMPARED = 12;
const RECORDED = 96;
/** With fewer members than this the planner may well do without the index by city. */
const CITY_INDEX_FROM = 100_000;

type Side = { name: string; ask(seconds: number): Promise<Round>; rounds: Round[] };
type OnStop = (stop: () => Promise<unknown>) => void;
type Servers = {
  members: number;
  connection: Connection;
  product: { helper: Helper; origin: string };
  bare: { helper: Helper; origin: string };
};
type Load = {
  requests: PageLoad["requests"];
  questions: Statement[][];
  kinds: Record<string, PageLoad["requests"]>;
};

async function startServers(connection: Connection, members: number, onStop: OnStop): Promise<Servers> {
  const product = await startProductHelper(connection, `discovery-${members}`);
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
  return { requests, questions: recorded, kinds };
}

function listSides(
  { members, connection, product, bare }: Servers,
  { requests, questions, kinds }: Load,
  load: Helper,
) {
  const pages =
    ({ helper, origin }: Servers["bare"], asks = requests) =>
    async (seconds: number) => {
      const before = await helper.ask<number>("processor");
      const asked = { origin, requests: asks, concurrency: CONCURRENCY, seconds } satisfies PageLoad;
      const round = await load.ask<Round>("askPages", asked);
      return { ...round, processorMs: (await helper.ask<number>("processor")) - before };
    };
  const statements = (seconds: number) => {
    const asked = { connection, questions, concurrency: CONCURRENCY, seconds } satisfies StatementLoad;
    return load.ask<Round>("askStatements", asked);
  };
  const side = (name: string, ask: Side["ask"]): Side => ({ name: `${name} at ${members}`, ask, rounds: [] });
  return {
    product: side("product", pages(product)),
    bare: side("bare node:http + pg", pages(bare)),
    raw: side("raw pg, the product's statements but the session", statements),
    kinds: Object.entries(kinds).map(([name, asks]) => side(name, pages(product, asks))),
  };
}
type Sides = ReturnType<typeof listSides>;

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
    return listSides(servers, await withClient(servers.connection, (client) => prepareLoad(servers, client)), load);
  };
  const [few, many] = size.members;
  const [small, large] = [await prepare(few), await prepare(many)];
  await measure([large.product, large.bare, small.product, small.bare, large.raw, small.raw], size);
  // Each beside the bare page, so that the ratio is of the same minutes.
  const page = { ...large.product, rounds: [] };
  await measure([page, ...large.kinds], size);
  return present(small, large, page, size.members);
}

function present(small: Sides, large: Sides, page: Side, [few, many]: Size["members"]): Finding {
  const ratio = (one: Side, other: Side) => medianRatio(one.rounds.map(perSecond), other.rounds.map(perSecond));
  return {
    title: `Discovery page, 24 cards, concurrency ${CONCURRENCY} (answers equal, plans by index)`,
    targets: [
      { name: `discovery at ${many}, product / bare server`, value: ratio(large.product, large.bare), atLeast: 0.8 },
      { name: `discovery, product at ${many} / at ${few}`, value: ratio(large.product, small.product), atLeast: 0.85 },
    ],
    figures: [
      `product / bare server at ${few}: ${figure(ratio(small.product, small.bare))}`,
      `product / raw pg at ${many}: ${figure(ratio(large.product, large.raw))}, at ${few}: ${figure(ratio(small.product, small.raw))}`,
      `bare server at ${many} / at ${few}: ${figure(ratio(large.bare, small.bare))}`,
      ...large.kinds.map((kind) => `${kind.name} / the bare page: ${figure(ratio(kind, page))}`),
      ...large.kinds.map(({ name, rounds }) => `${name}: ${formatRounds(rounds)}`),
      ...[large.product, large.bare, large.raw, small.product, small.bare, small.raw].map(
        ({ name, rounds }) => `${name}: ${formatRounds(rounds)}`,
      ),
    ],
  };
}
