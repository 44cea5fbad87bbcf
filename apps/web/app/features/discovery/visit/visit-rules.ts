import { SEED_MAX } from "@caramelo/contract/limits";

/** How a member left one list of profiles: its seed, how far it was scrolled, how many profiles it had, and when. */
export type Place = { seed: number; top: number; count: number; leftAt: number };
/** The places by question, that is by the tab and filter of the list. */
export type Places = Readonly<Record<string, Place>>;

/** This is long enough to read a profile, write a message and come back to the same list. */
export const VISIT_MS = 30 * 60_000;

/** At most this many lists are remembered. The one left longest ago is dropped first. */
const PLACES_MAX = 12;

/** A list that was longer than this starts anew, because drawing the space for its profiles would take too long. */
const COUNT_MAX = 5_000;

const isCount = (value: unknown, max = Number.POSITIVE_INFINITY) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;

function isPlace(value: unknown, now: number): value is Place {
  if (typeof value !== "object" || value === null) return false;
  const { seed, top, count, leftAt }: Partial<Record<keyof Place, unknown>> = value;
  // A time in the future comes from a clock that was set back, so such a place is not valid.
  return isCount(seed, SEED_MAX) && isCount(top) && isCount(count, COUNT_MAX) && isCount(leftAt, now);
}

/**
 * The stored places whose visit still lasts. The text is checked, because an older version of the page may have written
 * it.
 */
export function readPlaces(storedPlaces: string | null, now: number): Places {
  const parsedPlaces: unknown = JSON.parse(storedPlaces ?? "{}");
  if (typeof parsedPlaces !== "object" || parsedPlaces === null) return {};
  const entries = Object.entries(parsedPlaces).filter(
    ([, place]) => isPlace(place, now) && now - place.leftAt < VISIT_MS,
  );
  return Object.fromEntries(entries);
}

/** Adds a place, or replaces the one of the same question. */
export function withPlace(places: Places, question: string, place: Place): Places {
  const all = Object.entries({ ...places, [question]: place });
  return Object.fromEntries(all.sort(([, a], [, b]) => b.leftAt - a.leftAt).slice(0, PLACES_MAX));
}
