import { SEED_MAX } from "@caramelo/contract/limits";

/** How a member left a list of profiles: seed, scroll position, length and time. */
export type Place = { seed: number; top: number; count: number; leftAt: number };
/** The positions by question, i.e. by the tab and filter of the list. */
export type Places = Readonly<Record<string, Place>>;

/** Enough time to read a profile, write a message and return to the same list. */
export const VISIT_MS = 30 * 60_000;

/** At most this many lists are remembered; the one left longest ago is dropped first. */
const PLACES_MAX = 12;

/** A longer list restarts at its top, because rendering the space for its profiles would take too long. */
const COUNT_MAX = 5_000;

const isCount = (value: unknown, max = Number.POSITIVE_INFINITY) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;

function isPlace(value: unknown, now: number): value is Place {
  if (typeof value !== "object" || value === null) return false;
  const { seed, top, count, leftAt }: Partial<Record<keyof Place, unknown>> = value;
  // A future time comes from a clock that was set back, so the position is invalid.
  return isCount(seed, SEED_MAX) && isCount(top) && isCount(count, COUNT_MAX) && isCount(leftAt, now);
}

/**
 * The stored positions that have not expired. Validates the text, because an older version of the page may have written
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

/** Adds a position, or replaces the one of the same question. */
export function withPlace(places: Places, question: string, place: Place): Places {
  const all = Object.entries({ ...places, [question]: place });
  return Object.fromEntries(all.sort(([, a], [, b]) => b.leftAt - a.leftAt).slice(0, PLACES_MAX));
}
