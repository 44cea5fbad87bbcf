import { uint8At } from "./arrays.ts";
import { birthDayOf, listOf, marksOf, PLACE, placeOf } from "./columns.ts";
import type { IndexMemory } from "./memory.ts";
import { classOf, PRESENCE, type PresenceClasses } from "./presence.ts";
import type { Question } from "./types.ts";

/** The numbers of the requested cities. `mask` has a 1 at each of them. */
type Circle = { cities: number[]; mask: Uint8Array };

/** A question, converted to the numbers used in the arrays. */
export type Criteria = Omit<Question, "cityIds" | "presence"> & {
  circle: Circle | undefined;
  presence: number;
  /** The tier of each list of a requested group; -1 for the others. */
  tierOfList: number[];
};

/** The searched data: members, presence, and the circles of earlier questions. */
export type SearchedIndex = {
  memory: IndexMemory;
  classes: PresenceClasses;
  circles: WeakMap<readonly number[], Circle>;
};

function circleOf({ memory: { cityNumbers }, circles }: SearchedIndex, cityIds: readonly number[]): Circle {
  const knownCircle = circles.get(cityIds);
  if (knownCircle) return knownCircle;
  const cities = [...new Set(cityIds.flatMap((id) => cityNumbers.get(id) ?? []))];
  const mask = new Uint8Array(cityNumbers.size);
  for (const city of cities) mask[city] = 1;
  const circle = { cities, mask };
  circles.set(cityIds, circle);
  return circle;
}

export function readQuestion(index: SearchedIndex, question: Question): Criteria {
  const { groups, bornAfter, bornUntil, cityIds, marks, presence, without } = question;
  const { tiers } = index.memory.shape;
  const isOfGroup = (list: number) => groups.includes(Math.floor(list / tiers));
  return {
    groups,
    bornAfter,
    bornUntil,
    marks,
    without,
    circle: cityIds && circleOf(index, cityIds),
    presence: PRESENCE[presence],
    tierOfList: index.memory.lists.map((_, list) => (isOfGroup(list) ? list % tiers : -1)),
  };
}

/** Whether a member with this place is in the requested cities. */
export const isWithin = (circle: Circle, place: number): boolean =>
  (place & PLACE.everywhere) !== 0 || uint8At(circle.mask, place & PLACE.city) !== 0;

/** Whether the member of a slot matches the question, ignoring groups and excluded members. */
export function isWanted({ memory: { columns }, classes }: SearchedIndex, criteria: Criteria, slot: number): boolean {
  const birthDay = birthDayOf(columns, slot);
  if (birthDay <= criteria.bornAfter || birthDay > criteria.bornUntil) return false;
  if ((marksOf(columns, slot) & criteria.marks) !== criteria.marks) return false;
  if (criteria.circle && !isWithin(criteria.circle, placeOf(columns, slot))) return false;
  return classOf(classes, slot) >= criteria.presence;
}

/** Returns the tier of a member of a requested group; -1 for other members and for free slots. */
export const tierWanted = ({ columns }: IndexMemory, { tierOfList }: Criteria, slot: number): number =>
  tierOfList[listOf(columns, slot)] ?? -1;
