import { type Kysely, sql } from "kysely";

/** The prices of a batch of messages are many entries of one kind: they are applied at once instead of one by one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function apply_ledger_entries() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      entry ledger_entry;
      expected integer;
      applied integer;
    begin
      if not exists (select from added where kind <> 'spend') then
        select count(distinct member_id) into expected from added;
        update entitlement set
          tokens = entitlement.tokens + spent.tokens,
          conversations = entitlement.conversations + spent.conversations
        from (
          select member_id, sum(tokens)::integer as tokens, sum(conversations)::integer as conversations
          from added group by member_id
        ) spent
        where entitlement.member_id = spent.member_id;
        get diagnostics applied = row_count;
        if applied <> expected then
          raise foreign_key_violation using message = 'this member has no entitlement to change';
        end if;
        return null;
      end if;
      for entry in select * from added loop
        if entry.kind = 'opening' then
          insert into entitlement (member_id) values (entry.member_id);
        end if;
        update entitlement set
          tokens = tokens + entry.tokens,
          conversations = conversations + entry.conversations,
          premium_until = coalesce(entry.premium_until, premium_until),
          highlighted_until = coalesce(entry.highlighted_until, highlighted_until),
          has_courtesy_premium = coalesce(entry.has_courtesy_premium, has_courtesy_premium)
        where member_id = entry.member_id;
        if not found then
          raise foreign_key_violation using message = 'this member has no entitlement to change';
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`drop trigger ledger_entry_applies on ledger_entry`.execute(db);
  await sql`
    create trigger ledger_entry_applies after insert on ledger_entry referencing new table as added
    for each statement execute function apply_ledger_entries()`.execute(db);
  await sql`drop function apply_ledger_entry`.execute(db);
}
