import type { AlarmKind } from "@caramelo/contract/texts/moderation";
import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { addJob } from "../../../platform/database/jobs.ts";
import { uuidv7 } from "../../../platform/ids.ts";

/**
 * Adds an alarm in the transaction that causes it. Call it near the end, because transactions with alarms wait here for
 * each other.
 */
export async function addAlarm(db: Db, kind: AlarmKind, now: Date): Promise<void> {
  await db
    .insertInto("alarm")
    .values({ id: uuidv7(now), kind, happenedAt: now })
    .execute();
  await planAlarms(db);
}

/** Plans the next mail to staff, unless one is planned already, which will contain all alarms until it is sent. */
export function planAlarms(db: Db, runAt?: Date): Promise<void> {
  return addJob(db, "send-alarms", {}, { key: "send-alarms", queue: "alarms", ...(runAt && { runAt }) });
}

export async function takeAlarms(db: Db): Promise<{ kind: string; count: number }[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    with taken as (delete from alarm returning kind)
    select kind, count(*)::int as count from taken group by kind`.execute(db);
  return rows;
}

export async function hasAlarms(db: Db): Promise<boolean> {
  return (await db.selectFrom("alarm").limit(1).select("id").executeTakeFirst()) !== undefined;
}
