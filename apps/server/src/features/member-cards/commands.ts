import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { cityLabelOf, distanceBetween } from "../../platform/cities/cities.ts";
import type { Context } from "../../platform/context.ts";
import type { PeopleRequest, Person } from "../../platform/discovery-index.ts";
import type { PhotoPresentation } from "../photos/rules.ts";
import { listPeople } from "./queries.ts";
import { type Presentation, personFrom } from "./rules.ts";

/**
 * The members with these ids as the viewer sees them, by id, without those who have left or are hidden from the viewer.
 * They come from memory while it is up to date, otherwise from one statement.
 */
export async function findPeople(
  { db, keptPeople }: Pick<Context, "db" | "keptPeople">,
  request: PeopleRequest,
): Promise<ReadonlyMap<string, Person>> {
  if (request.ids.length === 0) return new Map();
  const keptByIds = await keptPeople.find(request);
  if (keptByIds) return keptByIds;
  const rows = await listPeople(db, request);
  return new Map(rows.map((row) => [row.id, personFrom(row, request.now)]));
}

/** How people are presented to this viewer now, by `presentCard`, with distances from `originCityId`. */
export function presentationFor(
  viewer: { cityId: number | null },
  { now, photoLinks }: PhotoPresentation,
  originCityId = viewer.cityId,
): Presentation {
  const today = dayInBrazil(now);
  return { viewerCityId: viewer.cityId, originCityId, now, today, photoLinks, cityLabelOf, distanceBetween };
}
