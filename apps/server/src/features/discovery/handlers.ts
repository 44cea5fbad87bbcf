import { contract } from "@caramelo/contract/contract";
import { fieldTexts } from "@caramelo/contract/errors";
import { DISCOVERY_PAGE } from "@caramelo/contract/limits";
import { dayInBrazil } from "../../platform/calendar-rules.ts";
import { citiesWithin, cityLabelOf, findCity, listCities } from "../../platform/cities/cities.ts";
import type { Db } from "../../platform/database/database.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { listCards } from "../profiles/queries.ts";
import { presentCards } from "../profiles/rules.ts";
import { listKeys, type Wish } from "./queries.ts";
import {
  birthDaysFor,
  type Place,
  radiusFor,
  readCursor,
  SEGMENTS,
  segmentAt,
  shownRoles,
  writeCursor,
} from "./rules.ts";

export const list = handle(contract.discovery.list, async ({ query, me, db, clock, limits, photoLinks }) => {
  await limits.views.take(me.id);
  const { seed, cursor, ageMin, ageMax } = query;
  if (ageMin !== undefined && ageMax !== undefined && ageMin > ageMax) refuse("ageMax");
  const start = cursor === undefined ? undefined : (readCursor(cursor, seed) ?? refuse("cursor"));
  const cityIds = cityIdsFor(query);
  const now = clock.now();
  const today = dayInBrazil(now);
  const roles = shownRoles(me.role, query.role);
  const born = birthDaysFor({ min: ageMin, max: ageMax }, today);

  const { places, hasMore } = await findPage(db, { viewerId: me.id, roles, born, cityIds, seed }, start);
  const ids = places.map((place) => place.id);
  const cards = await listCards(db, ids, me.id, now);
  const showing = { viewerCityId: me.cityId, now, today, photoLinks, cityLabelOf };
  const last = places.at(-1);
  return {
    profiles: presentCards(ids, cards, showing),
    next: hasMore && last ? writeCursor(last) : null,
  };
});

function refuse(field: string): never {
  fail("VALIDATION_ERROR", { fields: { [field]: fieldTexts.invalid } });
}

/** The cities that a distance filter lets pass: those within, and (K5) those whose distance nobody knows. */
function cityIdsFor(query: { cityId?: number | undefined; distanceKm?: number | undefined }): number[] | undefined {
  const radius = radiusFor(query);
  if (!radius) return undefined;
  const centre = findCity(radius.cityId) ?? refuse("cityId");
  if (isUnplaced(centre)) return undefined;
  return [...citiesWithin(centre.id, radius.km), ...unplacedIds];
}

const isUnplaced = ({ lat, lng }: { lat: number | null; lng: number | null }) => lat === null || lng === null;
const unplacedIds = listCities()
  .filter(isUnplaced)
  .map((city) => city.id);

/** Walks the segments from a place on until the page is full and it is known whether more follow: mostly one query. */
async function findPage(db: Db, wish: Wish, start: Place | undefined) {
  const places: Place[] = [];
  const lacking = () => DISCOVERY_PAGE + 1 - places.length;
  if (wish.roles.length === 0) return { places, hasMore: false };
  for (let segment = start?.segment ?? 0; segment < SEGMENTS && lacking() > 0; segment++) {
    const after = segment === start?.segment ? start : undefined;
    const keys = await listKeys(db, wish, { ...segmentAt(segment), after }, lacking());
    places.push(...keys.map((key) => ({ ...key, segment })));
  }
  return { places: places.slice(0, DISCOVERY_PAGE), hasMore: places.length > DISCOVERY_PAGE };
}
