import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { DISCOVERY_PAGE } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";
import { TIERS_HIGHLIGHTED } from "../../base/money/premium-rules.ts";
import { withoutHidden } from "../../base/pairs/visible-rules.ts";
import type { Db } from "../../platform/database/database.ts";
import type {
  DiscoveryCounts,
  DiscoveryPage,
  DiscoveryQuestion,
  PeopleRequest,
  Person,
} from "../../platform/discovery-index.ts";
import { presenceOf } from "../presence/rules.ts";
import { type Cards, presenceAt, writeCard } from "./cards.ts";
import type { FollowedIndex } from "./follow-changes.ts";
import { listWriters } from "./index-queries.ts";
import { writeCursor } from "./rules.ts";
import type { Viewer } from "./viewers.ts";

/** The index that answers: members that follow the database, and their cards. */
export type AnsweringIndex = FollowedIndex & { cards: Cards };

type Deps = { db: Db; answering: AnsweringIndex; viewer: Viewer };

/** A page from memory: the ids of its members, and the JSON text of the answer. */
export async function findPageInMemory(
  { db, answering, viewer }: Deps,
  { question, part, viewerCityId, originCityId, now }: DiscoveryPage,
): Promise<{ ids: string[]; text: string }> {
  const { index, mark, cards } = answering;
  const criteria = { ...question.wanted, without: viewer.unseen };
  const foundPositions = index.find(criteria, { ...part, limit: DISCOVERY_PAGE + 1 });
  const positions = foundPositions.slice(0, DISCOVERY_PAGE);
  const ids = positions.map(({ id }) => id);
  const last = positions.at(-1);
  const next = foundPositions.length > positions.length && last ? writeCursor(last) : null;
  const shownCards = withoutHidden(cards.find(ids, now, dayInBrazil(now)), viewer.unseen);
  const presences = new Map<string, Presence>(shownCards.map((card) => [card.id, presenceAt(index, card, mark)]));
  const writers = await findWriters(db, ids, { viewer, viewerId: question.viewerId, now });
  for (const { id, presence } of writers) presences.set(id, presence);
  const texts = shownCards.map((card) =>
    writeCard(card, {
      viewerCityId,
      originCityId,
      isFavorite: viewer.favorites.has(card.id),
      presence: presences.get(card.id) ?? "offline",
    }),
  );
  return { ids, text: `{"profiles":[${texts.join(",")}],"next":${JSON.stringify(next)}}` };
}

/** The members with these ids who are in the index and not hidden from the viewer, by id. */
export async function findPeopleInMemory(
  { db, answering: { index, mark, cards }, viewer }: Deps,
  { ids, viewerId, now, needsPresence }: PeopleRequest,
): Promise<Map<string, Person>> {
  const people = new Map<string, Person>();
  for (const card of withoutHidden(cards.find(ids, now, dayInBrazil(now)), viewer.unseen)) {
    const { id } = card;
    people.set(id, {
      ...card.person,
      id,
      presence: presenceAt(index, card, mark),
      isFavorite: viewer.favorites.has(id),
    });
  }
  const writers = needsPresence ? await findWriters(db, people.keys(), { viewer, viewerId, now }) : [];
  for (const { id, presence } of writers) Object.assign(people.get(id) ?? {}, { presence });
  return people;
}

type AskingViewer = { viewer: Viewer; viewerId: string; now: Date };

/** The exact presence, as of now, of members who have written to the viewer. */
async function findWriters(db: Db, ids: Iterable<string>, { viewer, viewerId, now }: AskingViewer) {
  const peers = [...ids].filter((id) => viewer.peers.has(id));
  const writers = peers.length === 0 ? [] : await listWriters(db, { viewerId, memberIds: peers });
  return writers.map(({ id, ...facts }) => ({ id, presence: presenceOf(facts, now) }));
}

export function countInMemory(
  { answering: { index }, viewer }: Omit<Deps, "db">,
  { wanted }: DiscoveryQuestion,
  newSince: Date,
): DiscoveryCounts {
  const { tiers, joined } = index.count({ ...wanted, without: viewer.unseen }, newSince.getTime());
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  return { all: sum(tiers), highlighted: sum(tiers.slice(0, TIERS_HIGHLIGHTED)), new: joined };
}
