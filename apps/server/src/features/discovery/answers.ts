import { DISCOVERY_PAGE } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";
import type { DiscoveryCounts, DiscoveryPage, DiscoveryQuestion } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { presenceOf } from "../presence/rules.ts";
import type { Cards } from "./cards.ts";
import { presenceAt } from "./cards.ts";
import type { Followed } from "./follow-changes.ts";
import { listWriters } from "./index-queries.ts";
import { countMembers } from "./rules/count-members.ts";
import { type Found, findMembers } from "./rules/find-members.ts";
import { readQuestion } from "./rules/question.ts";
import { writeCursor } from "./rules.ts";
import type { Viewer } from "./viewers.ts";

/** What answers: members that follow the database, and the cards that were written of them. */
export type Answering = Followed & { cards: Cards };

type Deps = { db: Db; answering: Answering; viewer: Viewer };

/** The ids of a page, and the JSON of its answer. */
export async function answerPage(
  { db, answering, viewer }: Deps,
  asked: DiscoveryPage & { today: string },
): Promise<{ ids: string[]; text: string }> {
  const { store, classes, cards } = answering;
  const { question, seed, endSegment, after, joinedAfter } = asked;
  const part = { seed, endSegment, after, joinedAfter: joinedAfter?.getTime() };
  const search = { store, classes, question: readQuestion(store, question, viewer.hidden), part };
  const all = findMembers(search, DISCOVERY_PAGE + 1);
  const found = all.slice(0, DISCOVERY_PAGE);
  const last = found.at(-1);
  const presences = new Map(found.map(({ slot, id }) => [id, presenceAt(store, classes, slot)]));
  const write = cards.prepare({
    ...asked,
    found,
    next: all.length > found.length && last ? writeCursor(last) : null,
    favorites: viewer.favorites,
  });
  await addWriters(db, { presences, viewer, found, viewerId: question.viewerId, now: asked.now });
  return { ids: found.map(({ id }) => id), text: write(presences) };
}

type Writers = { presences: Map<string, Presence>; viewer: Viewer; found: Found[]; viewerId: string; now: Date };

/** Whoever has written to the viewer is shown as they are now. */
async function addWriters(db: Db, { presences, viewer, found, viewerId, now }: Writers): Promise<void> {
  const peers = found.flatMap(({ id }) => (viewer.peers.has(id) ? [id] : []));
  if (peers.length === 0) return;
  for (const { id, ...facts } of await listWriters(db, viewerId, peers)) presences.set(id, presenceOf(facts, now));
}

/** How many members each tab shows. */
export function answerCounts(
  { answering: { store, classes }, viewer }: Omit<Deps, "db">,
  question: DiscoveryQuestion,
  newSince: Date,
): DiscoveryCounts {
  const wanted = readQuestion(store, question, viewer.hidden);
  return countMembers({ store, classes, question: wanted, newSince: newSince.getTime() });
}
