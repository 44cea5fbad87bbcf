import { type Kysely, sql } from "kysely";

/**
 * An order is made by the server, with the price of the catalogue at that moment. Its state only says what its payments
 * and returns mean; what a member may use follows from the ledger alone. What happened to an order, and what is known of
 * money that went back, is never changed or forgotten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table product_order (
      id uuid primary key,
      member_id uuid not null references member,
      product text not null check (product in ('tokens', 'premium_monthly', 'premium_quarterly', 'highlight')),
      centavos integer not null check (centavos > 0),
      provider text not null,
      method text not null check (method in ('pix', 'card')),
      is_live boolean not null,
      state text not null default 'created'
        check (state in ('created', 'pending', 'refused', 'expired', 'paid', 'refunded', 'charged_back')),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      paid_at timestamptz,
      withdrawn_at timestamptz,
      check (paid_at is not null or state not in ('paid', 'refunded', 'charged_back'))
    )`.execute(db);
  await sql`create index product_order_member_index on product_order (member_id, created_at desc, id desc)`.execute(db);
  await sql`create index product_order_paid_index on product_order (paid_at) where paid_at is not null`.execute(db);
  await sql`create index product_order_list_index on product_order (created_at desc, id desc)`.execute(db);
  await sql`
    create index product_order_unsettled_index on product_order (created_at, id)
    where state in ('created', 'pending', 'refused')`.execute(db);

  await sql`
    create table order_event (
      id uuid primary key,
      order_id uuid not null references product_order,
      kind text not null,
      detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
      actor_id uuid references member,
      happened_at timestamptz not null
    )`.execute(db);
  await sql`create index order_event_order_index on order_event (order_id, happened_at, id)`.execute(db);
  await sql`
    create trigger order_event_is_append_only before update or delete or truncate on order_event
    for each statement execute function refuse_change()`.execute(db);

  await sql`
    create table money_return (
      order_id uuid not null references product_order,
      return_id text not null,
      payment_id text not null,
      kind text not null check (kind in ('refund', 'dispute')),
      centavos integer not null check (centavos > 0),
      state text not null check (
        case kind
          when 'refund' then state in ('requested', 'failed', 'done')
          else state in ('open', 'lost', 'won')
        end
      ),
      reason text not null check (reason in ('withdrawal', 'staff', 'surplus', 'provider')),
      requested_by uuid references member,
      created_at timestamptz not null,
      primary key (order_id, return_id)
    )`.execute(db);
  await sql`
    create index money_return_requested_index on money_return (created_at) where state = 'requested'`.execute(db);

  await sql`
    create table payment_webhook (
      provider text not null,
      payment_id text not null,
      order_id uuid not null references product_order,
      first_at timestamptz not null,
      last_at timestamptz not null,
      times integer not null default 1,
      primary key (provider, payment_id)
    )`.execute(db);
  await sql`comment on table payment_webhook is 'Payments that webhooks were about; a job reads each of them again from the provider'`.execute(
    db,
  );

  await sql`
    alter table ledger_entry
      add column order_id uuid references product_order,
      add column premium_seconds integer not null default 0,
      add column highlighted_seconds integer not null default 0`.execute(db);
  // An order grants once, whatever its provider sends.
  await sql`
    create unique index ledger_entry_order_index on ledger_entry (order_id) where kind = 'purchase'`.execute(db);
  await sql`
    create index ledger_entry_order_entries_index on ledger_entry (order_id) where order_id is not null`.execute(db);

  await sql`create index entitlement_premium_index on entitlement (premium_until) where premium_until is not null`.execute(
    db,
  );
  await sql`
    create index entitlement_highlight_index on entitlement (highlighted_until)
    where highlighted_until is not null`.execute(db);

  // The product may not change an entitlement, and a row that one may not change cannot be locked.
  await sql`
    create function lock_entitlement(member uuid) returns void
    language sql security definer set search_path = public, pg_temp as $$
      select from entitlement where member_id = member for no key update
    $$`.execute(db);
  await sql`revoke execute on function lock_entitlement from public`.execute(db);

  await sql`select grant_to_app('execute', 'function lock_entitlement')`.execute(db);
  await sql`select grant_to_app('select, insert', 'product_order')`.execute(db);
  await sql`select grant_to_app('update (state, paid_at, withdrawn_at)', 'product_order')`.execute(db);
  await sql`select grant_to_app('select, insert', 'order_event')`.execute(db);
  await sql`select grant_to_app('select, insert', 'money_return')`.execute(db);
  await sql`select grant_to_app('update (state)', 'money_return')`.execute(db);
  await sql`select grant_to_app('select, insert', 'payment_webhook')`.execute(db);
  await sql`select grant_to_app('update (last_at, times)', 'payment_webhook')`.execute(db);
}
