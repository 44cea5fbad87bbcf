import type { Settings } from "@caramelo/contract/settings";
import type { Db } from "../../platform/database/database.ts";

type Changes = Partial<Omit<Settings, "isPresenceHidden">>;

/** What a member set, all null when nothing yet, and whether they hide their presence. */
export function getSettings(db: Db, memberId: string) {
  return db
    .selectFrom("member")
    .leftJoin("memberSetting", "memberSetting.memberId", "member.id")
    .leftJoin("presence", "presence.memberId", "member.id")
    .where("member.id", "=", memberId)
    .select(["memberSetting.hasPopUps", "memberSetting.hasSound", "memberSetting.hasDiscreetTitles"])
    .select(["memberSetting.mailMessages", "memberSetting.mailFavorites", "memberSetting.mailVisits"])
    .select(["memberSetting.hasPushMessages", "memberSetting.hasPushNews", "memberSetting.hasNamesOutside"])
    .select(["memberSetting.isInvisible", "memberSetting.offersAvailability", "presence.isHidden as isPresenceHidden"])
    .executeTakeFirstOrThrow();
}

/** Changes the settings that are named and no other, in one statement: two changes at once both hold. */
export async function changeSettings(db: Db, memberId: string, changes: Changes, now: Date): Promise<void> {
  const changed = { ...changes, updatedAt: now };
  await db
    .insertInto("memberSetting")
    .values({ memberId, ...changed })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet(changed))
    .execute();
}

/** A mail of news has left, so that the next one waits. */
export async function noteMailed(db: Db, memberId: string, frequency: "each" | "daily", now: Date): Promise<void> {
  await db
    .updateTable("memberSetting")
    .set(frequency === "each" ? { mailedAt: now } : { dailyMailedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}
