import type { Settings } from "@caramelo/contract/settings/calls";
import { STORED_SETTINGS, type StoredSettingName } from "@caramelo/contract/settings/member-settings";
import type { Db } from "../../platform/database/database.ts";
import { type Params, statement } from "../../platform/database/statement.ts";

type Changes = Partial<Pick<Settings, StoredSettingName>>;

/** A member's settings, all null when they changed none, and whether they hide their presence. */
export async function getSettings(db: Db, memberId: string) {
  const [settings] = await readSettings(db, { memberId });
  if (!settings) throw new Error("a member has no row");
  return settings;
}

const readSettings = statement(({ memberId }: Params<{ memberId: string }>, db) =>
  db
    .selectFrom("member")
    .leftJoin("memberSetting", "memberSetting.memberId", "member.id")
    .leftJoin("presence", "presence.memberId", "member.id")
    .where("member.id", "=", memberId)
    .select(STORED_SETTINGS.map((name) => `memberSetting.${name}` as const))
    .select("presence.isHidden as isPresenceHidden"),
);

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
