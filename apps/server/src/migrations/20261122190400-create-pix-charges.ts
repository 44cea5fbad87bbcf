import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";

/**
 * The charges that were made at the operator's bank, for the pages that show them. What was paid is not here: the bank says
 * it. The secret is what the address of the bank's webhooks is made from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pix_charge (
      order_id uuid primary key references product_order,
      token text not null unique,
      code text not null check (length(code) between 1 and 512),
      created_at timestamptz not null
    )`.execute(db);
  await sql`select grant_to_app('select, insert', 'pix_charge')`.execute(db);
  await sql`insert into secret (name, value) values ('pix-webhooks', ${randomBytes(32)})`.execute(db);
}
