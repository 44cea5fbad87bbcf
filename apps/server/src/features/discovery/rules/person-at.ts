import type { Person } from "../../../platform/context.ts";
import { placeOf } from "./find-members.ts";
import { FLAG, ROLES } from "./member-facts.ts";
import { type MemberStore, readTexts } from "./member-store.ts";

type Options = { id: string; now: Date; cityIds: readonly number[] };

/** What is the same for all who look at a member. */
export function personAt(
  store: MemberStore,
  slot: number,
  { id, now, cityIds }: Options,
): Omit<Person, "presence" | "isFavorite"> {
  const flags = store.flags[slot] as number; // of a slot in use, as all else here
  const has = (flag: number) => (flags & flag) !== 0;
  const { name, photo } = readTexts(store, slot);
  const [role] = placeOf(store, slot);
  const isPremium = (store.premiumUntil[slot] as number) > now.getTime();
  return {
    id,
    name,
    role: ROLES[role] as Person["role"], // there are no others
    estimatedBirthOn: dayText(store.births[slot] as number),
    cityId: cityIds[store.cities[slot] as number] as number, // the city's number
    isWildcardCity: has(FLAG.wildcard),
    isVerified: has(FLAG.verified),
    isPremium,
    isPromoted: isPremium || (store.highlightedUntil[slot] as number) > now.getTime(),
    isManaged: has(FLAG.managed),
    isDemo: has(FLAG.demo),
    photo: photo ? { ...photo, fileName: `${id}/gallery/0-${photo.name}.webp` } : null,
  };
}

const DAY_MS = 86_400_000;
const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
