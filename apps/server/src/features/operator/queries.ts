import type { SettingName } from "@caramelo/contract/operator/calls";
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export function listSavedSettings(db: Db) {
  return db.selectFrom("operatorSetting").select(["name", "value"]).execute();
}

/** The saved settings of a database that may not be migrated yet; empty while their table does not exist. */
export async function listSavedBeforeStart(db: Db): ReturnType<typeof listSavedSettings> {
  const { rows } = await sql<{ name: string | null }>`
    select to_regclass('public.operator_setting')::text as name`.execute(db);
  return rows[0]?.name ? listSavedSettings(db) : [];
}

/** Serializes changes of settings: the caller's reads stay valid until its commit. */
export async function lockSettings(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('operator_setting'))`.execute(db);
}

/** The channel of PostgreSQL on which processes with the same database announce changed settings. */
export const SETTINGS_CHANNEL = "operator_settings";

/** Announces changed settings to every process. PostgreSQL delivers it when the caller commits. */
export async function announceSettings(trx: Db): Promise<void> {
  await sql`select pg_notify(${SETTINGS_CHANNEL}, '')`.execute(trx);
}

export async function saveSetting(db: Db, name: SettingName, value: unknown, now: Date): Promise<void> {
  const json = JSON.stringify(value);
  await sql`
    insert into operator_setting (name, value, changed_at) values (${name}, ${json}::jsonb, ${now})
    on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`.execute(db);
}

export async function removeSetting(db: Db, name: SettingName): Promise<void> {
  await db.deleteFrom("operatorSetting").where("name", "=", name).execute();
}

type Change = {
  name: SettingName;
  /** The saved value before the change; undefined when none was saved. */
  before: unknown;
  after: unknown;
  /** null when the owner of the machine changed it by `npm run settings`. */
  actorId: string | null;
  undoes: number | null;
  at: Date;
};

export async function addSettingChange(db: Db, { name, before, after, actorId, undoes, at }: Change): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    insert into operator_setting_change (name, before, after, actor_id, undoes, at)
    values (${name}, ${json(before)}::jsonb, ${json(after)}::jsonb, ${actorId}, ${undoes}, ${at})`.execute(db);
}

export function listSettingChanges(db: Db, before: number | undefined, limit: number) {
  return db
    .selectFrom("operatorSettingChange as change")
    .leftJoin("profile", "profile.memberId", "change.actorId")
    .$if(before !== undefined, (query) => query.where("change.number", "<", before ?? 0))
    .orderBy("change.number", "desc")
    .limit(limit)
    .select([
      "change.number",
      "change.name",
      "change.before",
      "change.after",
      "change.undoes",
      "change.at",
      "change.actorId",
      "profile.name as by",
    ])
    .select(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("operatorSettingChange as later")
            .whereRef("later.name", "=", "change.name")
            .whereRef("later.number", ">", "change.number")
            .select("later.number"),
        ),
      ).as("isLatest"),
    )
    .execute();
}

export function findSettingChange(db: Db, number: number) {
  return db
    .selectFrom("operatorSettingChange")
    .where("number", "=", number)
    .select(["name", "before", "after"])
    .executeTakeFirst();
}

export async function findLatestChange(db: Db, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("operatorSettingChange")
    .where("name", "=", name)
    .orderBy("number", "desc")
    .limit(1)
    .select("number")
    .executeTakeFirst();
  return row?.number;
}

export async function findLatestWebhook(db: Db, provider: string): Promise<Date | null> {
  const row = await db
    .selectFrom("paymentWebhook")
    .where("provider", "=", provider)
    .orderBy("lastAt", "desc")
    .limit(1)
    .select("lastAt")
    .executeTakeFirst();
  return row?.lastAt ?? null;
}

/** When a mail last failed for good, among the mails that are still stored. */
export async function findLatestFailedMail(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom("mail")
    .where("failedAt", "is not", null)
    .orderBy("failedAt", "desc")
    .limit(1)
    .select("failedAt")
    .executeTakeFirst();
  return row?.failedAt ?? null;
}

export async function readDatabaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version ?? "";
}
