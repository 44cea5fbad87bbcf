import { type Kysely, sql } from "kysely";

/**
 * Purchases are kept for five years and then removed, whatever else never changes about them. Only this function does it,
 * and it removes nothing younger: the period stands in it, so that no caller can name another. The ledger keeps its rows,
 * which the balance follows from, without the order's number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_change_but_removal() returns trigger language plpgsql as $$
    begin
      if current_setting('caramelo.removes_purchases', true) = 'on' then
        return null;
      end if;
      raise insufficient_privilege using message = format('%s is append-only', tg_table_name);
    end $$`.execute(db);
  for (const table of ["order_event", "ledger_entry"]) {
    await sql`drop trigger ${sql.id(`${table}_is_append_only`)} on ${sql.id(table)}`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_is_append_only`)} before update or delete or truncate on ${sql.id(table)}
      for each statement execute function refuse_change_but_removal()`.execute(db);
  }
  await sql`
    create function remove_old_purchases(now timestamptz, at_most integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      old uuid[];
    begin
      old := array(
        select id from product_order
        where created_at < now - interval '5 years'
        order by created_at, id
        limit at_most
        for update skip locked
      );
      perform set_config('caramelo.removes_purchases', 'on', true);
      delete from order_event where order_id = any(old);
      delete from money_return where order_id = any(old);
      delete from payment_webhook where order_id = any(old);
      delete from pix_charge where order_id = any(old);
      update ledger_entry set order_id = null where order_id = any(old);
      perform set_config('caramelo.removes_purchases', 'off', true);
      delete from product_order where id = any(old);
      return coalesce(array_length(old, 1), 0);
    end $$`.execute(db);
  await sql`revoke execute on function remove_old_purchases from public`.execute(db);
  await sql`create index payment_webhook_order_index on payment_webhook (order_id)`.execute(db);
}
