import { STORED_SETTINGS } from "@caramelo/contract/member-settings/member-settings";
import type { Db } from "../../platform/database/database.ts";
import { type Params, statement } from "../../platform/database/statement.ts";

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
