import { FREQUENCY_SETTINGS, STORED_SETTINGS } from "@caramelo/contract/member-settings/member-settings";
import type { NotificationType } from "@caramelo/contract/notifications/types";
import { sql } from "kysely";
import { isVisiblePair, visibleTo } from "../../../base/pairs/fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { NIL_ID } from "../../../platform/ids.ts";
import type { Summary } from "../rules.ts";

const NAMES_MAX = 5;

/** The columns of a member's settings; after a left join all are null when the member has none. */
const SETTINGS = STORED_SETTINGS.map((name) => `memberSetting.${name}` as const);

/** An undismissed notification between active members who are not hidden from each other. */
export function findExternalNotification(db: Db, id: string) {
  return db
    .selectFrom("notification")
    .innerJoin("profile as recipient", "recipient.memberId", "notification.memberId")
    .innerJoin("profile as actor", "actor.memberId", "notification.actorId")
    .leftJoin("memberSetting", "memberSetting.memberId", "notification.memberId")
    .where("notification.id", "=", id)
    .where("notification.dismissedAt", "is", null)
    .where("recipient.isActive", "=", true)
    .$call(visibleTo(sql.ref("notification.memberId"), "actor", "actorId"))
    .select(["notification.memberId", "notification.type", "notification.createdAt"])
    .select(["actor.name as actorName", "memberSetting.mailedAt", ...SETTINGS])
    .executeTakeFirst();
}

/**
 * The address and mail settings of a member; undefined when they never changed a setting. Locks the row of settings, so
 * that two simultaneous mail jobs send one mail.
 */
export function lockMailRecipient(db: Db, memberId: string) {
  return db
    .selectFrom("memberSetting")
    .innerJoin("member", "member.id", "memberSetting.memberId")
    .innerJoin("profile", "profile.memberId", "memberSetting.memberId")
    .where("memberSetting.memberId", "=", memberId)
    .select(["member.email", "profile.isActive", "profile.isManaged"])
    .select(["memberSetting.mailedAt", "memberSetting.dailyMailedAt", ...SETTINGS])
    .forNoKeyUpdate("memberSetting")
    .executeTakeFirst();
}

/** Members who chose a mail a day, ordered by id, starting after the id `after`. */
export function listDailyMailRecipients(db: Db, after: string | undefined, limit: number) {
  const frequencies = sql.join(FREQUENCY_SETTINGS.map((name) => sql.ref(name)));
  return db
    .selectFrom("memberSetting")
    .where(sql<boolean>`'daily' in (${frequencies})`)
    .where("memberId", ">", after ?? NIL_ID)
    .orderBy("memberId")
    .limit(limit)
    .select("memberId")
    .execute();
}

type Period = { types: NotificationType[]; since: Date };

/**
 * Summaries by type of the undismissed notifications since `since`, from active people who are not hidden; latest
 * first.
 */
export async function listSummaries(db: Db, memberId: string, { types, since }: Period): Promise<Summary[]> {
  const { rows } = await sql<Summary>`
    select type, count(*)::int as people, (array_agg(name order by at desc))[:${sql.lit(NAMES_MAX)}] as names
    from (
      select n.type, n.actor_id, actor.name, max(n.created_at) as at
      from notification n join profile actor on actor.member_id = n.actor_id
      where n.member_id = ${memberId} and n.type = any(${types}::text[]) and n.dismissed_at is null
        and n.created_at > ${since} and actor.is_active
        and ${isVisiblePair(sql.ref("n.member_id"), sql.ref("n.actor_id"))}
      group by n.type, n.actor_id, actor.name
    ) one
    group by type
    order by max(at) desc, type`.execute(db);
  return rows;
}
