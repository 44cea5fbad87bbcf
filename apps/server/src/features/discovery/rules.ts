import type { AccountType } from "@caramelo/contract/accounts";
import { AGE_FILTER_MAX, DISTANCE_MAX_KM, SEED_MAX } from "@caramelo/contract/limits";
import { oppositeRoles } from "../profiles/rules.ts";

const EVERYBODY: readonly AccountType[] = ["baby", "daddy", "mommy"];

/** Paid places, the verified, the rest, the managed; each in two parts, because the shuffle begins at the seed. */
export const SEGMENTS = 8;

/** A part of the order: everybody of one tier whose key lies on one side of the seed. */
export function segmentAt(index: number): { tier: number; isFromSeed: boolean } {
  return { tier: Math.floor(index / 2), isFromSeed: index % 2 === 0 };
}

/** Whom a viewer may be shown; nobody when they ask for a side that is not theirs to see. */
export function shownRoles(viewer: AccountType | "admin", wanted: AccountType | undefined): AccountType[] {
  const roles = viewer === "admin" ? EVERYBODY : oppositeRoles(viewer);
  return roles.filter((role) => wanted === undefined || role === wanted);
}

/** Those to be shown are born after `after` and not after `until`; undefined leaves that end open. */
export type BirthDays = { after: string | undefined; until: string | undefined };

/** The days of birth of those who have the wanted age today. The upper end of the filter means "or more". */
export function birthDaysFor(ages: { min: number | undefined; max: number | undefined }, today: string): BirthDays {
  const isOpen = ages.max === undefined || ages.max >= AGE_FILTER_MAX;
  return {
    after: isOpen || ages.max === undefined ? undefined : yearsBefore(today, ages.max + 1),
    until: ages.min === undefined ? undefined : yearsBefore(today, ages.min),
  };
}

/** The same day so many years ago, or the day before when that year has no 29 February. */
function yearsBefore(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) - years;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const rest = day.slice(4) === "-02-29" && !isLeap ? "-02-28" : day.slice(4);
  return `${year}${rest}`;
}

/** The radius of the distance filter in kilometres; undefined when there is none. */
export function radiusFor({
  cityId,
  distanceKm,
}: {
  cityId?: number | undefined;
  distanceKm?: number | undefined;
}): { cityId: number; km: number } | undefined {
  if (cityId === undefined || distanceKm === undefined || distanceKm >= DISTANCE_MAX_KM) return undefined;
  return { cityId, km: distanceKm };
}

/** Where a page ended: after that key and id of that segment. */
export type Place = { segment: number; key: number; id: string };

const CURSOR_BYTES = 21;

/** A place as the browser carries it; it says nothing to anybody. */
export function writeCursor({ segment, key, id }: Place): string {
  const bytes = Buffer.alloc(CURSOR_BYTES);
  bytes.writeUInt8(segment, 0);
  bytes.writeUInt32BE(key, 1);
  bytes.write(id.replaceAll("-", ""), 5, "hex");
  return bytes.toString("base64url");
}

/** The place of a cursor that was given with this seed; undefined for any other text. */
export function readCursor(text: string, seed: number): Place | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== CURSOR_BYTES || bytes.toString("base64url") !== text) return undefined;
  const [segment, key] = [bytes.readUInt8(0), bytes.readUInt32BE(1)];
  if (segment >= SEGMENTS || key > SEED_MAX || segmentAt(segment).isFromSeed !== key >= seed) return undefined;
  const id = bytes.toString("hex", 5).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { segment, key, id };
}
