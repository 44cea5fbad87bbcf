import { type Kysely, sql } from "kysely";

/**
 * The team finds orders by the beginning of an address, by the beginnings of the words of a name, and by the number of a
 * payment; and it lists those of a state or a product, of which there may be few among many.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index member_email_search_index on member (email text_pattern_ops)`.execute(db);
  await sql`create index profile_name_search_index on profile using gin (to_tsvector('simple', name))`.execute(db);
  await sql`
    create index ledger_entry_payment_index on ledger_entry (lower(provider_object_id)) where kind = 'purchase'`.execute(
    db,
  );
  await sql`create index product_order_state_index on product_order (state, created_at desc, id desc)`.execute(db);
  await sql`create index product_order_product_index on product_order (product, created_at desc, id desc)`.execute(db);
}
