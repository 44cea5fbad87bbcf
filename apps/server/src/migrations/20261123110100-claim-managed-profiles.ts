import { type Kysely, sql } from "kysely";

/**
 * A managed profile is taken over by its person through a mailed link. The product's role may therefore end the management
 * of a profile; a trigger keeps anything from managing a profile that has an owner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_link drop constraint account_link_kind_check`.execute(db);
  await sql`
    alter table account_link add constraint account_link_kind_check
      check (kind in ('recovery', 'confirmation', 'email_change', 'claim'))`.execute(db);
  await sql`
    create function refuse_managing_again() returns trigger language plpgsql as $$
    begin
      raise exception 'a claimed profile cannot be managed' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger profile_is_claimed_once before update of is_managed on profile
    for each row when (new.is_managed and not old.is_managed) execute function refuse_managing_again()`.execute(db);
  await sql`select grant_to_app('update (is_managed)', 'profile')`.execute(db);
}
