import { type Kysely, sql } from "kysely";

/** Every mail of the product. With a mail server its words go once it has left; without one it is kept to be read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail (
      id uuid primary key,
      kind text not null,
      recipient text not null,
      subject text not null,
      body_text text,
      body_html text,
      created_at timestamptz not null,
      sent_at timestamptz,
      failed_at timestamptz
    )`.execute(db);
  await sql`comment on column mail.failed_at is 'When the last try was given up'`.execute(db);
  await sql`create index mail_created_index on mail (created_at desc, id desc)`.execute(db);
  await sql`
    select grant_to_app('select, insert, delete, update (body_text, body_html, sent_at, failed_at)', 'mail')`.execute(
    db,
  );
}
