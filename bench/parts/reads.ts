import assert from "node:assert/strict";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { makeReaders, type Reader } from "../fixtures/conversations.ts";
import type { Size } from "../fixtures/sizes.ts";
import type { PageLoad } from "../load/ask-pages.ts";
import { type Helper, startHelper } from "../processes.ts";
import { type Finding, figure, formatRounds, printProgress } from "../report.ts";
import { medianRatio, percentile, perSecond, type Round } from "../rules.ts";
import { startProductHelper } from "../servers/start-product.ts";

// What /mensagens reads: the list of conversations and pages of messages, the product over HTTP against the same questions
// put to a bare server; and a long conversation against a short one.

const CONCURRENCY = 16;

type OnStop = (stop: () => Promise<unknown>) => void;
type Server = { helper: Helper; origin: string };
type Side = { name: string; ask(seconds: number): Promise<Round>; rounds: Round[] };
type Request = PageLoad["requests"][number];

const historyPath = (peerId: string, before?: number) =>
  `/api/conversations/${peerId}/messages${before === undefined ? "" : `?before=${before}`}`;
const listPath = (query: { before?: string; sort?: "latest"; q?: string } = {}) =>
  `/api/conversations?${new URLSearchParams(query)}`;

type Page = { conversations: { peer: { id: string; name: string } }[]; next: string | null };

/** Asks both servers and asserts that their answers are identical. */
async function readBoth(product: Server, bare: Server, path: string, cookie: string): Promise<unknown> {
  const read = async ({ origin }: Server) => {
    const response = await fetch(origin + path, { headers: { cookie } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${origin}${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as unknown;
  };
  const [ours, theirs] = [await read(product), await read(bare)];
  assert.deepEqual(ours, theirs, `product and bare server differ at ${path}`);
  return ours;
}

/**
 * Asserts equal answers over the whole list in both orders, a search and pages of messages; answers the paths of the list's
 * pages and of the search.
 */
async function checkAnswers(product: Server, bare: Server, { visitor, longWith, shortWith }: Reader, size: Size) {
  const { cookie } = visitor;
  for (const path of [longWith, shortWith].flatMap((id) => [historyPath(id), historyPath(id, size.messages)]))
    await readBoth(product, bare, path, cookie);
  // The contract gives the list this shape.
  const readPage = async (path: string) => (await readBoth(product, bare, path, cookie)) as Page;
  const walk = async (order: { sort?: "latest" }) => {
    const peers = new Map<string, string>();
    const paths: string[] = [];
    for (let next: string | null | undefined; next !== null; ) {
      const path = listPath(next === undefined ? order : { ...order, before: next });
      const page = await readPage(path);
      paths.push(path);
      for (const { peer } of page.conversations) peers.set(peer.id, peer.name);
      next = page.next;
    }
    assert.equal(peers.size, size.conversations, "conversations that the pages of the list show");
    return { paths, names: [...peers.values()] };
  };
  const { paths, names } = await walk({});
  await walk({ sort: "latest" });
  const search = listPath({ q: names.at(-1) ?? "" });
  const { conversations } = await readPage(search);
  assert.ok(conversations.length > 0, "the search finds somebody");
  return { paths, search };
}

export async function benchReads(connection: Connection, size: Size, onStop: OnStop): Promise<Finding> {
  printProgress("Reads: conversations, and equal answers …");
  const readers = await withClient(connection, (client) => makeReaders(client, size));
  const product = await startProductHelper(connection, "reads");
  onStop(product.helper.stop);
  const [bareHelper, load] = [startHelper("servers/bare-messages.ts"), startHelper("load/ask-pages.ts")];
  for (const helper of [bareHelper, load]) onStop(helper.stop);
  const bare = { helper: bareHelper, origin: await bareHelper.ask<string>("start", connection) };
  const [later, searches]: [Request[], Request[]] = [[], []];
  for (const reader of readers) {
    const { paths, search } = await checkAnswers(product, bare, reader, size);
    const { cookie } = reader.visitor;
    later.push(...paths.slice(1).map((path) => ({ path, cookie })));
    searches.push({ path: search, cookie });
  }

  const each = (listPaths: (reader: Reader) => string[]): Request[] =>
    readers.flatMap((reader) => listPaths(reader).map((path) => ({ path, cookie: reader.visitor.cookie })));
  const side = (name: string, { helper, origin }: Server, requests: Request[]): Side => ({
    name,
    rounds: [],
    ask: async (seconds) => {
      const before = await helper.ask<number>("processor");
      const asked = { origin, requests, concurrency: CONCURRENCY, seconds } satisfies PageLoad;
      const round = await load.ask<Round>("askPages", asked);
      return { ...round, processorMs: (await helper.ask<number>("processor")) - before };
    },
  });
  const pair = (name: string, requests: Request[]) => ({
    name,
    ours: side(`${name}, product`, product, requests),
    theirs: side(`${name}, bare node:http + pg`, bare, requests),
  });
  const opening = (name: string, pick: (reader: Reader) => string) =>
    side(
      `opening a conversation of ${name} messages (who it is, and the page)`,
      product,
      each((reader) => [`/api/conversations/${pick(reader)}`, historyPath(pick(reader))]),
    );
  const list = pair(
    `list of ${size.conversations} conversations, first page`,
    each(() => [listPath()]),
  );
  const laterPages = pair("its later pages", later);
  const latest = pair(
    "the same list, the latest first",
    each(() => [listPath({ sort: "latest" })]),
  );
  const search = pair("a search in it", searches);
  const page = pair(
    `page of a conversation of ${size.messages} messages`,
    each(({ longWith }) => [historyPath(longWith), historyPath(longWith, size.messages)]),
  );
  const long = opening(size.messages.toLocaleString("en-US"), ({ longWith }) => longWith);
  const short = opening("20", ({ shortWith }) => shortWith);
  const changes = side(
    "the present position (changes)",
    product,
    each(() => ["/api/messages/changes"]),
  );
  const pairs = [list, laterPages, latest, search, page];
  const sides = [...pairs.flatMap(({ ours, theirs }) => [ours, theirs]), long, short, changes];
  await measure(sides, size);

  const ratio = ({ ours, theirs }: typeof list) =>
    medianRatio(ours.rounds.map(perSecond), theirs.rounds.map(perSecond));
  const middle = ({ rounds }: Side) => rounds.map(({ latencies }) => percentile(latencies, 0.5));
  return {
    title: `Reading messages, concurrency ${CONCURRENCY} (answers equal)`,
    targets: [
      ...pairs.map((one) => ({
        name: `${one.name}, product / bare server`,
        value: ratio(one),
        atLeast: 0.85,
        aim: 1.2,
      })),
      {
        name: `opening ${size.messages} messages / opening 20, p50`,
        value: medianRatio(middle(long), middle(short)),
        atMost: 1.1,
      },
    ],
    figures: [
      `opening ${size.messages} messages / opening 20, rate: ${figure(medianRatio(short.rounds.map(perSecond), long.rounds.map(perSecond)))}`,
      ...sides.map(({ name, rounds }) => `${name}: ${formatRounds(rounds)}`),
    ],
  };
}

async function measure(sides: Side[], { rounds, seconds }: Size): Promise<void> {
  for (const side of sides) await side.ask(Math.min(1, seconds));
  printProgress(`Reads: ${rounds} rounds of ${sides.length} × ${seconds} s …`);
  for (let round = 0; round < rounds; round += 1) {
    // Every other round runs in reverse order, so that none has the advantage of always being first.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) side.rounds.push(await side.ask(seconds));
  }
}
