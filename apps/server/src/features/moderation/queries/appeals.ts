import { sql } from "kysely";
import { isInvited } from "../../../base/members/invited-fragment-queries.ts";
import { countOf } from "../../../platform/database/count-of.ts";
import type { Db } from "../../../platform/database/database.ts";
import { MEASURE_COLUMNS } from "./measures.ts";

// The kind is a literal, so that the planner finds the index. A member's answer to a hide is no appeal: it is shown
// with the notice that caused the hide and decided with that notice.
export const isAppeal = sql<boolean>`measure.kind <> 'under_review'`;

export function findAppealedMember(db: Db, id: string) {
  return db
    .selectFrom("measure")
    .where("id", "=", id)
    .where(isAppeal)
    .where("appealedAt", "is not", null)
    .select("memberId")
    .executeTakeFirst();
}

export async function addAppeal(db: Db, id: string, appeal: { text: string; at: Date }): Promise<void> {
  await db
    .updateTable("measure")
    .set({ appealText: appeal.text, appealedAt: appeal.at })
    .where("id", "=", id)
    .where("appealedAt", "is", null)
    .execute();
}

type Decision = { isGranted: boolean; answer: string; decidedBy: string; decidedAt: Date };

export async function decideMeasureAppeal(db: Db, id: string, decision: Decision): Promise<void> {
  await db.updateTable("measure").set(decision).where("id", "=", id).where("decidedAt", "is", null).execute();
}

type Page = { isDecided: boolean; offset: number; limit: number };

/** Appeals with their members: the waiting ones, oldest first, or the decided ones, latest first. */
export function listAppeals(db: Db, { isDecided, offset, limit }: Page) {
  return (
    db
      .selectFrom("measure")
      .innerJoin("member", "member.id", "measure.memberId")
      // An appeal outlives the profile of a member who has erased the account.
      .leftJoin("profile", "profile.memberId", "measure.memberId")
      .leftJoin("profile as taker", "taker.memberId", "measure.takenBy")
      .where("measure.appealedAt", "is not", null)
      .where(isAppeal)
      .where("measure.decidedAt", isDecided ? "is not" : "is", null)
      .$if(isDecided, (query) => query.orderBy("measure.decidedAt", "desc").orderBy("measure.id", "desc"))
      .$if(!isDecided, (query) => query.orderBy("measure.appealedAt").orderBy("measure.id"))
      .offset(offset)
      .limit(limit)
      .select(MEASURE_COLUMNS)
      .select(["taker.name as takerName", "profile.name", "member.email"])
      .execute()
  );
}

/** How many others of the staff can work, up to two, without invited people who have not signed in yet. */
export function countOtherStaff(db: Db, staffId: string): Promise<number> {
  return countOf(
    db,
    sql`from profile join member on member.id = profile.member_id
      where profile.is_admin and profile.is_active and member.id <> ${staffId} and not ${isInvited} limit 2`,
  );
}
