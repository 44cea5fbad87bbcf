import { SEED_MAX } from "@caramelo/contract/limits";

/** How a member left one list of profiles: its order, how far down it was and how many profiles it had. */
export type Place = { seed: number; top: number; count: number; leftAt: number };
/** The places by the question that each list answers: its tab and filters. */
export type Places = Readonly<Record<string, Place>>;

/** Long enough to read a profile, write a message and come back to the same list. */
export const VISIT_MS = 30 * 60_000;

/** Lists that are remembered at once; the one left longest ago gives way. */
const PLACES_MAX = 12;

/** A longer list starts anew, because the space for its profiles would be too much to draw at once. */
const COUNT_MAX = 5_000;

const isCount = (value: unknown, max = Number.POSITIVE_INFINITY) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;

function isPlace(value: unknown, now: number): value is Place {
  if (typeof value !== "object" || value === null) return false;
  const { seed, top, count, leftAt }: Partial<Record<keyof Place, unknown>> = value;
  // A place of the future is one of a clock that was set back.
  return isCount(seed, SEED_MAX) && isCount(top) && isCount(count, COUNT_MAX) && isCount(leftAt, now);
}

/** The stored places whose visit still lasts. An older version of the page may have written the text. */
export function readPlaces(storedPlaces: string | null, now: number): Places {
  const parsed: unknown = JSON.parse(storedPlaces ?? "{}");
  if (typeof parsed !== "object" || parsed === null) return {};
  const entries = Object.entries(parsed).filter(([, place]) => isPlace(place, now) && now - place.leftAt < VISIT_MS);
  return Object.fromEntries(entries);
}

/** The places with one more, or with another one for its question. */
export function withPlace(places: Places, question: string, place: Place): Places {
  const all = Object.entries({ ...places, [question]: place });
  return Object.fromEntries(all.sort(([, a], [, b]) => b.leftAt - a.leftAt).slice(0, PLACES_MAX));
}
