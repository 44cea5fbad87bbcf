import { type Kysely, sql } from "kysely";

/**
 * A process that knows what decides a member's sends may use it as long as this version, and the last number of the stream, are
 * those with which it was read. Triggers raise it, so that no writer can forget to: whatever changes here without moving the
 * stream on. What a message itself changes moves the streams of both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // With the owner's rights: the product itself may not set a version. Both in the order in which every transaction locks.
  await sql`
    create function raise_facts_version(members uuid[]) returns void
    language sql security definer set search_path = public, pg_temp as $$
      update member_stream set facts_version = facts_version + 1
      from (select member_id from member_stream where member_id = any(members) order by member_id for no key update) locked
      where member_stream.member_id = locked.member_id
    $$;
    revoke execute on function raise_facts_version from public`.execute(db);

  const raising = (name: string, members: string) =>
    sql`
      create function ${sql.ref(name)}() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        perform raise_facts_version(${sql.raw(members)});
        return null;
      end $$`.execute(db);
  await raising("raise_version_of_profile", "array[new.member_id]");
  await raising("raise_version_of_new_pair", "array[new.viewer_id, new.other_id]");
  await raising("raise_version_of_old_pair", "array[old.viewer_id, old.other_id]");
  await raising("raise_version_of_entry", "array[new.member_id]");
  await raising("raise_version_of_conversation", "array[old.owner_id]");
  await sql`
    create trigger profile_decides_sends after update on profile for each row
      when ((old.role, old.is_open, old.is_active, old.is_managed, old.age_gate is null, old.hidden_at is null)
      is distinct from (new.role, new.is_open, new.is_active, new.is_managed, new.age_gate is null, new.hidden_at is null))
      execute function raise_version_of_profile();
    create trigger hidden_pair_decides_sends after insert on hidden_pair
      for each row execute function raise_version_of_new_pair();
    create trigger hidden_pair_decided_sends after delete on hidden_pair
      for each row execute function raise_version_of_old_pair();
    -- The price of a message is a ledger entry of its own kind, and the message moves the stream on.
    create trigger ledger_entry_decides_sends after insert on ledger_entry for each row
      when (new.kind <> 'spend') execute function raise_version_of_entry();
    -- Within a trigger it is the ledger that changes it.
    create trigger entitlement_decides_sends after update on entitlement for each row
      when (pg_trigger_depth() = 0) execute function raise_version_of_entry();
    create trigger conversation_decides_sends after update on conversation for each row
      when (new.opened_at is distinct from old.opened_at and new.changed_seq = old.changed_seq)
      execute function raise_version_of_conversation();
    create trigger conversation_decided_sends after delete on conversation
      for each row execute function raise_version_of_conversation()`.execute(db);
}
