import { type Kysely, sql } from "kysely";

/**
 * A withdrawal that the team decides: one an order, ever. Who asked may use what the order granted until it is decided,
 * but is sold no tokens meanwhile. It is decided once, whoever else tries.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    )`.execute(db);
  await sql`comment on column withdrawal_review.alarmed_at is 'When the team was mailed that nobody had answered in time'`.execute(
    db,
  );
  await sql`
    create index withdrawal_review_waiting_index on withdrawal_review (requested_at) where decided_at is null`.execute(
    db,
  );
  await sql`
    create index withdrawal_review_member_index on withdrawal_review (member_id, requested_at) where decided_at is null`.execute(
    db,
  );
  await sql`
    create index withdrawal_review_decided_index on withdrawal_review (decided_at) where decided_at is not null`.execute(
    db,
  );
  // Whoever counts a member's withdrawals finds them without reading all their orders.
  await sql`
    create index product_order_withdrawn_index on product_order (member_id) where withdrawn_at is not null`.execute(db);
  await sql`
    create function refuse_second_decision() returns trigger language plpgsql as $$
    begin
      raise check_violation using message = 'a withdrawal is decided once';
    end $$`.execute(db);
  await sql`
    create trigger withdrawal_review_is_decided_once before update on withdrawal_review
    for each row when (old.decided_at is not null) execute function refuse_second_decision()`.execute(db);
  await sql`select grant_to_app('select, insert', 'withdrawal_review')`.execute(db);
  await sql`
    select grant_to_app('update (alarmed_at, is_accepted, reason, decided_at, decided_by)', 'withdrawal_review')`.execute(
    db,
  );
}
