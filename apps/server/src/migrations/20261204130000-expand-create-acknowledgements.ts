import { type Kysely, sql } from "kysely";

/**
 * The turns of mails to guests who wrote by a form and have not confirmed it. Nothing here names anybody: the keys are
 * hashed. A mail that waits gets its link when it leaves, so the hash of that link is written then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table acknowledgement (
      id uuid primary key,
      form text not null check (form in ('notice', 'data-request')),
      mailbox bytea not null check (length(mailbox) = 32),
      network bytea not null check (length(network) = 32),
      turn int not null check (turn >= 0),
      asked_at timestamptz not null,
      mailed_at timestamptz,
      is_first boolean not null default false
    );
    comment on column acknowledgement.id is 'The id of the notice or request';
    comment on column acknowledgement.turn is 'How many others of its network were unconfirmed when it came';
    comment on column acknowledgement.mailed_at is 'When the mail was allowed to leave';
    comment on column acknowledgement.is_first is 'Whether its mail is the next one to its mailbox that waits';
    create index acknowledgement_network_index on acknowledgement (form, network);
    create index acknowledgement_mailed_index on acknowledgement (form, mailed_at);
    create index acknowledgement_asked_index on acknowledgement (asked_at);
    create index acknowledgement_waiting_index on acknowledgement (form, mailbox, turn, asked_at, id)
      where mailed_at is null;
    create index acknowledgement_first_index on acknowledgement (form, turn, asked_at, id) where is_first;
    create index acknowledgement_first_mailbox_index on acknowledgement (form, mailbox) where is_first;
    create index acknowledgement_mailed_mailbox_index on acknowledgement (form, mailbox, mailed_at)
      where mailed_at is not null;
    select grant_to_app('select, insert, delete, update (mailed_at)', 'acknowledgement');
    select grant_to_app('update (confirmation_hash)', 'notice');
    select grant_to_app('update (confirmation_hash)', 'data_request')`.execute(db);
  // A submission finds the mails whose turn it may be without reading all that wait: the next one to each mailbox is
  // marked. The trigger has the owner's rights, and the lock of the form's turns, which the sweep of old rows lacks.
  await sql`
    create function mark_first_acknowledgement() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      changed acknowledgement := coalesce(new, old);
      first_id uuid;
    begin
      if tg_op <> 'INSERT' and not old.is_first then return null; end if;
      perform pg_advisory_xact_lock(hashtextextended('acknowledgement ' || changed.form, 0));
      select id into first_id from acknowledgement
      where form = changed.form and mailbox = changed.mailbox and mailed_at is null
      order by turn, asked_at, id limit 1;
      update acknowledgement set is_first = false
      where form = changed.form and mailbox = changed.mailbox and is_first and id is distinct from first_id;
      update acknowledgement set is_first = true where id = first_id and not is_first;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger acknowledgement_marks_first after insert or delete or update of mailed_at on acknowledgement
    for each row execute function mark_first_acknowledgement()`.execute(db);
}
