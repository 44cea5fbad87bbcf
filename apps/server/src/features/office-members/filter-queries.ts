import type { AccountType } from "@caramelo/contract/accounts/account";
import type { MemberStatus } from "@caramelo/contract/profiles/calls";
import { type RawBuilder, sql } from "kysely";
import { premiumMemberIds } from "../../base/money/premium-fragment-queries.ts";

/**
 * A folded text, and the cities whose labels contain it. `wholeEmail`: an address that is found only when typed
 * completely; without it, any part of an address is found.
 */
export type Search = { text: string; cityIds: number[]; wholeEmail?: string | undefined };
export type UserFilter = {
  search?: Search | undefined;
  role?: AccountType | undefined;
  status?: Exclude<MemberStatus, "hidden" | "banned"> | undefined;
  isVerified?: boolean | undefined;
  isPremium?: boolean | undefined;
  isManaged?: boolean | undefined;
  isWildcardCity?: boolean | undefined;
};

export const contains = (column: RawBuilder<unknown>, { text }: Search) =>
  sql`strpos(fold_text(${column}), ${text}) > 0`;

const matchesEmail = (search: Search) =>
  search.wholeEmail === undefined ? contains(sql`member.email`, search) : sql`member.email = ${search.wholeEmail}`;

export const matches = (search: Search) => sql`
  (${contains(sql`profile.name`, search)} or ${matchesEmail(search)}
    or profile.city_id = any(${search.cityIds}::integer[]))`;

const STATUS: Record<NonNullable<UserFilter["status"]>, RawBuilder<unknown>> = {
  active: sql`(profile.is_open and profile.hidden_at is null)`,
  suspended: sql`profile.suspended_at is not null`,
  unconfirmed: sql`(profile.awaits_confirmation and profile.suspended_at is null)`,
  deactivated: sql`(profile.deactivated_at is not null and profile.suspended_at is null and not profile.awaits_confirmation)`,
};

/** SQL: whether a row of `profile` matches a filter, apart from the search. */
export function isListed(filter: UserFilter, now: Date): RawBuilder<unknown> {
  const { role, status, isVerified, isManaged, isWildcardCity } = filter;
  const conditions = [sql`profile.role <> 'admin'`];
  if (role !== undefined) conditions.push(sql`profile.role = ${role}`);
  if (status !== undefined) conditions.push(STATUS[status]);
  // The conditions are literals, so that the planner recognizes the partial indexes.
  if (isVerified !== undefined) conditions.push(isVerified ? sql`profile.is_verified` : sql`not profile.is_verified`);
  if (isManaged !== undefined) conditions.push(isManaged ? sql`profile.is_managed` : sql`not profile.is_managed`);
  if (isWildcardCity !== undefined)
    conditions.push(isWildcardCity ? sql`profile.is_wildcard_city` : sql`not profile.is_wildcard_city`);
  if (filter.isPremium !== undefined) conditions.push(hasPremium(filter.isPremium, now));
  return sql.join(conditions, sql` and `);
}

function hasPremium(isWanted: boolean, now: Date): RawBuilder<unknown> {
  const premium = premiumMemberIds(now);
  return isWanted ? sql`profile.member_id in (${premium})` : sql`profile.member_id not in (${premium})`;
}
