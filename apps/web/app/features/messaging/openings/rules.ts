import { OFFERED_TOGETHER } from "@caramelo/contract/limits";
import type { Opening } from "@caramelo/contract/messaging/calls";

/**
 * The openings that this browser has offered for one person: `keys` are all of them, `last` those of the latest offer,
 * made at `at` (ms since 1970).
 */
export type Offered = { keys: string[]; last: string[]; at: number };

/** An offer stays the same for this long, so that visiting the profile does not change it. */
const OFFER_MS = 30 * 60_000;

/**
 * The current offer: the latest one while it lasts, with openings that the server no longer makes replaced by ones
 * never offered for this person.
 */
export function renewOffer(openings: readonly Opening[], before: Offered | undefined, now: number): Offered {
  const lasting = before && now - before.at < OFFER_MS ? listOffered(openings, before) : [];
  const former = before?.keys ?? [];
  const fresh = openings.filter(({ key }) => !former.includes(key)).slice(0, OFFERED_TOGETHER - lasting.length);
  if (before && lasting.length > 0 && fresh.length === 0) return before;
  const last = [...lasting, ...fresh].map(({ key }) => key);
  return {
    keys: [...former, ...fresh.map(({ key }) => key)],
    last,
    at: lasting.length > 0 && before ? before.at : now,
  };
}

/** The openings of an offer. */
export const listOffered = (openings: readonly Opening[], { last }: Offered): Opening[] =>
  openings.filter(({ key }) => last.includes(key));

/** Whether an opening may replace the field's text: never a text that the member wrote. */
export const mayReplace = (text: string, openings: readonly Opening[]): boolean =>
  text === "" || openings.some((opening) => opening.text === text);

/** Parses a stored offer; undefined for any other text. */
export function readOffered(storedText: string | null): Offered | undefined {
  try {
    const offered: Partial<Offered> | null = JSON.parse(storedText ?? "null");
    const isOffered = Array.isArray(offered?.keys) && Array.isArray(offered.last) && typeof offered.at === "number";
    // Only this product writes these keys, so checking for missing fields is enough.
    return isOffered ? (offered as Offered) : undefined;
  } catch {
    return undefined;
  }
}
