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
    ) with (fillfactor = 50)`.execute(db);

  await sql`
    create table ledger_entry (
      id uuid primary key,
      member_id uuid not null references member,
      kind text not null check (kind in ('opening', 'purchase', 'spend', 'refund', 'dispute', 'dispute_won', 'courtesy')),
      provider text not null,
      provider_object_id text not null,
      tokens integer not null default 0,
      conversations integer not null default 0,
      premium_until timestamptz,
      highlighted_until timestamptz,
      has_courtesy_premium boolean,
      written_at timestamptz not null,
      unique (provider, provider_object_id, kind)
    )`.execute(db);
  await sql`create index ledger_entry_member_index on ledger_entry (member_id, written_at)`.execute(db);
  await sql`comment on column ledger_entry.premium_until is 'The end that holds from this entry on; null leaves it as it was, -infinity ends it'`.execute(
    db,
  );

  // It runs with the owner's rights, so it must not find a temporary table of the caller's before the real one.
  await sql`
    create function apply_ledger_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if new.kind = 'opening' then
        insert into entitlement (member_id) values (new.member_id);
      end if;
      update entitlement set
        tokens = tokens + new.tokens,
        conversations = conversations + new.conversations,
        premium_until = coalesce(new.premium_until, premium_until),
        highlighted_until = coalesce(new.highlighted_until, highlighted_until),
        has_courtesy_premium = coalesce(new.has_courtesy_premium, has_courtesy_premium)
      where member_id = new.member_id;
      if not found then
        raise foreign_key_violation using message = 'this member has no entitlement to change';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger ledger_entry_applies after insert on ledger_entry
    for each row execute function apply_ledger_entry()`.execute(db);

  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise insufficient_privilege using message = format('%s is append-only', tg_table_name);
    end $$`.execute(db);
  await sql`
    create trigger ledger_entry_is_append_only before update or delete or truncate on ledger_entry
    for each statement execute function refuse_change()`.execute(db);

  await sql`select grant_to_app('select', 'entitlement')`.execute(db);
  await sql`select grant_to_app('select, insert', 'ledger_entry')`.execute(db);
}
