import { DISCOVERY_PAGE } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";
import { TIERS_HIGHLIGHTED } from "../../base/members/premium-rules.ts";
import type {
  DiscoveryCounts,
  DiscoveryPage,
  DiscoveryQuestion,
  PeopleRequest,
  Person,
} from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { dayInBrazil } from "../../platform/time/calendar-rules.ts";
import { presenceOf } from "../presence/rules.ts";
import { type Cards, presenceAt, writeCard } from "./cards.ts";
import type { Followed } from "./follow-changes.ts";
import { listWriters } from "./index-queries.ts";
import { personOf } from "./person-of.ts";
import { readShown } from "./record-rules.ts";
import { writeCursor } from "./rules.ts";
import type { Viewer } from "./viewers.ts";

/** What answers: members that follow the database, and the cards that were written of them. */
export type Answering = Followed & { cards: Cards };

type Deps = { db: Db; answering: Answering; viewer: Viewer };

/** The ids of a page, and the JSON of its answer. */
export async function findPageInMemory(
  { db, answering, viewer }: Deps,
  { question, part, viewerCityId, centreId, now }: DiscoveryPage,
): Promise<{ ids: string[]; text: string }> {
  const { index, mark, cards } = answering;
  const wanted = { ...question.wanted, without: viewer.hidden };
  const found = index.find(wanted, { ...part, limit: DISCOVERY_PAGE + 1 });
  const positions = found.slice(0, DISCOVERY_PAGE);
  const ids = positions.map(({ id }) => id);
  const last = positions.at(-1);
  const next = found.length > positions.length && last ? writeCursor(last) : null;
  const shown = cards.find(ids, now, dayInBrazil(now));
  const presences = new Map(shown.map((card) => [card.id, presenceAt(index, card, mark)]));
  await addWriters(db, { presences, viewer, viewerId: question.viewerId, now });
  const texts = shown.map((card) =>
    writeCard(card, {
      ...{ viewerCityId, centreId },
      isFavorite: viewer.favorites.has(card.id),
      presence: presences.get(card.id) ?? "offline",
    }),
  );
  return { ids, text: `{"profiles":[${texts.join(",")}],"next":${JSON.stringify(next)}}` };
}

/** Those of the members who are kept and not hidden from the viewer, by their ids. */
export async function findPeopleInMemory(
  { db, answering: { index, mark }, viewer }: Deps,
  { ids, viewerId, now, needsPresence }: PeopleRequest,
): Promise<Map<string, Person>> {
  const records = ids.flatMap((id) => (viewer.hidden.has(id) ? [] : (index.recordOf(id) ?? [])));
  const shown = records.map((record) => ({ ...record, ...readShown(record.text) }));
  const presences = new Map(shown.map((facts) => [facts.id, presenceAt(index, facts, mark)]));
  if (needsPresence) await addWriters(db, { presences, viewer, viewerId, now });
  const seenBy = (id: string) => ({ presence: presences.get(id) ?? "offline", isFavorite: viewer.favorites.has(id) });
  return new Map(records.map((record) => [record.id, { ...personOf(record, now), ...seenBy(record.id) }]));
}

type Writers = { presences: Map<string, Presence>; viewer: Viewer; viewerId: string; now: Date };

/** Whoever has written to the viewer is shown as they are now. */
async function addWriters(db: Db, { presences, viewer, viewerId, now }: Writers): Promise<void> {
  const peers = [...presences.keys()].filter((id) => viewer.peers.has(id));
  if (peers.length === 0) return;
  for (const { id, ...facts } of await listWriters(db, viewerId, peers)) presences.set(id, presenceOf(facts, now));
}

/** How many members each tab shows. */
export function countInMemory(
  { answering: { index }, viewer }: Omit<Deps, "db">,
  { wanted }: DiscoveryQuestion,
  newSince: Date,
): DiscoveryCounts {
  const { tiers, joined } = index.count({ ...wanted, without: viewer.hidden }, newSince.getTime());
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  return { all: sum(tiers), highlighted: sum(tiers.slice(0, TIERS_HIGHLIGHTED)), new: joined };
}
