import { type Kysely, sql } from "kysely";

/**
 * Removes one sign-up that nobody confirmed in time. As in `remove_unconfirmed_account`, the lock comes first, so that
 * one that is being confirmed, or whose person has asked for a new link, stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function remove_old_sign_up(account uuid, before timestamptz, at timestamptz) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform from member where id = account for update;
      delete from member where id = account and exists (
        select from profile where member_id = account and awaits_confirmation and suspended_at is null
          and role <> 'admin' and created_at < before
      ) and not exists (
        select from account_link where member_id = account and kind = 'confirmation' and used_at is null
          and expires_at > at
      );
      return found;
    end $$;
    revoke execute on function remove_old_sign_up from public;
    select grant_to_app('execute', 'function remove_old_sign_up')`.execute(db);
}
