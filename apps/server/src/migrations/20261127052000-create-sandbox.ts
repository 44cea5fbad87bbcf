import { type Kysely, sql } from "kysely";

/**
 * The books of the sandbox, a payment company that ships with the product and moves no money. Like any other company it
 * knows nothing of our tables: it keeps what it was given when a payment was opened.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_payment (
      id text primary key,
      order_id uuid not null unique,
      member_id uuid not null,
      product text not null,
      method text not null check (method in ('pix', 'card')),
      centavos integer not null check (centavos > 0),
      state text not null default 'pending' check (state in ('pending', 'paid', 'refused', 'expired')),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      paid_at timestamptz,
      check ((state = 'paid') = (paid_at is not null))
    );
    select grant_to_app('select, insert, update (state, paid_at)', 'sandbox_payment');

    create table sandbox_return (
      payment_id text not null references sandbox_payment,
      id text not null,
      kind text not null check (kind in ('refund', 'dispute')),
      centavos integer not null check (centavos > 0),
      state text not null check (state in ('done', 'open', 'lost', 'won')),
      created_at timestamptz not null,
      primary key (payment_id, id)
    );
    select grant_to_app('select, insert, update (state)', 'sandbox_return')`.execute(db);
}
