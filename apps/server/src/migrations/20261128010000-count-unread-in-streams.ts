import { type Kysely, sql } from "kysely";

/**
 * How much a member has not read stands in the row that every message to them changes anyway. Whoever sends, reads or clears
 * messages changes it under the lock of that row; who comes into sight or goes out of it is counted here, so that no writer can
 * forget to. What was counted at each page before had a column and an index of its own, which each first unread message changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member_stream add column unread integer not null default 0`.execute(db);
  await sql`comment on column member_stream.unread is 'Unread messages of all who are active and not hidden from the member'`.execute(
    db,
  );
  await sql`select grant_to_app('update (unread)', 'member_stream')`.execute(db);
  await sql`
    update member_stream set unread = total
    from (
      select owner_id, sum(unread) as total from conversation
      where has_unread
        and not exists (select from hidden_pair where viewer_id = owner_id and hidden_pair.other_id = conversation.other_id)
        and exists (select from profile where member_id = conversation.other_id and is_active)
      group by owner_id
    ) counted
    where member_id = owner_id`.execute(db);
  await sql`drop index conversation_unread_index`.execute(db);
  await sql`alter table conversation drop column has_unread`.execute(db);

  // With the owner's rights. Whoever changes a profile that others know has locked these streams in the order of all; they are
  // locked here as well, so that a total is right even if somebody forgot to. Who was written to before the first lock was had is
  // among the second.
  await sql`
    create function count_unread_of_profile() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      for turn in 1..2 loop
        perform from member_stream
        where member_id = any (array(
          select theirs.owner_id from conversation own
          join conversation theirs on theirs.owner_id = own.other_id and theirs.other_id = own.owner_id
          where own.owner_id = new.member_id and theirs.unread > 0
          union all select new.member_id
        ))
        order by member_id for no key update;
      end loop;
      update member_stream
      set unread = member_stream.unread + case when new.is_active then theirs.unread else -theirs.unread end
      from conversation own
      join conversation theirs on theirs.owner_id = own.other_id and theirs.other_id = own.owner_id
      where own.owner_id = new.member_id and theirs.unread > 0 and member_stream.member_id = theirs.owner_id
        and not exists (
          select from hidden_pair where viewer_id = theirs.owner_id and hidden_pair.other_id = theirs.other_id
        );
      return null;
    end $$`.execute(db);
  await sql`
    create trigger profile_counts_unread after update on profile for each row
    when (old.is_active is distinct from new.is_active) execute function count_unread_of_profile()`.execute(db);

  // Whoever hides a pair, or shows it again, has locked the streams of both.
  await sql`
    create function count_unread_of_pair() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      pair hidden_pair := coalesce(new, old);
    begin
      update member_stream
      set unread = member_stream.unread + case when tg_op = 'DELETE' then conversation.unread else -conversation.unread end
      from conversation join profile on profile.member_id = conversation.other_id
      where conversation.owner_id = pair.viewer_id and conversation.other_id = pair.other_id and profile.is_active
        and conversation.unread > 0 and member_stream.member_id = pair.viewer_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger hidden_pair_counts_unread after insert or delete on hidden_pair
    for each row execute function count_unread_of_pair()`.execute(db);
}
