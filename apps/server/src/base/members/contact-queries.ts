import { sql } from "kysely";
import { countOf, type MemberEvents, type Period } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";

/** The names and addresses of members who must be notified of an incident. Made-up people are left out. */
export function listContacts(db: Db, ids: readonly string[]) {
  return db
    .selectFrom("member")
    .innerJoin("profile", "profile.memberId", "member.id")
    .where(({ eb, ref }) => eb(ref("member.id"), "=", sql<string>`any(${ids}::uuid[])`))
    .where("profile.isDemo", "=", false)
    .select(["member.id", "member.email", "profile.isAdmin", "profile.isManaged", "profile.estimatedBirthOn"])
    .execute();
}

/** Number of people the site stores data about, without made-up ones. */
export function countPeople(db: Db): Promise<number> {
  return countOf(db, sql`from profile where not is_demo`);
}

/** Members who signed up in a period. */
export function listSignUps(db: Db, { from, to }: Period): Promise<MemberEvents[]> {
  return db
    .selectFrom("profile")
    .where("role", "<>", "admin")
    .where("isManaged", "=", false)
    .where("createdAt", ">=", from)
    .where("createdAt", "<", to)
    .select(["memberId", sql<number>`1`.as("count"), "createdAt as first", "createdAt as last"])
    .execute();
}

/**
 * Members whose password or address changed in a period. Only each member's latest change is known. It reads all
 * members, which one command of the operator may.
 */
export function listChangedSecrets(db: Db, { from, to }: Period): Promise<MemberEvents[]> {
  return db
    .selectFrom("member")
    .where("updatedAt", ">=", from)
    .where("updatedAt", "<", to)
    .whereRef("updatedAt", ">", "createdAt")
    .select(["id as memberId", sql<number>`1`.as("count"), "updatedAt as first", "updatedAt as last"])
    .execute();
}
