import { type Kysely, sql } from "kysely";

/**
 * A sign-up that nobody confirmed can be removed whole, and nothing else of the members can: the product has no right to
 * delete a member, only this function. The ledger of an account now begins when its address is confirmed, because ledger
 * rows are never removed; what the unconfirmed ones have is only their opening.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_entry disable trigger ledger_entry_is_append_only`.execute(db);
  for (const table of ["ledger_entry", "entitlement"]) {
    await sql`
      delete from ${sql.table(table)}
      where member_id in (select member_id from profile where awaits_confirmation)`.execute(db);
  }
  await sql`alter table ledger_entry enable trigger ledger_entry_is_append_only`.execute(db);

  // The lock comes first and in a statement of its own: what is read after it is the latest state, so an account that is
  // being confirmed at this moment stays.
  await sql`
    create function remove_unconfirmed_account(address text) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      account uuid;
    begin
      select id into account from member where email = address for update;
      delete from member where id = account and exists (
        select from profile where member_id = account and awaits_confirmation and suspended_at is null
      );
    end $$`.execute(db);
  await sql`revoke execute on function remove_unconfirmed_account from public`.execute(db);
  await sql`select grant_to_app('execute', 'function remove_unconfirmed_account')`.execute(db);
}
