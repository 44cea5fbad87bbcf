import { type Kysely, sql } from "kysely";

/**
 * An order is made by the server, with the price of the catalogue at that moment. Its state only says what its payments
 * and returns mean; what a member may use follows from the ledger alone. What happened to an order, and what is known of
 * money that went back, is never changed or forgotten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Some providers find a payment only by a name of their own for its page, which the order keeps as its reference.
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
      reference text,
      check (paid_at is not null or state not in ('paid', 'refunded', 'charged_back'))
    );
    create index product_order_member_index on product_order (member_id, created_at desc, id desc);
    create index product_order_paid_index on product_order (paid_at) where paid_at is not null;
    create index product_order_list_index on product_order (created_at desc, id desc);
    create index product_order_unsettled_index on product_order (created_at, id)
      where state in ('created', 'pending', 'refused');
    create index product_order_state_index on product_order (state, created_at desc, id desc);
    create index product_order_product_index on product_order (product, created_at desc, id desc);
    -- Whoever counts a member's withdrawals finds them without reading all their orders.
    create index product_order_withdrawn_index on product_order (member_id) where withdrawn_at is not null;
    select grant_to_app('select, insert, update (state, paid_at, withdrawn_at, reference)', 'product_order');

    -- Several events of one order may have one moment: the history shows them by their position.
    create table order_event (
      id uuid primary key default gen_random_uuid(),
      order_id uuid not null references product_order,
      kind text not null,
      detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
      actor_id uuid references member,
      happened_at timestamptz not null,
      position bigint generated always as identity
    );
    create index order_event_position_index on order_event (order_id, position);
    create index order_event_stray_index on order_event (happened_at, order_id) where kind in ('mismatch', 'surplus');
    select grant_to_app('select, insert', 'order_event');

    create table money_return (
      order_id uuid not null references product_order,
      return_id text not null,
      payment_id text not null,
      kind text not null check (kind in ('refund', 'dispute')),
      centavos integer not null check (centavos > 0),
      state text not null check (
        case kind
          when 'refund' then state in ('requested', 'refused', 'done', 'failed')
          else state in ('open', 'lost', 'won')
        end
      ),
      reason text not null check (reason in ('withdrawal', 'staff', 'surplus', 'provider')),
      requested_by uuid references member,
      created_at timestamptz not null,
      primary key (order_id, return_id)
    );
    create index money_return_requested_index on money_return (created_at) where state = 'requested';
    create index money_return_dispute_index on money_return (created_at) where state = 'open';
    select grant_to_app('select, insert, update (state)', 'money_return');

    -- The webhooks of some providers name a payment without its order, which a job asks for.
    create table payment_webhook (
      provider text not null,
      payment_id text not null,
      order_id uuid references product_order,
      first_at timestamptz not null,
      last_at timestamptz not null,
      times integer not null default 1,
      primary key (provider, payment_id)
    );
    comment on table payment_webhook is
      'Payments that webhooks were about; a job reads each of them again from the provider';
    -- The latest webhook of each payment provider.
    create index payment_webhook_latest_index on payment_webhook (provider, last_at desc);
    create index payment_webhook_order_index on payment_webhook (order_id);
    select grant_to_app('select, insert, update (order_id, last_at, times)', 'payment_webhook');

    -- The charges that were made at the operator's bank, for the pages that show them. What was paid is not here: the bank
    -- says it.
    create table pix_charge (
      order_id uuid primary key references product_order,
      token text not null unique,
      code text not null check (length(code) between 1 and 512),
      created_at timestamptz not null
    );
    select grant_to_app('select, insert', 'pix_charge');

    -- A withdrawal that the team decides: one an order, ever. Who asked may use what the order granted until it is decided,
    -- but is sold no tokens meanwhile. It is decided once, whoever else tries.
    create table withdrawal_review (
      order_id uuid primary key references product_order,
      member_id uuid not null references member,
      requested_at timestamptz not null,
      alarmed_at timestamptz,
      is_accepted boolean,
      reason text,
      decided_at timestamptz,
      decided_by uuid references member,
      check (num_nulls(is_accepted, reason, decided_at, decided_by) in (0, 4))
    );
    comment on column withdrawal_review.alarmed_at is 'When the team was mailed that nobody had answered in time';
    create index withdrawal_review_waiting_index on withdrawal_review (requested_at) where decided_at is null;
    create index withdrawal_review_member_index on withdrawal_review (member_id, requested_at) where decided_at is null;
    create index withdrawal_review_decided_index on withdrawal_review (decided_at) where decided_at is not null;
    select grant_to_app('select, insert', 'withdrawal_review');
    select grant_to_app('update (alarmed_at, is_accepted, reason, decided_at, decided_by)', 'withdrawal_review');

    create function refuse_second_decision() returns trigger language plpgsql as $$
    begin
      raise check_violation using message = 'a withdrawal is decided once';
    end $$;
    create trigger withdrawal_review_is_decided_once before update on withdrawal_review
      for each row when (old.decided_at is not null) execute function refuse_second_decision()`.execute(db);
}
