import { type RawBuilder, sql } from "kysely";

// Parts of SQL for queries that join `entitlement`. It may be a left join: a missing row means that nothing was bought.

/** A moment, or a placeholder for one in a statement. */
type Moment = Date | RawBuilder<Date>;

/** SQL for the rule `isPremiumAt`. */
export function isPremium(now: Moment): RawBuilder<boolean> {
  return sql<boolean>`coalesce(entitlement.has_courtesy_premium or entitlement.premium_until > ${now}, false)`;
}

/**
 * SQL for the ids of all members with premium. It is written exactly like the condition of its index, so that
 * PostgreSQL recognizes it.
 */
export function premiumMemberIds(now: Date): RawBuilder<unknown> {
  return sql`select member_id from entitlement where has_courtesy_premium or premium_until > ${now}`;
}

/** SQL that says whether a member's place in lists is paid for, by premium or by a highlight. */
export function isPromoted(now: Moment): RawBuilder<boolean> {
  return sql<boolean>`(${isPremium(now)} or coalesce(entitlement.highlighted_until > ${now}, false))`;
}

/**
 * SQL that says whether a member's verification comes before others in the queue, because their highlight is running.
 */
export function hasVerificationPriority(now: Date): RawBuilder<boolean> {
  return sql<boolean>`coalesce(entitlement.highlighted_until > ${now}, false)`;
}

/** SQL for the tier of a `profile` in lists; `TIERS` in the rules says what the numbers mean. */
function tierAt(now: Date): RawBuilder<number> {
  return sql<number>`case
    when profile.is_managed then 3
    when ${isPromoted(now)} then 0
    when profile.is_verified then 1
    else 2
  end`;
}

/**
 * SQL for the end of a `profile`'s paid place; null when there is none, and when the staff gave premium without an end.
 */
function tierEndAt(now: Date): RawBuilder<Date | null> {
  return sql<Date | null>`case
    when not profile.is_managed and not entitlement.has_courtesy_premium and ${isPromoted(now)}
    then greatest(entitlement.premium_until, entitlement.highlighted_until)
  end`;
}

/** SQL for the tiers of members' profiles, for `changeTiers`. */
export function tiersOf(memberIds: string[], now: Date): RawBuilder<unknown> {
  return sql`
    select profile.member_id, ${tierAt(now)} as tier, ${tierEndAt(now)} as tier_until
    from profile left join entitlement using (member_id)
    where profile.member_id = any(${memberIds})`;
}
