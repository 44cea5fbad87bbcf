import { type Kysely, sql } from "kysely";

/**
 * What a member may use (`entitlement`) changes only when a row is appended to the ledger, by the database itself and
 * in the same transaction. The product has no right to change an entitlement, nor to change or remove a ledger row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table entitlement (
      member_id uuid primary key references member,
      tokens integer not null default 0 check (tokens >= 0),
      conversations integer not null default 0 check (conversations >= 0),
      premium_until timestamptz,
      highlighted_until timestamptz,
      has_courtesy_premium boolean not null default false
    ) with (fillfactor = 50);
    create index entitlement_premium_index on entitlement (premium_until) where premium_until is not null;
    create index entitlement_highlight_index on entitlement (highlighted_until) where highlighted_until is not null;
    create index entitlement_current_premium_index on entitlement (member_id)
      where has_courtesy_premium or premium_until is not null;
    create index entitlement_courtesy_index on entitlement (member_id) where has_courtesy_premium;
    select grant_to_app('select', 'entitlement');

    create table ledger_entry (
      id uuid primary key,
      member_id uuid not null references member,
      kind text not null check (
        kind in ('opening', 'purchase', 'spend', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'courtesy')
      ),
      provider text not null,
      provider_object_id text not null,
      tokens integer not null default 0,
      conversations integer not null default 0,
      premium_until timestamptz,
      highlighted_until timestamptz,
      has_courtesy_premium boolean,
      written_at timestamptz not null,
      order_id uuid references product_order,
      premium_seconds integer not null default 0,
      highlighted_seconds integer not null default 0,
      unique (provider, provider_object_id, kind)
    );
    comment on column ledger_entry.premium_until is
      'The end that holds from this entry on; null leaves it as it was, -infinity ends it';
    -- An order grants once, whatever its provider sends.
    create unique index ledger_entry_order_index on ledger_entry (order_id) where kind = 'purchase';
    create index ledger_entry_order_entries_index on ledger_entry (order_id) where order_id is not null;
    create index ledger_entry_statement_index on ledger_entry (member_id, written_at desc, id desc);
    create index ledger_entry_payment_index on ledger_entry (lower(provider_object_id)) where kind = 'purchase';
    select grant_to_app('select, insert', 'ledger_entry');

    -- It runs with the owner's rights, so it must not find a temporary table of the caller's before the real one. The prices of a
    -- batch of messages are many entries of one kind: they are applied at once instead of one by one.
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
    end $$;
    create trigger ledger_entry_applies after insert on ledger_entry referencing new table as added
      for each statement execute function apply_ledger_entries();

    -- The product may not change an entitlement, and a row that one may not change cannot be locked.
    create function lock_entitlement(member uuid) returns void
    language sql security definer set search_path = public, pg_temp as $$
      select from entitlement where member_id = member for no key update
    $$;
    revoke execute on function lock_entitlement from public;
    select grant_to_app('execute', 'function lock_entitlement');

    -- That the end of paid time was announced to a member: once for each end, however often the job runs.
    create table end_reminder (
      member_id uuid not null references member,
      what text not null check (what in ('premium', 'highlight')),
      ends_at timestamptz not null,
      primary key (member_id, what, ends_at)
    );
    create index end_reminder_ends_index on end_reminder (ends_at);
    select grant_to_app('select, insert, delete', 'end_reminder');

    -- Purchases are kept for five years and then removed, whatever else never changes about them. Only this function does it,
    -- and it removes nothing younger: the period stands in it, so that no caller can name another. The ledger keeps its rows,
    -- which the balance follows from, without the order's number.
    create function refuse_change_but_removal() returns trigger language plpgsql as $$
    begin
      if current_setting('caramelo.removes_purchases', true) = 'on' then
        return null;
      end if;
      raise insufficient_privilege using message = format('%s is append-only', tg_table_name);
    end $$;
    create trigger order_event_is_append_only before update or delete or truncate on order_event
      for each statement execute function refuse_change_but_removal();
    create trigger ledger_entry_is_append_only before update or delete or truncate on ledger_entry
      for each statement execute function refuse_change_but_removal();

    create function remove_old_purchases(now timestamptz, at_most integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      old uuid[];
    begin
      old := array(
        select id from product_order
        where created_at < now - interval '5 years'
        order by created_at, id
        limit at_most
        for update skip locked
      );
      perform set_config('caramelo.removes_purchases', 'on', true);
      delete from order_event where order_id = any(old);
      delete from money_return where order_id = any(old);
      delete from payment_webhook where order_id = any(old);
      delete from pix_charge where order_id = any(old);
      delete from withdrawal_review where order_id = any(old);
      update ledger_entry set order_id = null where order_id = any(old);
      perform set_config('caramelo.removes_purchases', 'off', true);
      delete from product_order where id = any(old);
      return coalesce(array_length(old, 1), 0);
    end $$;
    revoke execute on function remove_old_purchases from public`.execute(db);
}
