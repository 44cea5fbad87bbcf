import { type Kysely, sql } from "kysely";

/**
 * The reader of an earlier mailbox can freeze an account whose member has moved to another address by a key of long
 * standing: nobody comes in, and nothing is lost. The last release cannot show such a member again, because of the check,
 * and cannot let one in, because of the trigger: it would where an erasure waits or a consent is withdrawn.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profile add column frozen_at timestamptz;
    comment on column profile.frozen_at is
      'Since when the account is frozen, at the request of a mailbox that it had before: nobody comes in';
    alter table profile add constraint profile_frozen_is_deactivated
      check (frozen_at is null or deactivated_at is not null) not valid;
    create function refuse_session_of_frozen() returns trigger language plpgsql as $$
    begin
      if exists (select from profile where member_id = new.member_id and frozen_at is not null) then
        raise insufficient_privilege using message = 'nobody comes into a frozen account';
      end if;
      return new;
    end $$;
    create trigger session_is_of_no_frozen_account before insert on session
      for each row execute function refuse_session_of_frozen();
    select grant_to_app('update (frozen_at)', 'profile');
    alter table account_link add column freezes boolean not null default false;
    comment on column account_link.freezes is
      'An alert that only freezes the account, or a change of address after which those at the earlier one only do so';
    select grant_to_app('update (freezes)', 'account_link');
    alter table delayed_request add column is_proven boolean not null default false;
    comment on column delayed_request.is_proven is
      'The member who asked for it had shown who they are by a key or an app of long standing'`.execute(db);
}
