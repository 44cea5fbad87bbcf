import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { DISCOVERY_PAGE } from "@caramelo/contract/limits";
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
import { pageOf } from "./rules.ts";
import type { Viewer } from "./viewers.ts";

/** The index that answers: members that follow the database, and their cards. */
export type AnsweringIndex = FollowedIndex & { cards: Cards };

type Deps = { db: Db; answering: AnsweringIndex; viewer: Viewer };

/** A page from memory: the ids of its members, and the JSON text of the answer. */
export async function findPageInMemory(
  deps: Deps,
  { question: { viewerId, wanted }, part, viewerCityId, originCityId, now }: DiscoveryPage,
): Promise<{ ids: string[]; text: string }> {
  const criteria = { ...wanted, without: deps.viewer.unseen };
  const { ids, next } = pageOf(deps.answering.index.find(criteria, { ...part, limit: DISCOVERY_PAGE + 1 }));
  const shownCards = await findCards(deps, { ids, viewerId, now, needsPresence: true });
  const texts = shownCards.map((shownMember) =>
    writeCard(shownMember.card, { ...shownMember, viewerCityId, originCityId }),
  );
  return { ids, text: `{"profiles":[${texts.join(",")}],"next":${JSON.stringify(next)}}` };
}

/** The members with these ids who are in the index and not hidden from the viewer, by id. */
export async function findPeopleInMemory(deps: Deps, request: PeopleRequest): Promise<Map<string, Person>> {
  const shownCards = await findCards(deps, request);
  return new Map(
    shownCards.map(({ card: { id, person }, presence, isFavorite }) => [id, { ...person, id, presence, isFavorite }]),
  );
}

/**
 * The cards of these members as the viewer sees them. The index is read before anything is awaited, because it may
 * change afterwards.
 */
async function findCards(
  { db, answering: { index, mark, cards }, viewer }: Deps,
  { ids, viewerId, now, needsPresence }: PeopleRequest,
) {
  const shownCards = withoutHidden(cards.find(ids, now, dayInBrazil(now)), viewer.unseen).map((card) => ({
    card,
    presence: presenceAt(index, card, mark),
    isFavorite: viewer.favorites.has(card.id),
  }));
  // Members who have written to the viewer are shown with their exact presence, as of now.
  const peers = needsPresence ? shownCards.filter(({ card }) => viewer.peers.has(card.id)) : [];
  if (peers.length === 0) return shownCards;
  const writers = await listWriters(db, { viewerId, memberIds: peers.map(({ card }) => card.id) });
  const presences = new Map(writers.map(({ id, ...facts }) => [id, presenceOf(facts, now)]));
  for (const peer of peers) peer.presence = presences.get(peer.card.id) ?? peer.presence;
  return shownCards;
}

export function countInMemory(
  { answering: { index }, viewer }: Omit<Deps, "db">,
  { wanted }: DiscoveryQuestion,
  newSince: Date,
): DiscoveryCounts {
  const { tiers, joined: joinedCount } = index.count({ ...wanted, without: viewer.unseen }, newSince.getTime());
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  return { all: sum(tiers), highlighted: sum(tiers.slice(0, TIERS_HIGHLIGHTED)), new: joinedCount };
}
