import type { AccountType } from "@caramelo/contract/accounts/account";
import { type RawBuilder, sql } from "kysely";
import type { PresenceWindow } from "../presence/rules.ts";
import type { BirthDays } from "./filter-rules.ts";

/** Whom a viewer wants to see, and may. When `cityIds` is undefined, members of all cities pass. */
export type Criteria = {
  viewerId: string;
  roles: AccountType[];
  born: BirthDays;
  cityIds: number[] | undefined;
  isVerifiedOnly: boolean;
  presence: PresenceWindow | undefined;
};

/** A value, or its place in a statement. */
export type Value<T> = T | RawBuilder<T>;
type Found = {
  viewerId: Value<string>;
  born: { after: Value<string> | undefined; until: Value<string> | undefined };
  isVerifiedOnly: boolean;
};

/**
 * What a `profile` must be for the viewer beside its role, its city and its presence. Hidden pairs are left out by
 * `isVisiblePair`.
 */
export function isFound({ viewerId, born, isVerifiedOnly }: Found): RawBuilder<boolean> {
  const conditions = [
    sql`profile.is_active`,
    ...(born.after ? [sql`profile.estimated_birth_on > ${born.after}`] : []),
    ...(born.until ? [sql`profile.estimated_birth_on <= ${born.until}`] : []),
    ...(isVerifiedOnly ? [sql`profile.is_verified`] : []),
    sql`profile.member_id <> ${viewerId}`,
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The members of some cities, and those of other cities who have a wildcard city: each has an index of its own. */
export function areasFor(cityIds: Value<number[]> | undefined): RawBuilder<boolean>[] {
  if (!cityIds) return [sql`true`];
  return [sql`city_id = any(${cityIds})`, sql`is_wildcard_city and city_id <> all(${cityIds})`];
}
