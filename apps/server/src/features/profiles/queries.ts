import type { AccountType } from "@caramelo/contract/accounts";
import { type Insertable, sql, type Updateable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Profile } from "../../platform/database/types.generated.ts";

export async function addProfile(db: Db, profile: Insertable<Profile>): Promise<void> {
  await db.insertInto("profile").values(profile).execute();
}

/** A member who had left is back; a suspension is left as it is. */
export async function reactivateProfile(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ deactivatedAt: null, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** A member's own profile, with what they have bought. */
export function getOwnProfile(db: Db, memberId: string) {
  return db
    .selectFrom("profile")
    .leftJoin("entitlement", "entitlement.memberId", "profile.memberId")
    .where("profile.memberId", "=", memberId)
    .select([
      "profile.memberId as id",
      "profile.name",
      "profile.role",
      "profile.gender",
      "profile.reckonedBirthOn",
      "profile.cityId",
      "profile.bio",
      "profile.lookingFor",
      "profile.createdAt",
      "profile.isVerified",
      "profile.isWildcardCity",
      "entitlement.hasCourtesyPremium",
      "entitlement.premiumUntil",
      "entitlement.highlightedUntil",
      "entitlement.tokens",
      "entitlement.conversations",
    ])
    .executeTakeFirstOrThrow();
}

/** What a member tells about themselves; nothing else of a profile is theirs to change. */
type Told = Pick<Updateable<Profile>, "name" | "statedAge" | "ageStatedOn" | "cityId" | "bio" | "lookingFor">;

export async function changeProfile(db: Db, memberId: string, told: Told, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ ...told, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** The member is shown in their own city. */
export async function leaveWildcardCity(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ isWildcardCity: false, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("isWildcardCity", "=", true)
    .execute();
}

/** A member leaves until they sign in again. */
export async function deactivateProfile(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ deactivatedAt: now, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** The address of a new account was shown to be its owner's. */
export async function confirmProfile(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ awaitsConfirmation: false, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** The cards of these members, in no order. */
export function listCards(db: Db, ids: string[], viewerId: string, now: Date) {
  return selectCards(db, viewerId, now).where("profile.memberId", "=", sql<string>`any(${ids})`).execute();
}

/** What a card shows of each profile; the team's own are none. Whether a time has run out is asked of `now`. */
function selectCards(db: Db, viewerId: string, now: Date) {
  const isPremium = sql<boolean>`coalesce(entitlement.has_courtesy_premium or entitlement.premium_until > ${now}, false)`;
  const isHighlighted = sql<boolean>`coalesce(entitlement.highlighted_until > ${now}, false)`;
  return (
    db
      .selectFrom("profile")
      .leftJoin("entitlement", "entitlement.memberId", "profile.memberId")
      .leftJoin("presence", "presence.memberId", "profile.memberId")
      .leftJoin("photo", (join) => join.onRef("photo.memberId", "=", "profile.memberId").on("photo.position", "=", 0))
      .where("profile.role", "<>", "admin")
      .select((eb) => [
        "profile.memberId as id",
        "profile.name",
        "profile.role",
        "profile.reckonedBirthOn",
        "profile.cityId",
        "profile.isWildcardCity",
        "profile.isVerified",
        "profile.isManaged",
        "profile.isDemo",
        "presence.lastActiveAt",
        "presence.leftAt",
        "presence.isHidden",
        "photo.fileName",
        "photo.width",
        "photo.height",
        "photo.thumbhash",
        isPremium.as("isPremium"),
        sql<boolean>`(${isPremium} or ${isHighlighted})`.as("isPromoted"),
        eb
          .exists(
            eb
              .selectFrom("favorite")
              .where("favorite.memberId", "=", viewerId)
              .whereRef("favorite.favoriteId", "=", "profile.memberId")
              .select("favorite.createdAt"),
          )
          .$castTo<boolean>()
          .as("isFavorite"),
      ])
      // Only the team's profiles may be incomplete, by a constraint.
      .$narrowType<{ role: AccountType; reckonedBirthOn: string; cityId: number }>()
  );
}

/** A profile with what decides whether the viewer may open it, whoever it belongs to but the team. */
export function findProfile(db: Db, id: string, viewerId: string, now: Date) {
  return selectCards(db, viewerId, now)
    .where("profile.memberId", "=", id)
    .select((eb) => [
      "profile.bio",
      "profile.lookingFor",
      "profile.createdAt",
      "profile.isActive",
      "profile.deactivatedAt",
      "profile.suspendedAt",
      eb
        .exists(
          eb
            .selectFrom("hiddenPair")
            .where("hiddenPair.viewerId", "=", viewerId)
            .whereRef("hiddenPair.otherId", "=", "profile.memberId")
            .select("hiddenPair.otherId"),
        )
        .$castTo<boolean>()
        .as("isHiddenPair"),
      eb
        .exists(
          eb
            .selectFrom("conversation")
            .where("conversation.ownerId", "=", viewerId)
            .whereRef("conversation.otherId", "=", "profile.memberId")
            .select("conversation.lastSeq"),
        )
        .$castTo<boolean>()
        .as("hasConversation"),
    ])
    .$narrowType<{ bio: string; lookingFor: string }>()
    .executeTakeFirst();
}

/**
 * Puts members where they belong in lists after something of theirs changed: entitlement, verification, managed or not.
 * A paid place ends by itself at its last end, unless the team gave premium without one.
 */
export async function refreshTiers(db: Db, memberIds: string[], now: Date): Promise<void> {
  await sql`
    update profile set tier = due.tier, tier_until = due.tier_until
    from (
      select p.member_id,
        case
          when p.is_managed then 3
          when e.has_courtesy_premium or greatest(e.premium_until, e.highlighted_until) > ${now} then 0
          when p.is_verified then 1
          else 2
        end as tier,
        case
          when not p.is_managed and not e.has_courtesy_premium
            and greatest(e.premium_until, e.highlighted_until) > ${now}
          then greatest(e.premium_until, e.highlighted_until)
        end as tier_until
      from profile p left join entitlement e using (member_id)
      where p.member_id = any(${memberIds})
    ) due
    where profile.member_id = due.member_id
      and (profile.tier, profile.tier_until) is distinct from (due.tier, due.tier_until)`.execute(db);
}

/** Locks up to `limit` profiles whose paid place has run out; those that somebody else changes are stepped over. */
export async function lockRunOutTiers(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("profile")
    .where("tierUntil", "<=", now)
    .orderBy("tierUntil")
    .limit(limit)
    .select("memberId")
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.memberId);
}

/** Draws new places for the `limit` profiles after an id; the last of them, or undefined at the end. */
export async function rerollShuffleKeys(db: Db, after: string, limit: number): Promise<string | undefined> {
  const { rows } = await sql<{ memberId: string }>`
    with chunk as (
      select member_id from profile where member_id > ${after} order by member_id limit ${limit} for no key update
    ), drawn as (
      update profile set shuffle_key = floor(random() * 2147483647)::integer
      from chunk where profile.member_id = chunk.member_id
    )
    select member_id from chunk order by member_id desc limit 1`.execute(db);
  return rows[0]?.memberId;
}
