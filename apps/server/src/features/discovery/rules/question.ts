import type { DiscoveryQuestion } from "../../../platform/context.ts";
import { FLAG, ROLES } from "./member-facts.ts";
import type { MemberStore } from "./member-store.ts";
import { CLASS, classOf, type PresenceClasses } from "./presence-classes.ts";

/** Whom a viewer wants to see, and may, in the terms of the index. */
export type Question = {
  viewerId: string;
  hidden: ReadonlySet<string>;
  roles: number[];
  /** Days of birth: after the one, and not after the other. */
  bornAfter: number;
  bornUntil: number;
  /** The numbers of the cities that pass; undefined: all do. */
  circle: Circle | undefined;
  isVerifiedOnly: boolean;
  /** The least class that passes. */
  presence: number;
};

/** Cities by their numbers, and by a mark for each number. */
export type Circle = { cities: number[]; mask: Uint8Array };

const DAY_MS = 86_400_000;
const dayNumber = (day: string) => Date.parse(day) / DAY_MS;

// Callers keep the lists of the cities that are asked for often.
const circles = new WeakMap<readonly number[], Circle>();

function circleOf(store: MemberStore, cityIds: readonly number[]): Circle {
  const known = circles.get(cityIds);
  if (known) return known;
  const cities = [...new Set(cityIds.flatMap((id) => store.cityNumbers.get(id) ?? []))];
  const mask = new Uint8Array(store.cityNumbers.size);
  for (const city of cities) mask[city] = 1;
  const circle = { cities, mask };
  circles.set(cityIds, circle);
  return circle;
}

export function readQuestion(store: MemberStore, asked: DiscoveryQuestion, hidden: ReadonlySet<string>): Question {
  const { viewerId, roles, born, cityIds, isVerifiedOnly, presence } = asked;
  return {
    viewerId,
    hidden,
    roles: roles.map((role) => ROLES.indexOf(role)),
    bornAfter: born.after === undefined ? Number.NEGATIVE_INFINITY : dayNumber(born.after),
    bornUntil: born.until === undefined ? Number.POSITIVE_INFINITY : dayNumber(born.until),
    circle: cityIds && circleOf(store, cityIds),
    isVerifiedOnly,
    presence: CLASS[presence ?? "absent"],
  };
}

/** Whether a member of a slot is one of those who are asked for, whatever the role and tier and the hidden pairs. */
export function isWanted(store: MemberStore, classes: PresenceClasses, question: Question, slot: number): boolean {
  const { bornAfter, bornUntil, circle, isVerifiedOnly, presence } = question;
  const [birth, flags] = [store.births[slot] as number, store.flags[slot] as number]; // of a slot in use
  if (birth <= bornAfter || birth > bornUntil) return false;
  if (isVerifiedOnly && !(flags & FLAG.verified)) return false;
  if (circle && !(flags & FLAG.wildcard) && circle.mask[store.cities[slot] as number] === 0) return false;
  return classOf(classes, slot) >= presence;
}
