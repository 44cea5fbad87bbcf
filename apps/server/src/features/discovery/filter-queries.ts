import type { AccountType } from "@caramelo/contract/accounts/account";
import type { DiscoveryFilter } from "@caramelo/contract/discovery/filter";
import { type RawBuilder, sql } from "kysely";
import type { DiscoveryQuestion } from "../../platform/discovery-index.ts";
import type { PresenceWindow } from "../presence/rules.ts";
import type { BirthDays } from "./filter-rules.ts";

// This file translates the filter both into SQL and into questions to the index.

/** The fields of the filter that a member either passes or not. */
type MarkName = Exclude<keyof DiscoveryFilter, "ageMin" | "ageMax" | "cityId" | "distanceKm" | "role" | "presence">;

type Mark = {
  /** SQL: the condition on a row of `profile`. */
  condition: RawBuilder<boolean>;
  /** Whether all members who pass are in the highlighted tiers. */
  isHighlighted: boolean;
};

/**
 * A new yes-or-no filter only needs an entry here, if triggers record changes of the columns that its condition reads.
 */
const MARKS: Record<MarkName, Mark> = { verified: { condition: sql`profile.is_verified`, isHighlighted: true } };

// `MARKS` has exactly the keys of its type.
const MARK_NAMES = Object.keys(MARKS) as MarkName[];
export const MARK_COUNT = MARK_NAMES.length;

export const marksOf = (filter: DiscoveryFilter): MarkName[] => MARK_NAMES.filter((name) => filter[name] !== undefined);

/** The members whom a viewer asks for and may see. When `cityIds` is undefined, members of all cities pass. */
export type Criteria = {
  viewerId: string;
  roles: AccountType[];
  born: BirthDays;
  cityIds: number[] | undefined;
  marks: MarkName[];
  presence: PresenceWindow | undefined;
};

/** Whether all members whom the criteria find are in the highlighted tiers. */
export const isHighlightedOnly = ({ marks }: Criteria): boolean => marks.some((name) => MARKS[name].isHighlighted);

/** A value, or its parameter in a statement. */
export type Value<T> = T | RawBuilder<T>;
type FilterValues = {
  viewerId: Value<string>;
  born: { after: Value<string> | undefined; until: Value<string> | undefined };
  marks: MarkName[];
};

/** SQL: the conditions on `profile` except role, city and presence. `isVisiblePair` leaves hidden pairs out. */
export function isFound({ viewerId, born, marks }: FilterValues): RawBuilder<boolean> {
  const conditions = [
    sql`profile.is_active`,
    ...(born.after ? [sql`profile.estimated_birth_on > ${born.after}`] : []),
    ...(born.until ? [sql`profile.estimated_birth_on <= ${born.until}`] : []),
    ...marks.map((name) => MARKS[name].condition),
    sql`profile.member_id <> ${viewerId}`,
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/**
 * SQL: one condition for members of the cities, and one for wildcard-city members of other cities. They stay separate,
 * because each uses another database index. Without cities, one condition that all members pass.
 */
export function areasFor(cityIds: Value<number[]> | undefined): RawBuilder<boolean>[] {
  if (!cityIds) return [sql`true`];
  return [sql`city_id = any(${cityIds})`, sql`is_wildcard_city and city_id <> all(${cityIds})`];
}

/** The discovery index stores a role as its position in this list, its group. */
export const GROUPS: readonly AccountType[] = ["baby", "daddy", "mommy"];

const DAY_MS = 86_400_000;
const dayNumber = (day: string) => Date.parse(day) / DAY_MS;
const bitOf = (name: MarkName) => 2 ** MARK_NAMES.indexOf(name);

/** The marks that `bits`, a member's number in the index, encodes. */
export const marksIn = (bits: number): MarkName[] => MARK_NAMES.filter((name) => bits & bitOf(name));

/** The question to the index that matches criteria. Hidden pairs are left out when the question is asked. */
export function questionFor({ viewerId, roles, born, cityIds, marks, presence }: Criteria): DiscoveryQuestion {
  return {
    viewerId,
    wanted: {
      groups: roles.map((role) => GROUPS.indexOf(role)),
      bornAfter: born.after === undefined ? Number.NEGATIVE_INFINITY : dayNumber(born.after),
      bornUntil: born.until === undefined ? Number.POSITIVE_INFINITY : dayNumber(born.until),
      cityIds,
      marks: marks.reduce((bits, name) => bits + bitOf(name), 0),
      presence: presence?.wanted ?? "absent",
    },
  };
}

/** SQL: the group of a row of `profile`, as its number in the index. */
export const groupColumn = sql`case role ${sql.join(
  GROUPS.map((role, group) => sql`when ${sql.lit(role)} then ${sql.lit(group)}`),
  sql` `,
)} end`;

/** SQL: the marks of a row of `profile` as the number that the index keeps, with one bit for each mark. */
export const marksColumn = sql.join(
  MARK_NAMES.map((name) => sql`${sql.lit(bitOf(name))} * (${MARKS[name].condition})::int`),
  sql` + `,
);
