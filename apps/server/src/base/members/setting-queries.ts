import type { Settings } from "@caramelo/contract/settings/calls";
import type { StoredSettingName } from "@caramelo/contract/settings/member-settings";
import type { Db } from "../../platform/database/database.ts";

type Changes = Partial<Pick<Settings, StoredSettingName>>;

/** Changes only the given settings in one statement, so that two simultaneous changes are both kept. */
export async function changeSettings(db: Db, memberId: string, changes: Changes, now: Date): Promise<void> {
  const changed = { ...changes, updatedAt: now };
  await db
    .insertInto("memberSetting")
    .values({ memberId, ...changed })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet(changed))
    .execute();
}

/** Records when a mail about notifications was sent, so that the next one waits. */
export async function recordMailed(db: Db, memberId: string, frequency: "each" | "daily", now: Date): Promise<void> {
  await db
    .updateTable("memberSetting")
    .set(frequency === "each" ? { mailedAt: now } : { dailyMailedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}
