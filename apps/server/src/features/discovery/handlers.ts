import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import type { DiscoveryTab } from "@caramelo/contract/discovery/calls";
import type { DiscoveryFilter } from "@caramelo/contract/discovery/filter";
import { DISCOVERY_PAGE, NEW_FOR_HOURS } from "@caramelo/contract/limits";
import { LRUCache } from "lru-cache";
import { citiesWithin, cityLabelOf, distanceKm, findCity, getCity, listCities } from "../../platform/cities/cities.ts";
import { openSemaphore } from "../../platform/concurrency/semaphore.ts";
import type { Db } from "../../platform/database/database.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { writtenAnswer } from "../../platform/http/serve-contract.ts";
import { dayInBrazil } from "../../platform/time/calendar-rules.ts";
import { findPeople } from "../people/commands.ts";
import { inOrder, presentCard } from "../people/rules.ts";
import { type PresenceWindow, presenceWindow } from "../presence/rules.ts";
import { countTabs } from "./count-queries.ts";
import { changeFilter } from "./filter-queries.ts";
import {
  birthDaysFor,
  isAgeRange,
  isUnlocated,
  passingCities,
  questionOf,
  radiusFor,
  shownRoles,
} from "./filter-rules.ts";
import type { Criteria } from "./fragment-queries.ts";
import { countPresent, listFew, listKeys } from "./queries.ts";
import { endOf, type Position, readCursor, segmentAt, writeCursor } from "./rules.ts";

export const list = handle(contract.discovery.list, async ({ query, me, ...context }) => {
  const { seed, cursor, tab = "all" } = query;
  const { db, clock, photoLinks, profileAllowance, discoveryIndex } = context;
  const now = clock.now();
  const criteria = readCriteria(query, me, now);
  const start = cursor === undefined ? undefined : (readCursor(cursor, seed) ?? failAt("cursor"));

  const written = await discoveryIndex.findPage({
    question: questionFor(criteria),
    ...{ seed, now, after: start, endSegment: endOf(tab, criteria.isVerifiedOnly) },
    joinedAfter: tab === "new" ? newSince(now) : undefined,
    ...{ viewerCityId: me.cityId, centreId: query.cityId },
  });
  if (written) {
    await profileAllowance.takePage(me, written.ids, now);
    return writtenAnswer(written.text);
  }
  const found = await findPage(db, criteria, { tab, seed, newSince: newSince(now) }, start);
  const positions = found.slice(0, DISCOVERY_PAGE);
  const ids = positions.map((position) => position.id);
  await profileAllowance.takePage(me, ids, now);
  const people = await findPeople(context, { ids, viewerId: me.id, now, needsPresence: true });
  const presentation = {
    viewerCityId: me.cityId,
    now,
    today: dayInBrazil(now),
    photoLinks,
    cityLabelOf,
    distanceTo: distanceFrom(query.cityId),
  };
  const last = positions.at(-1);
  return {
    profiles: inOrder(positions, people, (person) => presentCard(person, presentation)),
    next: found.length > positions.length && last ? writeCursor(last) : null,
  };
});

const questionFor = ({ presence, ...criteria }: Criteria) => ({ ...criteria, presence: presence?.wanted });

// Counts of broad filters read the entries of all whom a viewer may see, so pages must not be behind many of them.
const counting = openSemaphore({ concurrency: 2, maxWaiting: 200 });

/** The one place that counts. Each viewer has answers of their own: see the decision record. */
export const count = handle(contract.discovery.count, async ({ query, me, db, clock, ...context }) => {
  const { discoveryCounts, discoveryIndex } = context;
  const now = clock.now();
  const criteria = readCriteria(query, me, now);
  const find = async () =>
    (await discoveryIndex.count(questionFor(criteria), newSince(now), now)) ??
    counting.run(() => countTabs(db, criteria, newSince(now)));
  const counts = criteria.roles.length === 0 ? NOBODY : await discoveryCounts.get(questionOf(query, me.id), now, find);
  return { ...counts, cityLabel: query.cityId === undefined ? null : cityLabelOf(query.cityId) };
});

const NOBODY = { all: 0, highlighted: 0, new: 0 };

