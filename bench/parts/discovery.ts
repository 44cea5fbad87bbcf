import { createHash } from "node:crypto";
import { citiesWithin, listCities } from "../../apps/server/src/platform/cities/cities.ts";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { signIn, type Visitor } from "../ground/sessions.ts";
import type { Size } from "../ground/sizes.ts";
import type { PageLoad, StatementLoad } from "../load/ask-pages.ts";
import { type Helper, startHelper } from "../processes.ts";
import { type Finding, figure, note } from "../report.ts";
import { medianRatio, perSecond, type Round, sumUp } from "../rules.ts";
import type { Statement } from "../servers/product.ts";
import { startProductHelper } from "../servers/start-product.ts";
import { assertPlans, recordStatements } from "./assert-plans.ts";
import { checkWalk, type Question, wordQuestion } from "./check-answers.ts";

// The discovery page: the product over HTTP against the same questions put to a bare server and to the database alone.

const CONCURRENCY = 16;
const VISITORS = 64;
const RECORDED = 96;

type Side = { name: string; ask(seconds: number): Promise<Round>; rounds: Round[] };

/** The same number for the same words, at most `below`: chance that is alike in every run. */
function draw(words: string, below: number): number {
  return createHash("sha256").update(words).digest().readUInt32BE(0) % below;
}

/** One in four asks for ages, one in four for a distance, half for nothing but what a first visit sends. */
function wordQuestions(visitors: Visitor[], count: number): Question[] {
  return Array.from({ length: count }, (_, place) => {
    const visitor = visitors[draw(`visitor ${place}`, visitors.length)] ?? fail("no visitors");
    const seed = draw(`seed ${place}`, 2_147_483_646);
    const youngest = 18 + draw(`age ${place}`, 20);
    if (place % 4 === 1) return { visitor, seed, ages: { min: youngest, max: youngest + 12 } };
    if (place % 4 === 3) return { visitor, seed, near: { cityId: visitor.cityId, km: 50 } };
    return { visitor, seed, ages: { min: 18, max: 60 } };
  });
}

function fail(why: string): never {
  throw new Error(why);
}

const unplacedIds = listCities()
  .filter(({ lat, lng }) => lat === null || lng === null)
  .map(({ id }) => id);

function citiesNear(near: Question["near"]): number[] | null {
  return near ? [...citiesWithin(near.cityId, near.km), ...unplacedIds] : null;
}

/** Starts both servers on a database, asserts that they answer alike and by index, and makes the load ready. */
async function prepareSize(connection: Connection, members: number, load: Helper, onStop: OnStop) {
  note(`Discovery at ${members}: equal answers and plans …`);
  const product = await startProductHelper(connection, `discovery-${members}`);
  onStop(product.helper.stop);
  const bare = startHelper("servers/bare-discovery.ts");
  onStop(bare.stop);
  const bareOrigin = await bare.ask<string>("start", connection);
  return withClient(connection, async (client) => {
    const visitors = await signIn(client, VISITORS);
    const questions = wordQuestions(visitors, 512);
    const sides = { product: product.origin, bare: bareOrigin, client, citiesNear };
    const cursors = new Map<Question, string>();
    for (const question of questions.slice(0, 12)) {
      for (const cursor of await checkWalk(question, sides)) cursors.set(question, cursor);
    }
    const recorded: Statement[][] = [];
    const byCity: boolean[] = [];
    for (const question of questions.slice(0, RECORDED)) {
      const statements = await recordStatements(product.helper, product.origin, question, cursors.get(question));
      byCity.push(await assertPlans(client, question, statements));
      recorded.push(statements);
    }
    note(
      `  index by city used in ${byCity.filter(Boolean).length} of ${questions.slice(0, RECORDED).filter(({ near }) => near).length} questions about distance`,
    );
    const requests = questions.map((question) => ({
      path: wordQuestion(question, cursors.get(question)),
      cookie: question.visitor.cookie,
    }));
    const askPages = (origin: string) => (seconds: number) =>
      load.ask<Round>("askPages", { origin, requests, concurrency: CONCURRENCY, seconds } satisfies PageLoad);
    const askStatements = (seconds: number) => {
      const input = { connection, questions: recorded, concurrency: CONCURRENCY, seconds } satisfies StatementLoad;
      return load.ask<Round>("askStatements", input);
    };
    const side = (name: string, ask: Side["ask"]): Side => ({ name: `${name} at ${members}`, ask, rounds: [] });
    return {
      product: side("product", askPages(product.origin)),
      bare: side("bare node:http + pg", askPages(bareOrigin)),
      raw: side("raw pg, same statements but the session", askStatements),
    };
  });
}

type OnStop = (stop: () => Promise<unknown>) => void;

export async function benchDiscovery(
  connectionFor: (members: number) => Connection,
  size: Size,
  onStop: OnStop,
): Promise<Finding> {
  const load = startHelper("load/ask-pages.ts");
  onStop(load.stop);
  const [few, many] = size.members;
  const small = await prepareSize(connectionFor(few), few, load, onStop);
  const large = await prepareSize(connectionFor(many), many, load, onStop);
  const sides = [large.product, large.bare, small.product, small.bare, large.raw, small.raw];
  for (const side of sides) await side.ask(Math.min(1, size.seconds));
  note(`Discovery: ${size.rounds} rounds of ${sides.length} × ${size.seconds} s …`);
  for (let round = 0; round < size.rounds; round += 1) {
    // Now from the front, now from the back: whoever comes first has no lasting advantage.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) side.rounds.push(await side.ask(size.seconds));
  }
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
      ...sides.map(({ name, rounds }) => `${name}: ${wordRounds(rounds)}`),
    ],
  };
}

export function wordRounds(rounds: Round[]): string {
  const { perSecond: rate, p50, p99, answers } = sumUp(rounds);
  return `${figure(rate)} a second, p50 ${figure(p50)} ms, p99 ${figure(p99)} ms (${answers} answers)`;
}
