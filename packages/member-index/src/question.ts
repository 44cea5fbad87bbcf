import { uint8At } from "./arrays.ts";
import { birthDayOf, marksOf, PLACE, placeOf } from "./columns.ts";
import { groupAndTier, type IndexMemory } from "./memory.ts";
import { classOf, PRESENCE, type PresenceClasses } from "./presence.ts";
import type { Question } from "./types.ts";

/** Cities by their numbers, and by a mark for each number. */
type Circle = { cities: number[]; mask: Uint8Array };

/** A question in the terms of the arrays. */
export type Wanted = Omit<Question, "cityIds" | "presence"> & { circle: Circle | undefined; presence: number };

/** What is searched: the members, who of them is present, and the circles that were asked for. */
export type Searched = {
  memory: IndexMemory;
  classes: PresenceClasses;
  circles: WeakMap<readonly number[], Circle>;
};

function circleOf({ memory: { cityNumbers }, circles }: Searched, cityIds: readonly number[]): Circle {
  const known = circles.get(cityIds);
  if (known) return known;
  const cities = [...new Set(cityIds.flatMap((id) => cityNumbers.get(id) ?? []))];
  const mask = new Uint8Array(cityNumbers.size);
  for (const city of cities) mask[city] = 1;
  const circle = { cities, mask };
  circles.set(cityIds, circle);
  return circle;
}

export function readQuestion(searched: Searched, { cityIds, presence, ...question }: Question): Wanted {
  return { ...question, circle: cityIds && circleOf(searched, cityIds), presence: PRESENCE[presence] };
}

/** Whether a place passes the circle of a question. */
export const isWithin = (circle: Circle, place: number): boolean =>
  (place & PLACE.everywhere) !== 0 || uint8At(circle.mask, place & PLACE.city) !== 0;

/** Whether the member of a slot is asked for, whatever the group and whoever is left out. */
export function isWanted({ memory: { columns }, classes }: Searched, wanted: Wanted, slot: number): boolean {
  const birthDay = birthDayOf(columns, slot);
  if (birthDay <= wanted.bornAfter || birthDay > wanted.bornUntil) return false;
  if ((marksOf(columns, slot) & wanted.marks) !== wanted.marks) return false;
  if (wanted.circle && !isWithin(wanted.circle, placeOf(columns, slot))) return false;
  return classOf(classes, slot) >= wanted.presence;
}

/** The tier of a member whose group is asked for. */
export function tierWanted(memory: IndexMemory, { groups }: Wanted, slot: number): number | undefined {
  const [group, tier] = groupAndTier(memory, slot);
  return groups.includes(group) ? tier : undefined;
}
