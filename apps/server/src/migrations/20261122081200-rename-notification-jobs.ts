import { type Kysely, sql } from "kysely";

/**
 * The kinds of mails and jobs about notifications get standard names. Jobs that wait in the queue keep their work: a
 * worker that knows only the new names would never take them. A new database has no queue yet, for its tables come after
 * ours.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update mail set kind = 'notifications' where kind = 'news'`.execute(db);
  await sql`
    do $$ begin
      if to_regclass('graphile_worker._private_tasks') is not null then
        update graphile_worker._private_tasks set identifier = case identifier
          when 'tell-outside' then 'plan-external-notifications'
          when 'mail-news' then 'mail-notifications'
        end
        where identifier in ('tell-outside', 'mail-news');
      end if;
    end $$`.execute(db);
}
