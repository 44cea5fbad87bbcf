import { type Kysely, sql } from "kysely";

/**
 * What the transparency page shows: the numbers of each ended quarter, which a job counts once and nobody may change, and what
 * authorities asked for, as the owner recorded it. A quarter is counted over the moments of other tables, which had no index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quarter_figure (
      starts_on date not null check (extract(month from starts_on) in (1, 4, 7, 10) and extract(day from starts_on) = 1),
      name text not null,
      value integer not null check (value >= 0),
      counted_at timestamptz not null,
      primary key (starts_on, name)
    );
    comment on column quarter_figure.starts_on is 'The first day of the quarter in São Paulo';
    comment on column quarter_figure.value is 'How often something happened in the quarter, or a median in seconds';
    select grant_to_app('select, insert', 'quarter_figure');

    create table authority_request (
      id uuid primary key,
      received_on date not null,
      authority text not null check (authority in ('court', 'police', 'prosecution', 'agency', 'other')),
      words text not null check (char_length(words) between 1 and 500),
      outcome text not null check (outcome in ('granted', 'partly', 'refused')),
      recorded_at timestamptz not null,
      recorded_by uuid not null references member
    );
    create index authority_request_recorded_index on authority_request (recorded_at desc, id desc);
    select grant_to_app('select, insert', 'authority_request');

    create index report_case_reviewed_index on report_case (reviewed_at) where reviewed_at is not null;
    create index measure_taken_index on measure (taken_at);
    create index measure_appealed_index on measure (appealed_at) where appealed_at is not null;
    create index notice_received_index on notice (received_at);
    create index automatic_hide_hidden_index on automatic_hide (hidden_at)`.execute(db);
}
