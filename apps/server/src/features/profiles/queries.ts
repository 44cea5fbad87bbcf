import { ABOUT_NAMES, type AboutName } from "@caramelo/contract/about";
import type { StaffRole } from "@caramelo/contract/staff-permissions";
import { type Insertable, sql, type Updateable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { fixedStatement, type Places } from "../../platform/database/fixed-statement.ts";
import type { Profile } from "../../platform/database/types.generated.ts";
import { tierAt, tierEndAt } from "../billing/fragment-queries.ts";
import { isHiddenPair, isVisiblePair } from "../safety/fragment-queries.ts";
import { selectCards } from "./fragment-queries.ts";

const ABOUT_COLUMNS = ABOUT_NAMES.map((name) => `profile.${name}` as const);

export async function addProfile(db: Db, profile: Insertable<Profile>): Promise<void> {
  await db.insertInto("profile").values(profile).execute();
}

/** Activates the profile of a member who had left; a suspension stays. */
export async function reactivateProfile(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ deactivatedAt: null, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/**
 * A member's own profile, with what they have bought. Hidden pairs are not filtered: the profile is the member's own.
 */
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
      "profile.birthOn",
      "profile.estimatedBirthOn",
      "profile.cityId",
      ...ABOUT_COLUMNS,
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

/** What members may change of their profile. */
type EditableProfile = Pick<Updateable<Profile>, "name" | "statedAge" | "ageStatedOn" | "cityId" | AboutName>;

export async function changeProfile(db: Db, memberId: string, changes: EditableProfile, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ ...changes, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** Shows the member in their own city. */
export async function leaveWildcardCity(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ isWildcardCity: false, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("isWildcardCity", "=", true)
    .execute();
}

/** Deactivates a member until they sign in again. */
export async function deactivateProfile(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ deactivatedAt: now, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** Gives somebody of the team another role; a constraint refuses one for a member. */
export async function changeStaffRole(db: Db, memberId: string, staffRole: StaffRole, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ staffRole, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("isAdmin", "=", true)
    .execute();
}

/** Closes the back office to somebody of the team, or opens it again by null. */
export async function changeStaffSuspension(
  db: Db,
  memberId: string,
  suspendedAt: Date | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profile")
    .set({ suspendedAt, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("isAdmin", "=", true)
    .execute();
}

/** What decides whether a member may be suspended, banned or hidden. Hidden pairs are not filtered: it shows nobody. */
export function findStanding(db: Db, memberId: string) {
  return db
    .selectFrom("profile")
    .where("memberId", "=", memberId)
    .select([
      "role",
      "deactivatedAt",
      "suspendedAt",
      "suspendedUntil",
      "bannedAt",
      "hiddenAt",
      "isVerified",
      "createdAt",
    ])
    .select(sql<boolean>`birth_on is not null`.as("isAgeAssured"))
    .executeTakeFirst();
}

/** Suspends a member until the team, or the end of the suspension, brings them back. A ban has no end. */
export async function startSuspension(
  db: Db,
  memberId: string,
  { until, isBan }: { until: Date | null; isBan: boolean },
  now: Date,
): Promise<void> {
  await db
    .updateTable("profile")
    .set({ suspendedAt: now, suspendedUntil: until, bannedAt: isBan ? now : null, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

export async function endSuspension(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ suspendedAt: null, suspendedUntil: null, bannedAt: null, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** What only the team changes of a profile. */
type StaffFields = Pick<Updateable<Profile>, "isVerified" | "isWildcardCity" | "role" | "gender">;

/** Changes what the team decides about a profile; `refreshTiers` must follow when the badge changes. */
export async function changeStaffFields(db: Db, memberId: string, fields: StaffFields, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ ...fields, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** Hides a profile from everybody but the team until what was reported is reviewed; false when it is hidden already. */
export async function hideProfile(db: Db, memberId: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable("profile")
    .set({ hiddenAt: now })
    .where("memberId", "=", memberId)
    .where("role", "<>", "admin")
    .where("hiddenAt", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function showProfile(db: Db, memberId: string): Promise<void> {
  await db.updateTable("profile").set({ hiddenAt: null }).where("memberId", "=", memberId).execute();
}

/** Ends the management of a profile, which belongs to its person from now on. */
export async function claimProfile(
  db: Db,
  memberId: string,
  facts: Pick<Updateable<Profile>, "statedAge" | "ageStatedOn">,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profile")
    .set({ ...facts, isManaged: false, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** Records that the owner of a new account confirmed its e-mail address. */
export async function confirmProfile(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ awaitsConfirmation: false, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

type Cards = { ids: string[]; viewerId: string; now: Date };

const readCards = fixedStatement(({ ids, viewerId, now }: Places<Cards>, db) =>
  selectCards(db, viewerId, now)
    .where("profile.memberId", "=", sql<string>`any(${ids})`)
    .where(isVisiblePair(viewerId, sql.ref("profile.memberId"))),
);

/** The cards of these members, in no order. Members who are hidden from the viewer have none. */
export function listCards(db: Db, ids: string[], viewerId: string, now: Date) {
  return readCards(db, { ids, viewerId, now });
}

/** A profile, not of the team, with what decides whether the viewer may open it. */
export function findProfile(db: Db, id: string, viewerId: string, now: Date) {
  return selectCards(db, viewerId, now)
    .where("profile.memberId", "=", id)
    .select((eb) => [
      ...ABOUT_COLUMNS,
      "profile.createdAt",
      "profile.isActive",
      "profile.deactivatedAt",
      "profile.suspendedAt",
      "profile.bannedAt",
      "profile.hiddenAt",
      "profile.awaitsConfirmation",
      isHiddenPair(viewerId, sql.ref("profile.memberId")).as("isHiddenPair"),
      sql<boolean>`(profile.hidden_at is not null and profile.deactivated_at is null and profile.suspended_at is null)`.as(
        "isUnderReview",
      ),
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
    .$narrowType<Record<AboutName, string>>()
    .executeTakeFirst();
}

/**
 * Updates the tiers of members whose entitlement or verification changed, or whether they are managed. A paid place
 * ends with the last of what was bought. Hidden pairs are not filtered: it shows nobody.
 */
export async function refreshTiers(db: Db, memberIds: string[], now: Date): Promise<void> {
  await sql`
    update profile set tier = due.tier, tier_until = due.tier_until
    from (
      select profile.member_id, ${tierAt(now)} as tier, ${tierEndAt(now)} as tier_until
      from profile left join entitlement using (member_id)
      where profile.member_id = any(${memberIds})
    ) due
    where profile.member_id = due.member_id
      and (profile.tier, profile.tier_until) is distinct from (due.tier, due.tier_until)`.execute(db);
}

/**
 * Locks a member's profile and answers what decides about a verification; undefined for staff and unknown ids. Hidden pairs
 * are not filtered: it locks the member's own profile.
 */
export function lockForVerification(db: Db, memberId: string) {
  return db
    .selectFrom("profile")
    .where("memberId", "=", memberId)
    .where("role", "<>", "admin")
    .select(["isManaged", "birthOn"])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The member is who the documents show: verified, of an age that is known from now on. */
export async function verifyProfile(db: Db, memberId: string, birthOn: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ isVerified: true, birthOn, ageGate: null, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
  await refreshTiers(db, [memberId], now);
}

/** What the site asks of members whose age is not assured; null for nothing. */
type AgeGate = "messaging" | "entry" | null;

/** Takes back what `verifyProfile` gave: the age is the stated one again, and `gate` is what the site asks for. */
export async function unverifyProfile(db: Db, memberId: string, gate: AgeGate, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ isVerified: false, birthOn: null, ageGate: gate, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
  await refreshTiers(db, [memberId], now);
}

/**
 * Up to `limit` members after an id whose age is not assured and who may do something else until it is than `gate` says. Hidden
 * pairs are not filtered: it shows nobody.
 */
export async function listOtherAgeGates(db: Db, gate: AgeGate, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select member_id from profile
    where birth_on is null and role <> 'admin' and age_gate is distinct from ${gate} and member_id > ${after}
    order by member_id limit ${limit}`.execute(db);
  return rows.map(({ memberId }) => memberId);
}

/** Sets what members may not do until their age is assured, unless it was meanwhile. Their streams must be locked. */
export async function setAgeGates(db: Db, gate: AgeGate, memberIds: string[]): Promise<void> {
  await sql`
    update profile set age_gate = ${gate}
    where member_id = any(${memberIds}::uuid[]) and birth_on is null and age_gate is distinct from ${gate}`.execute(db);
}

/**
 * Locks up to `limit` profiles whose paid place has ended, and skips those that another transaction has locked. Hidden
 * pairs are not filtered: it shows nobody.
 */
export async function lockEndedTiers(db: Db, now: Date, limit: number): Promise<string[]> {
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

/**
 * Draws new shuffle keys for the `limit` profiles after an id. Returns the last of their ids, undefined at the end.
 * Hidden pairs are not filtered: it shows nobody.
 */
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
