import assert from "node:assert/strict";
import { withClient } from "../../apps/server/src/platform/database/database.ts";
import { makeAcquaintances } from "../fixtures/acquaintances.ts";
import { makeReaders, type Reader } from "../fixtures/conversations.ts";
import { assertEqual, fillPages, pageAt, type ViewerPage } from "../fixtures/pages.ts";
import type { Size } from "../fixtures/sizes.ts";
import { ALL_PROCESSOR, type Bench, type Part, type Prepared, readOnce, readSide, type Server } from "../part.ts";
import { most, ratio } from "../rules.ts";

// What a signed-in call costs, compared with a server that reads exactly the rows of its page from a table made for
// this read.

/** A member's own settings, and the lists of what others have to do with a member. */
const CALLS = [
  { name: "settings", path: "/api/settings" },
  { name: "notifications", path: "/api/notifications" },
  { name: "favourites", path: "/api/favorites" },
  { name: "visits", path: "/api/visits" },
];

/** Calls of /mensagens, in the order of the paths that `listPaths` returns. */
const READS = [
  "first page of the list",
  "later pages of the list",
  "the latest first",
  "a search in the list",
  "page of a conversation",
];
const [LONG, SHORT] = ["opening a long conversation", "opening a conversation of 20"];

const historyPath = (peerId: string, before?: number) =>
  `/api/conversations/${peerId}/messages${before === undefined ? "" : `?before=${before}`}`;
const listPath = (query: { before?: string; sort?: "latest"; q?: string } = {}) =>
  `/api/conversations?${new URLSearchParams(query)}`;

type Page = { conversations: { peer: { id: string; name: string } }[]; next: string | null };

/** The paths of each of `READS`. Asserts that both orders show every conversation, and that the search finds some. */
async function listPaths(product: Server, { visitor, longWith, middleSeq }: Reader, size: Size): Promise<string[][]> {
  // The cast is safe, because the contract defines the list.
  const readPage = async (path: string) => (await readOnce(product, pageAt(visitor, path))) as Page;
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
  const [{ paths, names }, latest] = [await walk({}), await walk({ sort: "latest" })];
  const search = listPath({ q: names.at(-1) ?? "" });
  assert.ok((await readPage(search)).conversations.length > 0, "the search finds somebody");
  const history = [historyPath(longWith), historyPath(longWith, middleSeq)];
  return [paths.slice(0, 1), paths.slice(1), latest.paths.slice(0, 1), [search], history];
}

/** A call with the pages that are requested of it. */
type ReadCall = { name: string; pages: ViewerPage[] };

/** Sides that read the pages of each call from the product and from an anchor, which must answer the same. */
async function compareCalls(bench: Bench, product: Server, calls: ReadCall[]) {
  const pages = calls.flatMap((call) => call.pages);
  await withClient(bench.few, (client) => fillPages(client, product, pages));
  const anchor = await bench.startAnchor(bench.few);
  await assertEqual(product, anchor, pages);
  return calls.flatMap((call) => [
    readSide(bench, `${call.name}, product`, product, call.pages),
    readSide(bench, `${call.name}, anchor`, anchor, call.pages),
  ]);
}

async function prepareCalls(bench: Bench): Promise<Prepared> {
  const members = await withClient(bench.few, makeAcquaintances);
  const product = await bench.startProduct(bench.few);
  const calls = CALLS.map(({ name, path }) => ({ name, pages: members.map((visitor) => pageAt(visitor, path)) }));
  return { sides: await compareCalls(bench, product, calls) };
}

async function prepareReads(bench: Bench): Promise<Prepared> {
  const readers = await withClient(bench.few, (client) => makeReaders(client, bench.size));
  const product = await bench.startProduct(bench.few);
  const calls = READS.map((name): ReadCall => ({ name, pages: [] }));
  for (const reader of readers)
    for (const [index, paths] of (await listPaths(product, reader, bench.size)).entries())
      calls[index]?.pages.push(...paths.map((path) => pageAt(reader.visitor, path)));
  const opening = (name: string, pick: (reader: Reader) => string) => {
    const pagesOf = (reader: Reader) =>
      [`/api/conversations/${pick(reader)}`, historyPath(pick(reader))].map((path) => pageAt(reader.visitor, path));
    return readSide(bench, name, product, readers.flatMap(pagesOf));
  };
  return {
    sides: [
      ...(await compareCalls(bench, product, calls)),
      opening(LONG, ({ longWith }) => longWith),
      opening(SHORT, ({ shortWith }) => shortWith),
    ],
  };
}

export const lists = ({ conversations, messages }: Size): Part => ({
  title: `Lists: signed-in calls, 16 at a time, beside a table made for each read (${conversations} conversations, one of ${messages} messages)`,
  databases: 1,
  phases: [{ prepare: prepareCalls }, { prepare: prepareReads }],
  goals: [
    ...[...CALLS.map(({ name }) => name), ...READS].map((name) =>
      ratio(ALL_PROCESSOR, `${name}, product`, `${name}, anchor`, most(4, 2)),
    ),
    ratio("p50 ms", LONG, SHORT, most(1.1, 1.05)),
  ],
  why:
    "What rules, limits, validation and joins cost is at most three times the reading itself, so that the busiest hour needs no more machines. " +
    "A conversation of years opens like a new one.",
});
