import { type Kysely, sql } from "kysely";

/**
 * Some providers find a payment only by a name of their own for its page, which the order keeps; and the webhooks of some
 * name a payment without its order, which a job asks for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table product_order add column reference text`.execute(db);
  await sql`alter table payment_webhook alter column order_id drop not null`.execute(db);
  await sql`select grant_to_app('update (reference)', 'product_order')`.execute(db);
  await sql`select grant_to_app('update (order_id)', 'payment_webhook')`.execute(db);
}
