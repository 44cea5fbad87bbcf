import { type Kysely, sql } from "kysely";

/**
 * The reader of an earlier mailbox can freeze an account whose member has moved to another address by a key of long
 * standing: nobody comes in, and nothing is lost. The last release cannot show such a member again, because of the check.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profile add column frozen_at timestamptz;
    comment on column profile.frozen_at is
      'Since when the account is frozen, at the request of a mailbox that it had before: nobody comes in';
    alter table profile add constraint profile_frozen_is_deactivated
      check (frozen_at is null or deactivated_at is not null) not valid;
    select grant_to_app('update (frozen_at)', 'profile');
    alter table account_link add column freezes boolean not null default false;
    comment on column account_link.freezes is
      'An alert that only freezes the account, or a change of address after which those at the earlier one only do so';
    select grant_to_app('update (freezes)', 'account_link');
    alter table delayed_request add column is_proven boolean not null default false;
    comment on column delayed_request.is_proven is
      'The member who asked for it had shown who they are by a key or an app of long standing'`.execute(db);
}
