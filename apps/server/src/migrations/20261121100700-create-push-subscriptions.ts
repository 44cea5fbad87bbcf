import { createECDH } from "node:crypto";
import { type Kysely, sql } from "kysely";

/** Browsers that asked for push messages, each as long as its session lasts; and the keys that we sign them with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscription (
      endpoint text primary key check (length(endpoint) <= 1000),
      session_id uuid not null references session on delete cascade,
      member_id uuid not null references member on delete cascade,
      p256dh text not null,
      auth text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index push_subscription_member_index on push_subscription (member_id)`.execute(db);
  await sql`create index push_subscription_session_index on push_subscription (session_id)`.execute(db);
  await sql`
    select grant_to_app('select, insert, delete, update (session_id, member_id, p256dh, auth, created_at)', 'push_subscription')`.execute(
    db,
  );
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // A key that begins with zeros is given without them.
  const key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  await sql`insert into secret (name, value) values ('vapid', ${key})`.execute(db);
}
