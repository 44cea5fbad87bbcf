import { type Kysely, sql } from "kysely";

/**
 * What the team does to a member, in words that the member reads, and the one appeal against it. A measure whose member
 * cannot sign in is appealed by the secret of its mail, of which only the hash is stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table measure (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      kind text not null check (kind in ('warning', 'photo_hidden', 'suspension', 'ban')),
      reason text not null check (char_length(reason) between 1 and 500),
      case_id uuid references report_case on delete set null,
      photo_id uuid,
      taken_by uuid references member,
      taken_at timestamptz not null,
      until timestamptz,
      ended_at timestamptz,
      ended_by uuid references member,
      appeal_token_hash bytea unique check (length(appeal_token_hash) = 32),
      appeal_text text check (char_length(appeal_text) between 1 and 2000),
      appealed_at timestamptz,
      decided_at timestamptz,
      decided_by uuid references member,
      is_granted boolean,
      answer text check (char_length(answer) between 1 and 500),
      check (until is null or kind = 'suspension'),
      check ((photo_id is not null) = (kind = 'photo_hidden')),
      check ((appeal_text is null) = (appealed_at is null)),
      check (num_nulls(decided_at, decided_by, is_granted, answer) in (0, 4)),
      check (decided_at is null or appealed_at is not null)
    )`.execute(db);
  await sql`create index measure_member_index on measure (member_id, taken_at desc, id)`.execute(db);
  await sql`create index measure_case_index on measure (case_id) where case_id is not null`.execute(db);
  await sql`create index measure_photo_index on measure (photo_id) where photo_id is not null`.execute(db);
  await sql`
    create index measure_appeal_index on measure (appealed_at, id)
      where appealed_at is not null and decided_at is null`.execute(db);
  await sql`
    create index measure_decided_index on measure (decided_at desc, id) where decided_at is not null`.execute(db);
  // A member is suspended or banned by one measure at a time.
  await sql`
    create unique index measure_suspension_index on measure (member_id)
      where kind in ('suspension', 'ban') and ended_at is null`.execute(db);
  await sql`select grant_to_app('select, insert', 'measure')`.execute(db);
  await sql`
    select grant_to_app(
      'update (ended_at, ended_by, appeal_token_hash, appeal_text, appealed_at, decided_at, decided_by, is_granted, answer)',
      'measure'
    )`.execute(db);
}