export const saveFilter = handle(contract.discovery.saveFilter, async ({ body, me, db, clock }) => {
  const now = clock.now();
  readCriteria(body, me, now);
  await changeFilter(db, me.id, body, now);
  return {};
});

function failAt(field: string): never {
  fail("VALIDATION_ERROR", { fields: { [field]: fieldTexts.invalid } });
}

const newSince = (now: Date) => new Date(now.getTime() - NEW_FOR_HOURS * 3_600_000);

/** Refuses a filter that makes no sense. */
function readCriteria(
  filter: DiscoveryFilter,
  me: { id: string; role: Criteria["roles"][number] | "admin" },
  now: Date,
): Criteria {
  if (!isAgeRange(filter)) failAt("ageMax");
  if (filter.cityId !== undefined && !findCity(filter.cityId)) failAt("cityId");
  return {
    viewerId: me.id,
    roles: shownRoles(me.role, filter.role),
    born: birthDaysFor(filter, dayInBrazil(now)),
    cityIds: cityIdsFor(filter),
    isVerifiedOnly: filter.verified !== undefined,
    presence: filter.presence && presenceWindow(filter.presence, now),
  };
}

/** The ids of the cities that pass the distance filter; undefined when all do. */
function cityIdsFor(filter: DiscoveryFilter): number[] | undefined {
  const radius = radiusFor(filter);
  if (!radius) return undefined;
  return circles.memo(`${radius.cityId} ${radius.km}`, { context: radius }).cityIds;
}

type Radius = NonNullable<ReturnType<typeof radiusFor>>;
// Some 10 kB each. Finding one measures the distance to every city.
const circles = new LRUCache<string, { cityIds: number[] | undefined }, Radius>({
  max: 1_000,
  memoMethod: (_name, _known, { context: { cityId, km } }) => ({
    cityIds: passingCities(getCity(cityId), citiesWithin(cityId, km), unlocated),
  }),
});

const unlocated = listCities().filter(isUnlocated);

/**
 * Distances from the chosen city. They go from city to city: all members of a city are equally far from every other one,
 * so a distance reveals no more than the city's name on the card, from however many cities somebody asks. A member with
 * a wildcard city has none, because it would give the hidden city away.
 */
function distanceFrom(cityId: number | undefined) {
  if (cityId === undefined) return undefined;
  const centre = getCity(cityId);
  return (otherId: number) => distanceKm(centre, getCity(otherId));
}

type Part = { tab: DiscoveryTab; seed: number; newSince: Date };

/** One member more than a page shows, if there is one. */
async function findPage(db: Db, criteria: Criteria, { tab, seed, newSince }: Part, after: Position | undefined) {
  if (criteria.roles.length === 0) return [];
  const part = { seed, endSegment: endOf(tab, criteria.isVerifiedOnly), after };
  if (tab === "new") return listFew(db, criteria, { ...part, joinedAfter: newSince }, DISCOVERY_PAGE + 1);
  if (criteria.presence && (await isFew(db, criteria.presence)))
    return listFew(db, criteria, { ...part, joinedAfter: undefined }, DISCOVERY_PAGE + 1);
  return walk(db, criteria, part);
}

// Where more are present, the next 24 of them are found soon by looking at one member after the other.
const FEW_PRESENT = 5_000;
const isFew = async (db: Db, presence: PresenceWindow) =>
  (await countPresent(db, presence, FEW_PRESENT + 1)) <= FEW_PRESENT;

type Walk = { seed: number; endSegment: number; after: Position | undefined };

/** Reads one segment after another until the page is full and one member more is found: mostly one query. */
async function walk(db: Db, criteria: Criteria, { seed, endSegment, after: start }: Walk): Promise<Position[]> {
  const positions: Position[] = [];
  const countMissing = () => DISCOVERY_PAGE + 1 - positions.length;
  for (let segment = start?.segment ?? 0; segment < endSegment && countMissing() > 0; segment++) {
    const after = segment === start?.segment ? start : undefined;
    const keys = await listKeys(db, criteria, { seed, ...segmentAt(segment), after });
    positions.push(...keys.slice(0, countMissing()).map(({ key, id }) => ({ segment, key, id })));
  }
  return positions;
}
